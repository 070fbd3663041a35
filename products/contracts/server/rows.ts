import { divide, type Price, rescale, writeDecimal, writeMoney } from '@bolsillo/kernel'
import type { Instrument } from '@bolsillo/market/domain'
import type { Mode } from '@bolsillo/server-kit'
import type { Fill, Order, OrderEvent } from '@bolsillo/trading/domain'
import { averagePriceOf } from '@bolsillo/trading/domain'
import type {
  WireContract,
  WireContractFill,
  WireContractOrder,
  WireContractPosition,
  WireExactPosition,
  WireMarginAccount,
  WireMark,
} from '../contract/index.ts'
import {
  type AdlRank,
  baseOf,
  type ContractFacts,
  type ContractPosition,
  ceilingIn,
  closingAlone,
  contractFees,
  contractTerms,
  crossAccount,
  crossFiguresAtMark,
  entryPriceOf,
  figuresAtMark,
  fineScale,
  fineToMinor,
  fundingTerms,
  highestLeverage,
  leverageChoices,
  liquidationFeeBps,
  liveCeilingOf,
  type MarginAccount,
  marginScale,
  openPositions,
  rateScale,
  readTerms,
  removableMargin,
  riskClassOf,
  unrealisedAtMark,
} from '../domain/index.ts'
import { writeAccountPositions } from './engine/step-inputs.ts'
import type { Mark } from './funding/marks.ts'

const money = (minor: bigint): string => writeDecimal(minor, marginScale)
const fine = (units: bigint): string => money(rescale(units, fineScale, marginScale, 'half-even'))
/** Leverages and percentages are hundredths. */
const hundredths = (units: bigint): string => writeDecimal(units, 2)

/** What a contract is, as everybody sees it. */
export function writeContract(instrument: Instrument, mode: Mode): WireContract {
  const { scale, ticks } = instrument
  const terms = contractTerms(instrument)
  const highest = highestLeverage(terms.tiers, ceilingIn(mode, instrument.id))
  const price = (units: bigint): string => writeDecimal(units, scale.priceScale)
  const quantity = (units: bigint): string => writeDecimal(units, scale.quantityScale)
  return {
    symbol: instrument.id,
    base: baseOf(instrument.id),
    name: instrument.name,
    underlying: instrument.underlying ?? instrument.id,
    marginAsset: scale.quote.code,
    riskClass: riskClassOf(instrument.id),
    listed: instrument.listed,
    priceScale: scale.priceScale,
    quantityScale: scale.quantityScale,
    tick: price(ticks[0]?.tick ?? 1n),
    lot: quantity(instrument.lot),
    quantityMin: quantity(instrument.quantityMin),
    quantityMax: quantity(instrument.quantityMax),
    leverageLive: hundredths(liveCeilingOf(instrument.id)),
    leverageDefault: hundredths(100n),
    leverageMax: hundredths(highest),
    leverages: leverageChoices(terms)
      .filter((one) => one <= highest)
      .map(hundredths),
    tiers: terms.tiers.map(({ upTo, initialPpm, maintenancePpm }) => ({
      ...(upTo === undefined ? {} : { upTo: fine(upTo) }),
      leverageMax: hundredths(divide(100_000_000n, initialPpm, 'floor')),
      initialRate: writeDecimal(initialPpm, 6),
      maintenanceRate: writeDecimal(maintenancePpm, 6),
    })),
    fees: {
      schedule: contractFees.schedule,
      makerBps: Number(contractFees.makerBps),
      takerBps: Number(contractFees.takerBps),
      vatBps: Number(contractFees.vatBps),
      liquidationBps: Number(liquidationFeeBps),
    },
    funding: writeFundingTerms(),
  }
}

/** By what a rate of funding is computed. */
export function writeFundingTerms(): WireContract['funding'] {
  const { hours, interest, clamp, cap } = fundingTerms
  return { hours, interest: billionth(interest), clamp: billionth(clamp), cap: billionth(cap) }
}

const billionth = (rate: bigint): string => writeDecimal(rate, rateScale)

/** A mark with all it was made of. */
export function writeMark(mark: Mark, priceScale: number): WireMark {
  const price = (units: bigint): string => writeDecimal(units, priceScale)
  const { index, mark: made } = mark
  return {
    symbol: mark.symbol,
    at: mark.at,
    mark: price(made.price),
    index: price(index.price),
    components: [
      ...index.used.map((one) => ({ venue: one.venue, price: price(one.price), at: one.at, used: true })),
      ...index.left.map((one) => ({
        venue: one.venue,
        price: price(one.price),
        at: one.at,
        used: false,
        why: one.why,
      })),
    ],
    funded: price(made.funded),
    basis: price(made.basis),
    last: price(made.last),
    fundingRate: billionth(mark.fundingRate),
    nextFundingAt: mark.nextFundingAt,
  }
}

/** What the rows of positions are made with. */
export interface PositionWorld {
  readonly instrumentOf: (symbol: string) => Instrument | undefined
  readonly markOf: (symbol: string) => bigint | undefined
  readonly rankOf: (position: ContractPosition) => AdlRank | undefined
}

function instrumentOf(world: PositionWorld, symbol: string): Instrument {
  const instrument = world.instrumentOf(symbol)
  if (instrument === undefined) throw new Error(`no contract ${symbol}`)
  return instrument
}

/** The account a position answers in: its own, or the customer's cross account. Undefined while a mark is missing. */
export function accountOf(
  world: PositionWorld,
  facts: ContractFacts,
  available: bigint,
  position: ContractPosition,
): { readonly account: MarginAccount; readonly at: number } | undefined {
  const termsOf = (symbol: string) => contractTerms(instrumentOf(world, symbol))
  if (position.mode === 'isolated') {
    const mark = world.markOf(position.symbol)
    if (mark === undefined) return undefined
    const { size, entry, symbol, margin } = position
    const own = { terms: termsOf(symbol), size, entry, mark }
    return { account: { cash: margin * fineToMinor, positions: [own] }, at: 0 }
  }
  const account = crossAccount(facts, available, world.markOf, termsOf)
  const at = openPositions(facts)
    .filter(({ mode }) => mode === 'cross')
    .findIndex(({ positionId }) => positionId === position.positionId)
  return account === undefined || at < 0 ? undefined : { account, at }
}

/** What of a position no mark changes. */
function writeBase(instrument: Instrument, position: ContractPosition) {
  const terms = contractTerms(instrument)
  const { priceScale, quantityScale } = instrument.scale
  const price = (units: bigint): string => writeDecimal(units, priceScale)
  const length = position.size < 0n ? -position.size : position.size
  return {
    positionId: position.positionId,
    symbol: position.symbol,
    side: position.size > 0n ? ('long' as const) : ('short' as const),
    mode: position.mode,
    leverage: hundredths(position.leverage),
    size: writeDecimal(length, quantityScale),
    entryPrice: price(entryPriceOf(terms, position)),
    entryFine: String(position.entry),
    margin: money(position.margin),
    realised: money(position.realised),
    funding: money(position.funding),
    fees: money(position.fees),
    vat: money(position.vat),
    triggers: position.triggers.map(({ kind, on, setAt, price: at, reached }) => ({
      ...{ kind, on, setAt, price: price(at) },
      ...(reached === undefined ? {} : { reachedAt: reached.at, reachedPrice: price(reached.price) }),
    })),
    beingLiquidated: position.liquidationId !== undefined,
    openedAt: position.openedAt,
    updatedAt: position.updatedAt,
  }
}

/** An open position as its holder sees it: the same function as the engine's says what it must keep. */
export function writePosition(
  world: PositionWorld,
  facts: ContractFacts,
  available: bigint,
  position: ContractPosition,
): WireContractPosition {
  const base = writeBase(instrumentOf(world, position.symbol), position)
  const closing = writeClosing(world, facts, available, position)
  const found = accountOf(world, facts, available, position)
  if (found === undefined) return { ...base, ...closing, removable: money(0n) }
  const rank = world.rankOf(position)
  return {
    ...base,
    ...closing,
    ...figuresAtMark(found.account, found.at, position.margin),
    removable: money(position.mode === 'isolated' ? removableMargin(found.account, position.margin) : 0n),
    ...(rank === undefined ? {} : { adlRank: rank }),
  }
}

/** How far a position may be closed by itself, and what would have to be closed before it to go further. */
function writeClosing(world: PositionWorld, facts: ContractFacts, available: bigint, position: ContractPosition) {
  const { worst, first } = closingAlone({
    ...{ facts, position, available, markOf: world.markOf },
    termsOf: (symbol) => contractTerms(instrumentOf(world, symbol)),
  })
  const { priceScale } = instrumentOf(world, position.symbol).scale
  return {
    ...(worst === undefined ? {} : { closeWorst: writeDecimal(worst, priceScale) }),
    ...(first === undefined ? {} : { closeFirst: first }),
  }
}

/** Positions as sums are done with them: whole numbers, nothing rounded. Those without a mark are left out. */
export function writeExact(world: PositionWorld, positions: readonly ContractPosition[]): readonly WireExactPosition[] {
  return positions.flatMap(({ symbol, size, entry, margin }) => {
    const mark = world.markOf(symbol)
    if (mark === undefined) return []
    const instrument = instrumentOf(world, symbol)
    const account = { cash: 0n, positions: [{ terms: contractTerms(instrument), size, entry, mark }] }
    return writeAccountPositions(account).map((one) => ({ ...one, margin: money(margin) }))
  })
}

/** The money behind a customer's contracts. `held`: all that is reserved in the purse. */
export function writeAccount(
  world: PositionWorld,
  facts: ContractFacts,
  balance: { readonly posted: bigint; readonly held: bigint },
): WireMarginAccount {
  const open = openPositions(facts)
  const inPositions = open.reduce((sum, one) => sum + one.margin, 0n)
  const available = balance.posted - balance.held
  const termsOf = (symbol: string) => contractTerms(instrumentOf(world, symbol))
  const cross = crossAccount(facts, available, world.markOf, termsOf)
  const marked = open.flatMap(({ symbol, size, entry }) => {
    const mark = world.markOf(symbol)
    return mark === undefined ? [] : [{ terms: termsOf(symbol), size, entry, mark }]
  })
  return {
    available: money(available),
    inOrders: money(balance.held - inPositions),
    inPositions: money(inPositions),
    ...(marked.length === open.length ? { unrealised: unrealisedAtMark(marked) } : {}),
    ...(cross === undefined ? {} : crossFiguresAtMark(cross)),
  }
}

/** An order as its customer sees it: one at market is shown as that, though the book was given a bound. */
export function writeOrder(order: Order, { scale }: Pick<Instrument, 'scale'>): WireContractOrder {
  const terms = readTerms(order.terms)
  const price = (units: bigint): string => writeDecimal(units, scale.priceScale)
  const exit = (kind: 'take-profit' | 'stop-loss') => {
    const found = terms.exits.find((one) => one.kind === kind)
    return found === undefined ? undefined : { price: price(found.price), on: found.on }
  }
  const [takeProfit, stopLoss] = [exit('take-profit'), exit('stop-loss')]
  const average: Price | undefined = averagePriceOf(order)
  const isLimit = !terms.atMarket && order.limitPrice !== undefined
  return {
    orderId: order.orderId,
    symbol: order.instrumentId,
    side: order.side,
    type: isLimit ? 'limit' : 'market',
    timeInForce: order.timeInForce === 'day' ? 'gtc' : order.timeInForce,
    postOnly: order.postOnly,
    reduceOnly: order.reduceOnly,
    cause: terms.cause,
    mode: terms.mode,
    leverage: hundredths(terms.leverage),
    state: order.state,
    quantity: writeDecimal(order.quantity ?? 0n, scale.quantityScale),
    ...(isLimit && order.limitPrice !== undefined ? { limitPrice: price(order.limitPrice) } : {}),
    worstPrice: price(order.worstPrice),
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
    filledQuantity: writeDecimal(order.filledQuantity, scale.quantityScale),
    ...(average === undefined ? {} : { averagePrice: price(average) }),
    filledNotional: writeMoney(order.filledAmount),
    fee: writeMoney(order.fee),
    vat: writeMoney(order.vat),
    held: money(order.held),
    ...(order.endReason === undefined ? {} : { endReason: order.endReason }),
    ...(terms.liquidationId === undefined ? {} : { liquidationId: terms.liquidationId }),
    receivedAt: order.receivedAt,
    updatedAt: order.updatedAt,
  }
}

export function writeFill(fill: Fill, { scale }: Pick<Instrument, 'scale'>): WireContractFill {
  return {
    fillId: fill.fillId,
    orderId: fill.orderId,
    symbol: fill.instrumentId,
    side: fill.side,
    price: writeDecimal(fill.price, scale.priceScale),
    quantity: writeDecimal(fill.quantity, scale.quantityScale),
    notional: writeMoney(fill.amount),
    fee: writeMoney(fill.fee),
    vat: writeMoney(fill.vat),
    liquidity: fill.liquidity,
    source: fill.source,
    sequence: fill.sequence,
    entryId: fill.entryId,
    entrySeq: String(fill.entrySeq),
    at: fill.at,
  }
}

/** A step of an order's life. */
export function writeStep(event: OrderEvent, { scale }: Pick<Instrument, 'scale'>) {
  return {
    kind: event.kind,
    at: event.at,
    ...(event.price === undefined ? {} : { price: writeDecimal(event.price, scale.priceScale) }),
    ...(event.quantity === undefined ? {} : { quantity: writeDecimal(event.quantity, scale.quantityScale) }),
    ...(event.amount === undefined ? {} : { amount: money(event.amount) }),
    ...(event.reason === undefined ? {} : { reason: event.reason }),
  }
}
