import type { z } from '@bolsillo/contract'
import {
  averagePriceUnits,
  divide,
  type Id,
  type Instant,
  type Money,
  powerOfTen,
  present,
  writeDecimal,
  writeMoney,
} from '@bolsillo/kernel'
import {
  type Instrument,
  instrumentOf,
  priceDecimals,
  tradeDateOf,
  writePrice,
  writeQuantity,
} from '@bolsillo/market/domain'
import type { feeScheduleShape, fillShape, orderShape, tradingRulesShape } from '../../contract/index.ts'
import {
  type FeeSchedule,
  feeScheduleAt,
  isMadeUp,
  ownsAsset,
  type Fill as TradedFill,
  type Order as TradedOrder,
  waitsForOpening,
} from '../../domain/index.ts'

type Order = z.output<typeof orderShape>
type Fill = z.output<typeof fillShape>

/** The instrument of an order, fill or position. They are only ever made for instruments that exist. */
export function tradedInstrument(instrumentId: string): Instrument {
  return present(instrumentOf(instrumentId), `instrument ${instrumentId}`)
}

/** What an order form must know of an instrument. */
export function writeRules(instrument: Instrument): z.output<typeof tradingRulesShape> {
  const { scale } = instrument
  return {
    symbol: instrument.id,
    currency: instrument.currency,
    priceScale: scale.priceScale,
    quantityScale: scale.quantityScale,
    ticks: instrument.ticks.map(({ from, tick }) => ({
      from: writeDecimal(from, scale.priceScale),
      tick: writeDecimal(tick, scale.priceScale),
    })),
    lot: writeQuantity(instrument.lot, instrument),
    fractional: instrument.fractional,
    quantityMin: writeQuantity(instrument.quantityMin, instrument),
    quantityMax: writeQuantity(instrument.quantityMax, instrument),
    settlementDays: instrument.settlementDays,
    sellLockDays: instrument.sellLockDays,
    needsVip: instrument.needsVip,
    listed: instrument.listed,
  }
}

/** The schedule an instrument's orders are taken under at an instant. */
export function scheduleOf(instrument: Instrument, now: Instant): FeeSchedule {
  return feeScheduleAt(instrument.country, tradeDateOf(instrument.calendar, now))
}

/** A schedule as the wire has it. */
export function writeSchedule(schedule: FeeSchedule, instrument: Instrument): z.output<typeof feeScheduleShape> {
  return {
    id: schedule.id,
    country: schedule.country,
    feeBps: Number(schedule.feeBps),
    ...(schedule.makerBps === undefined ? {} : { makerBps: Number(schedule.makerBps) }),
    feeMin: writeDecimal(schedule.feeMin, instrument.scale.quote.scale),
    vatBps: Number(schedule.vatBps),
    currency: schedule.currency,
    effectiveFrom: schedule.effectiveFrom,
  }
}

/** The schedule of an instrument's country at an instant, as the wire has it. */
export const writeFees = (instrument: Instrument, now: Instant): z.output<typeof feeScheduleShape> =>
  writeSchedule(scheduleOf(instrument, now), instrument)

// Averages are shown with this many decimals more than the prices they are of.
const averageExtra = 3

/** Useless zeros off, down to the decimals a price of that size has. */
function trimAverage(units: bigint, instrument: Instrument, extra: number): string {
  const decimals = priceDecimals(instrument, instrument.referencePrice)
  const text = writeDecimal(units, instrument.scale.priceScale + extra)
  const point = text.indexOf('.')
  const shortest = point + 1 + decimals
  let end = text.length
  while (end > shortest && text[end - 1] === '0') end -= 1
  return text.slice(0, end)
}

/** The average price of fills: exact turnover over quantity, half to even, for showing only. */
function writeAverage(exact: bigint, quantity: bigint, instrument: Instrument): string {
  const units = divide(exact * powerOfTen(averageExtra), quantity, 'half-even')
  return trimAverage(units, instrument, averageExtra)
}

/** What a share or coin cost on average, fees and VAT included, for showing only. */
export function writeAverageCost(cost: Money, quantity: TradedFill['quantity'], instrument: Instrument): string {
  const units = averagePriceUnits(cost, quantity, instrument.scale, averageExtra)
  return trimAverage(units, instrument, averageExtra)
}

/** The middle of best bid and ask, given in tenths of the price unit, with no more decimals than it needs. */
export function writeMid(tenths: bigint, instrument: Instrument): string {
  return trimAverage(tenths, instrument, 1)
}

/** An order as the wire has it. */
export function writeOrder(order: TradedOrder): Order {
  const instrument = tradedInstrument(order.instrumentId)
  const price = (name: string, value: TradedOrder['limitPrice']) =>
    value === undefined ? {} : { [name]: writePrice(value, instrument) }
  const id = (name: string, value: Id<'ord'> | undefined) => (value === undefined ? {} : { [name]: value })
  return {
    orderId: order.orderId,
    symbol: instrument.id,
    ticker: instrument.ticker,
    name: instrument.name,
    currency: instrument.currency,
    side: order.side,
    type: order.type,
    timeInForce: order.timeInForce,
    postOnly: order.postOnly,
    state: order.state,
    ...(order.quantity === undefined ? {} : { quantity: writeQuantity(order.quantity, instrument) }),
    ...(order.amount === undefined ? {} : { amount: writeMoney(order.amount) }),
    ...price('limitPrice', order.limitPrice),
    ...price('stopPrice', order.stopPrice),
    ...price('takeProfitPrice', order.takeProfit),
    ...price('stopLossPrice', order.stopLoss),
    ...id('parentOrderId', order.parentId),
    ...id('twinOrderId', order.twinId),
    filledQuantity: writeQuantity(order.filledQuantity, instrument),
    ...(order.filledQuantity === 0n
      ? {}
      : { averagePrice: writeAverage(order.filledExact, order.filledQuantity, instrument) }),
    filledAmount: writeMoney(order.filledAmount),
    fee: writeMoney(order.fee),
    vat: writeMoney(order.vat),
    held: writeHeld(order, instrument),
    ...(order.endReason === undefined ? {} : { endReason: order.endReason }),
    ...(isMadeUp(order) ? { madeUp: true } : {}),
    ...(waitsForOpening(order) && order.activeFrom !== undefined ? { opensAt: order.activeFrom } : {}),
    receivedAt: order.receivedAt,
    updatedAt: order.updatedAt,
  }
}

/** What is still reserved: money of a buy or of a contract, shares or coins of a sale. */
function writeHeld({ product, side, held }: TradedOrder, instrument: Instrument): string {
  const { scale } = instrument
  return writeDecimal(held, side === 'buy' || !ownsAsset(product) ? scale.quote.scale : scale.quantityScale)
}

/** A fill as the wire has it. */
export function writeFill(fill: TradedFill): Fill {
  const instrument = tradedInstrument(fill.instrumentId)
  return {
    fillId: fill.fillId,
    orderId: fill.orderId,
    symbol: instrument.id,
    side: fill.side,
    price: writePrice(fill.price, instrument),
    quantity: writeQuantity(fill.quantity, instrument),
    amount: writeMoney(fill.amount),
    fee: writeMoney(fill.fee),
    vat: writeMoney(fill.vat),
    currency: instrument.currency,
    liquidity: fill.liquidity,
    source: fill.source,
    sequence: fill.sequence,
    entrySeq: fill.entrySeq.toString(),
    entryId: fill.entryId,
    at: fill.at,
    settlesOn: fill.settlesOn,
    sellableAt: fill.sellableAt,
  }
}
