import { idOf, instant, present, reject, rescale, writeDecimal } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import type { Fill } from '@bolsillo/trading/domain'
import {
  liquidationReceipt,
  liquidations,
  contractsRejections as r,
  type WireLiquidation,
  type WireLiquidationReceipt,
  type WireMark,
} from '../../contract/index.ts'
import { fineScale, marginScale } from '../../domain/index.ts'
import { type ContractsWorld, contractOf } from '../contracts-world.ts'
import { writeFill } from '../rows.ts'
import {
  type BookingRow,
  findBookings,
  findLiquidations,
  findMarkSeries,
  findSteps,
  type LiquidationRow,
  type StepRow,
} from './liquidation-store.ts'

const pageSize = 50
/** Marks by the minute a receipt shows. */
const seriesMax = 60
const money = (minor: bigint): string => writeDecimal(minor, marginScale)

/** The customer's liquidations, newest first. */
export const listLiquidations = useCase(
  liquidations,
  async ({ cursor, limit = pageSize }, { db, customer }, world: ContractsWorld) => {
    const { customerId } = customer
    const page = { limit: limit + 1, ...(cursor === undefined ? {} : { before: cursor }) }
    const rows = await findLiquidations(db, customerId, page)
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    return {
      rows: shown.map((row) => writeLiquidation(world, row)),
      ...(rows.length > limit && last !== undefined ? { next: last.liquidation_id } : {}),
    }
  },
)

function writeLiquidation(world: ContractsWorld, row: LiquidationRow): WireLiquidation {
  const positions = row.positions.map(({ position_id: positionId, symbol, size, size_after: after }) => ({
    positionId,
    symbol,
    side: sideOf(BigInt(size)),
    sizeBefore: lengthOf(world, symbol, BigInt(size)),
    sizeAfter: lengthOf(world, symbol, BigInt(after)),
  }))
  return {
    liquidationId: row.liquidation_id,
    ...present(positions[0], 'the position of its first step'),
    mode: row.mode,
    state: row.ended_at === null ? 'running' : 'done',
    positions,
    startedAt: Number(row.at),
    ...(row.ended_at === null ? {} : { endedAt: Number(row.ended_at) }),
  }
}

const sideOf = (size: bigint) => (size > 0n ? ('long' as const) : ('short' as const))

function lengthOf(world: ContractsWorld, symbol: string, size: bigint): string {
  return writeDecimal(size < 0n ? -size : size, contractOf(world, symbol).scale.quantityScale)
}

/** Every input of a liquidation, as it was decided, and every movement. */
export const readReceipt = useCase(
  liquidationReceipt,
  async ({ liquidationId }, { db, customer }, world: ContractsWorld) => {
    const { customerId } = customer
    const [row] = await findLiquidations(db, customerId, { liquidationId, limit: 1 })
    if (row === undefined) return reject(r.liquidationUnknown, { field: 'liquidationId' })
    const steps = await findSteps(db, liquidationId)
    const written = writeLiquidation(world, row)
    const { symbol } = written
    const orderIds = steps.flatMap(({ order_id }) => (order_id === null ? [] : [idOf('ord', order_id)]))
    const [bookings, fills, series] = await Promise.all([
      findBookings(db, liquidationId),
      world.trading.fillsOfOrders(db, customerId, orderIds),
      findMarkSeries(db, symbol, instant(Number(row.at)), seriesMax),
    ])
    const { priceScale } = contractOf(world, symbol).scale
    const price = (units: bigint): string => writeDecimal(units, priceScale)
    return {
      liquidation: written,
      series: series.map(({ at, mark, index }) => ({ at, mark: price(mark), index: price(index) })),
      steps: steps.map((step) => ({
        ...writeReceiptStep(world, step, bookingsOf(step, steps, bookings), fills),
        sizeAfter: sizeAfter(world, step, steps, written),
      })),
    }
  },
)

/**
 * What a step did: its order's entries, or the entry it names. A handing over from before entries were named has those of its
 * moment and position; of two in one millisecond the first step has the first.
 */
function bookingsOf(step: StepRow, steps: readonly StepRow[], bookings: readonly BookingRow[]): readonly BookingRow[] {
  if (step.order_id !== null) return bookings.filter((one) => one.order_id === step.order_id)
  const { entryId } = step.inputs
  if (entryId !== undefined) return bookings.filter((one) => one.entry_id === entryId)
  const isOfMoment = (one: BookingRow | StepRow): boolean =>
    one.order_id === null && one.at === step.at && one.position_id === step.position_id
  const place = steps.filter(isOfMoment).indexOf(step)
  return bookings.filter(isOfMoment).slice(place, place + 1)
}

/** What was left of a step's position after it: what the next step of it found, or what the liquidation left. */
function sizeAfter(
  world: ContractsWorld,
  { number, position_id: positionId, symbol }: StepRow,
  steps: readonly StepRow[],
  of: WireLiquidation,
) {
  const next = steps.find((one) => one.number > number && one.position_id === positionId)
  if (next !== undefined) return lengthOf(world, next.symbol, next.size)
  return present(
    of.positions.find((one) => one.positionId === positionId),
    `position of a step in ${symbol}`,
  ).sizeAfter
}

function writeReceiptStep(
  world: ContractsWorld,
  step: StepRow,
  own: readonly BookingRow[],
  fills: readonly Fill[],
): Omit<WireLiquidationReceipt['steps'][number], 'sizeAfter'> {
  const instrument = contractOf(world, step.symbol)
  const { priceScale, quantityScale } = instrument.scale
  const sum = (of: (row: BookingRow) => bigint): bigint => own.reduce((all, row) => all + of(row), 0n)
  // Nobody is shown safer than they were: equity down, what must be kept up.
  const fine = (units: string, rounding: 'floor' | 'ceiling'): string =>
    money(rescale(BigInt(units), fineScale, marginScale, rounding))
  const filled = sum(({ size }) => (size < 0n ? -size : size))
  return {
    number: step.number,
    positionId: step.position_id,
    symbol: step.symbol,
    side: sideOf(step.size),
    sizeBefore: lengthOf(world, step.symbol, step.size),
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
