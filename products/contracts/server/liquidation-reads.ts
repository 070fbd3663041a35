import { idOf, instant, present, reject, rescale, writeDecimal } from '@bolsillo/kernel'
import { type Handler, onRead } from '@bolsillo/server-kit'
import type { Fill } from '@bolsillo/trading/domain'
import {
  liquidationReceipt,
  liquidations,
  contractsRejections as r,
  type WireLiquidation,
  type WireLiquidationReceipt,
  type WireMark,
} from '../contract.ts'
import { fineScale, marginScale } from '../domain/index.ts'
import { type ContractsWorld, contractOf } from './contracts-world.ts'
import {
  type BookingRow,
  findBookings,
  findLiquidations,
  findMarkSeries,
  findSteps,
  type LiquidationRow,
  type StepRow,
} from './liquidation-store.ts'
import { writeFill } from './rows.ts'

const pageSize = 50
/** Marks by the minute a receipt shows. */
const seriesMax = 60
const money = (minor: bigint): string => writeDecimal(minor, marginScale)

/** The customer's liquidations, newest first. */
export function listLiquidations(world: ContractsWorld): Handler {
  return onRead(liquidations, async ({ cursor, limit = pageSize }, { db, customer }) => {
    const { customerId } = present(customer, 'the session of a customer call')
    const page = { limit: limit + 1, ...(cursor === undefined ? {} : { before: cursor }) }
    const rows = await findLiquidations(db, customerId, page)
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    return {
      rows: shown.map((row) => writeLiquidation(world, row)),
      ...(rows.length > limit && last !== undefined ? { next: last.liquidation_id } : {}),
    }
  })
}

function writeLiquidation(world: ContractsWorld, row: LiquidationRow): WireLiquidation {
  const { quantityScale } = contractOf(world, row.symbol).scale
  const length = (size: bigint): string => writeDecimal(size < 0n ? -size : size, quantityScale)
  return {
    liquidationId: row.liquidation_id,
    positionId: row.position_id,
    symbol: row.symbol,
    side: row.size > 0n ? 'long' : 'short',
    mode: row.mode,
    state: row.ended_at === null ? 'running' : 'done',
    sizeBefore: length(row.size),
    sizeAfter: length(row.size_after),
    startedAt: Number(row.at),
    ...(row.ended_at === null ? {} : { endedAt: Number(row.ended_at) }),
  }
}

/** Every input of a liquidation, as it was decided, and every movement. */
export function readReceipt(world: ContractsWorld): Handler {
  return onRead(liquidationReceipt, async ({ liquidationId }, { db, customer }) => {
    const { customerId } = present(customer, 'the session of a customer call')
    const [row] = await findLiquidations(db, customerId, { liquidationId, limit: 1 })
    if (row === undefined) return reject(r.liquidationUnknown, { field: 'liquidationId' })
    const steps = await findSteps(db, liquidationId)
    const orderIds = steps.flatMap(({ order_id }) => (order_id === null ? [] : [idOf('ord', order_id)]))
    const [bookings, fills, series] = await Promise.all([
      findBookings(db, liquidationId),
      world.trading.fillsOfOrders(db, customerId, orderIds),
      findMarkSeries(db, row.symbol, instant(Number(row.at)), seriesMax),
    ])
    const { priceScale } = contractOf(world, row.symbol).scale
    const price = (units: bigint): string => writeDecimal(units, priceScale)
    return {
      liquidation: writeLiquidation(world, row),
      series: series.map(({ at, mark, index }) => ({ at, mark: price(mark), index: price(index) })),
      steps: steps.map((step) => writeReceiptStep(world, step, bookings, fills)),
    }
  })
}

function writeReceiptStep(
  world: ContractsWorld,
  step: StepRow,
  bookings: readonly BookingRow[],
  fills: readonly Fill[],
): WireLiquidationReceipt['steps'][number] {
  const instrument = contractOf(world, step.symbol)
  const { priceScale, quantityScale } = instrument.scale
  // A step without an order handed over: its entries are of the same moment.
  const own = bookings.filter((one) =>
    step.order_id === null ? one.order_id === null && one.at === step.at : one.order_id === step.order_id,
  )
  const sum = (of: (row: BookingRow) => bigint): bigint => own.reduce((all, row) => all + of(row), 0n)
  // Nobody is shown safer than they were: equity down, what must be kept up.
  const fine = (units: string, rounding: 'floor' | 'ceiling'): string =>
    money(rescale(BigInt(units), fineScale, marginScale, rounding))
  const filled = sum(({ size }) => (size < 0n ? -size : size))
  return {
    number: step.number,
    kind: step.kind,
    at: Number(step.at),
    cashFine: step.inputs.cashFine,
    positionAt: step.inputs.at,
    lot: step.inputs.lot,
    fund: money(BigInt(step.inputs.fund)),
    positions: step.inputs.positions.map(({ tiers, ...one }) => ({ ...one, tiers: [...tiers] })),
    marks: step.inputs.marks as WireMark[],
    equity: fine(step.inputs.equityFine, 'floor'),
    maintenance: fine(step.inputs.maintenanceFine, 'ceiling'),
    quantity: writeDecimal(step.quantity, quantityScale),
    worstPrice: writeDecimal(step.worst_price, priceScale),
    ...(step.order_id === null ? {} : { orderId: step.order_id }),
    filled: writeDecimal(filled, quantityScale),
    fills: fills.filter(({ orderId }) => orderId === step.order_id).map((fill) => writeFill(fill, instrument)),
    entryIds: [...new Set(own.map((row) => row.entry_id))],
    realised: money(sum(({ realised }) => realised)),
    fee: money(sum(({ fee }) => fee)),
    vat: money(sum(({ vat }) => vat)),
    uncharged: money(sum(({ uncharged }) => uncharged)),
    liquidationFee: money(sum((row) => row.liquidation_fee)),
    fundPaid: money(sum((row) => row.fund_paid)),
    marketBore: money(sum((row) => row.market_bore)),
  }
}
