import { assert, divide, type Id, type Instant, minOf } from '@bolsillo/kernel'
import type { Booking, ContractFacts, ContractPosition } from './contract-facts.ts'
import { openPosition, withChanges } from './contract-facts.ts'
import { contractFees } from './contract-fees.ts'
import { liquidationFeeBps } from './contract-list.ts'
import { contractFillEntry, type FillMoves, type MarginMove } from './contract-transfers.ts'
import { bookFill } from './fill-booking.ts'
import { crossBeside, withoutTaken } from './margin/cross-margin.ts'
import { type ContractTerms, worthOf } from './margin/margin-tiers.ts'
import { openingLoss } from './margin/opening-need.ts'
import type { OrderTerms } from './order-terms.ts'
import { type FoldedFill, fineToMinor, foldFill, joined, marginFor } from './position.ts'
import type { Trigger } from './triggers.ts'

type OpenedPart = NonNullable<FoldedFill['opened']>

/** A fill with all it is settled on. Amounts are minor units of USDT. */
export interface FillFacts {
  readonly terms: ContractTerms
  readonly customerId: Id<'cus'>
  readonly order: OrderTerms & {
    readonly orderId: Id<'ord'> | undefined
    readonly side: 'buy' | 'sell'
    /** Nothing of the order was filled before. */
    readonly isFirstFill?: boolean
  }
  /** The mark of now, where there is one: what the opened part has lost against it is set aside. */
  readonly mark?: bigint | undefined
  /** The last print there is: exits set by the fill are reached by later ones only. */
  readonly lastPrint?: number | undefined
  /** `deleveraging`: no order, no fee, at the price of the one who is bankrupt. */
  readonly isDeleveraging: boolean
  readonly price: bigint
  readonly quantity: bigint
  readonly fee: bigint
  readonly vat: bigint
  readonly released: bigint
  readonly orderHoldId: Id<'hld'> | undefined
  /** Free money of the purse, and what the fund has. */
  readonly available: bigint
  readonly fund: bigint
  readonly custodian: string
  readonly details: Readonly<Record<string, string>>
  readonly at: Instant
  readonly entryId: Id<'ent'>
  readonly newId: <Prefix extends string>(prefix: Prefix) => Id<Prefix>
}

/** What a fill makes of a customer's contracts, and the entry that moves the money. */
export function settleFill(facts: ContractFacts, fill: FillFacts) {
  const { terms, order, at } = fill
  const before = openPosition(facts, terms.symbol)
  const mode = before?.mode ?? order.mode
  const folded = foldFill(
    terms,
    before,
    { side: order.side, price: fill.price, quantity: fill.quantity },
    {
      keepsMargin: order.cause === 'liquidation',
    },
  )
  const others = crossBeside(facts, before?.positionId)
  const booked = bookedFor(fill, { before, mode, folded, others })
  const fundPaid = minOf(booked.shortfall, fill.fund)
  const marketBore = booked.shortfall - fundPaid
  const isFlip = before !== undefined && folded.kept === undefined && folded.opened !== undefined
  const { changed, margin } = ownChanges(fill, { before, folded, booked, isFlip })
  const given = withoutTaken(others, booked.taken, at)
  margin.push(...given.moves)
  changed.push(...given.changed)
  const subject = before?.positionId ?? changed.at(0)?.positionId ?? fill.newId('pos')
  const whole: Booking = {
    kind: 'booking',
    at,
    entryId: fill.entryId,
    customerId: fill.customerId,
    positionId: subject,
    symbol: terms.symbol,
    what: fill.isDeleveraging ? 'deleveraging' : 'fill',
    orderId: order.orderId,
    liquidationId: order.liquidationId,
    size: order.side === 'buy' ? fill.quantity : -fill.quantity,
    price: fill.price,
    realised: folded.realised,
    fee: booked.fee,
    vat: booked.vat,
    feeUncharged: fill.fee - booked.fee,
    vatUncharged: fill.vat - booked.vat,
    liquidationFee: booked.liquidationFee,
    fundPaid,
    marketBore,
  }
  const records = isFlip ? flipBookings(whole, before, changed) : [whole]
  const moves = movesOf(fill, {
    ...{ positionId: subject, kind: kindOf(fill, folded.closed > 0n), margin },
    ...{ realised: folded.realised, fee: booked.fee, vat: booked.vat, liquidationFee: booked.liquidationFee },
    ...{ fundPaid, marketBore },
  })
  return { entry: contractFillEntry(moves), facts: withChanges(facts, at, changed, records), records, booked }
}

/** What of a fill is paid by whom. */
function bookedFor(
  fill: FillFacts,
  {
    before,
    mode,
    folded,
    others,
  }: {
    readonly before: ContractPosition | undefined
    readonly mode: ContractPosition['mode']
    readonly folded: FoldedFill
    readonly others: readonly ContractPosition[]
  },
) {
  const { order } = fill
  const isLiquidation = order.cause === 'liquidation' && !fill.isDeleveraging
  const notional = worthOf(fill.terms, fill.price, fill.quantity)
  return bookFill({
    mode,
    available: fill.available,
    released: fill.released,
    margin: before?.margin ?? 0n,
    freed: folded.freed,
    others: mode === 'cross' ? others.map(({ positionId, margin }) => ({ positionId, margin })) : [],
    realised: folded.realised,
    wanted: wantedFor(fill, folded.opened),
    fee: fill.fee,
    vat: fill.vat,
    vatBps: contractFees.vatBps,
    liquidationFee: isLiquidation ? (notional * liquidationFeeBps) / (10_000n * fineToMinor) : 0n,
    marginPays: order.cause === 'liquidation',
  })
}

/** What a fill makes of the position it meets and of the one it opens, and what moves in their margins. */
function ownChanges(
  fill: FillFacts,
  {
    before,
    folded,
    booked,
    isFlip,
  }: {
    readonly before: ContractPosition | undefined
    readonly folded: FoldedFill
    readonly booked: ReturnType<typeof bookFill>
    readonly isFlip: boolean
  },
): { readonly changed: ContractPosition[]; readonly margin: MarginMove[] } {
  const { order, at } = fill
  const after = joined(folded.kept, folded.opened, booked.margin)
  const kept = isFlip || before === undefined ? undefined : before
  const newHoldId = booked.margin > (kept?.margin ?? 0n) && after !== undefined ? fill.newId('hld') : undefined
  const changed: ContractPosition[] = []
  const margin: MarginMove[] = []

  const { onClosed, onOpen } = chargesOf(fill, { folded, booked, isFlip })
  if (before !== undefined && (folded.kept === undefined || after === undefined)) {
    margin.push({ before: before.margin, after: 0n, holdId: before.holdId, newHoldId: undefined })
    changed.push({
      ...before,
      size: 0n,
      entry: 0n,
      margin: 0n,
      holdId: undefined,
      triggers: [],
      realised: before.realised + folded.realised,
      fees: before.fees + onClosed.fees,
      vat: before.vat + onClosed.vat,
      updatedAt: at,
      closedAt: at,
    })
  }
  if (after !== undefined) {
    const base: ContractPosition = kept ?? freshPosition(fill)
    // Set once: what the customer changes or takes away later stays as they have it, whatever else of the order fills.
    const setsExits = folded.opened !== undefined && (order.isFirstFill === true || kept === undefined)
    margin.push({ before: kept?.margin ?? 0n, after: after.margin, holdId: kept?.holdId, newHoldId })
    changed.push({
      ...base,
      ...after,
      leverage: folded.opened === undefined ? base.leverage : order.leverage,
      holdId: after.margin === 0n ? undefined : (newHoldId ?? base.holdId),
      realised: base.realised + (isFlip ? 0n : folded.realised),
      fees: base.fees + onOpen.fees,
      vat: base.vat + onOpen.vat,
      triggers: setsExits ? withExits(base.triggers, fill) : base.triggers,
      updatedAt: at,
    })
  }
  return { changed, margin }
}

/** What of the charges is borne by what a fill closed, and by what it opened or enlarged. */
function chargesOf(
  fill: FillFacts,
  {
    folded,
    booked,
    isFlip,
  }: {
    readonly folded: FoldedFill
    readonly booked: ReturnType<typeof bookFill>
    readonly isFlip: boolean
  },
) {
  const share = (charge: bigint): bigint => (isFlip ? closedShare(charge, folded.closed, fill.quantity) : charge)
  const onClosed = { fees: share(booked.fee), vat: share(booked.vat) }
  const onOpen = isFlip
    ? { fees: booked.fee - onClosed.fees, vat: booked.vat - onClosed.vat }
    : { fees: booked.fee, vat: booked.vat }
  return { onClosed, onOpen }
}

function movesOf(
  fill: FillFacts,
  made: Pick<
    FillMoves,
    'positionId' | 'kind' | 'margin' | 'realised' | 'fee' | 'vat' | 'liquidationFee' | 'fundPaid' | 'marketBore'
  >,
): FillMoves {
  return {
    ...made,
    id: fill.entryId,
    at: fill.at,
    customerId: fill.customerId,
    orderId: fill.order.orderId,
    custodian: fill.custodian,
    details: fill.details,
    released: fill.released,
    orderHoldId: fill.orderHoldId,
  }
}

/**
 * What of a charge falls on the part of a fill that closed: by size, rounded down. The rest falls on the part that opened, so
 * the two are the charge.
 */
function closedShare(charge: bigint, closed: bigint, quantity: bigint): bigint {
  return divide(charge * closed, quantity, 'down')
}

/**
 * A fill that closes a position and opens one on the other side is booked on both: each position is the sum of its
 * bookings. The result and who bore it is of the one that closes; charges, and what of them was not there, are shared.
 */
function flipBookings(whole: Booking, before: ContractPosition, changed: readonly ContractPosition[]): Booking[] {
  const opened = changed.find((one) => one.symbol === before.symbol && one.positionId !== before.positionId)
  assert(opened !== undefined, 'what turned to the other side opened a position')
  const length = (size: bigint): bigint => (size < 0n ? -size : size)
  const share = (charge: bigint): bigint => closedShare(charge, length(before.size), length(whole.size))
  const closing: Booking = {
    ...whole,
    size: -before.size,
    fee: share(whole.fee),
    vat: share(whole.vat),
    feeUncharged: share(whole.feeUncharged),
    vatUncharged: share(whole.vatUncharged),
  }
  const opening: Booking = {
    ...whole,
    positionId: opened.positionId,
    size: opened.size,
    realised: 0n,
    fee: whole.fee - closing.fee,
    vat: whole.vat - closing.vat,
    feeUncharged: whole.feeUncharged - closing.feeUncharged,
    vatUncharged: whole.vatUncharged - closing.vatUncharged,
    liquidationFee: 0n,
    fundPaid: 0n,
    marketBore: 0n,
  }
  return [closing, opening]
}

/** Margin at the order's leverage, and what the opened part has lost against the mark already. */
function wantedFor({ terms, order, price, mark }: FillFacts, opened: OpenedPart | undefined): bigint {
  if (opened === undefined) return 0n
  const quantity = opened.size < 0n ? -opened.size : opened.size
  return marginFor(opened.entry, order.leverage) + openingLoss(terms, { side: order.side, price, quantity, mark })
}

function kindOf({ isDeleveraging, order }: FillFacts, closes: boolean): FillMoves['kind'] {
  if (isDeleveraging) return 'contract-deleveraging'
  if (order.cause === 'liquidation') return 'contract-liquidation'
  return closes ? 'contract-close' : 'contract-open'
}

/** A position that begins has the mode of the order that opens it, also where that order closed another one first. */
function freshPosition(fill: FillFacts): ContractPosition {
  return {
    positionId: fill.newId('pos'),
    customerId: fill.customerId,
    symbol: fill.terms.symbol,
    mode: fill.order.mode,
    leverage: fill.order.leverage,
    size: 0n,
    entry: 0n,
    margin: 0n,
    holdId: undefined,
    realised: 0n,
    funding: 0n,
    fees: 0n,
    vat: 0n,
    triggers: [],
    liquidationId: undefined,
    fundedAt: fill.at,
    openedAt: fill.at,
    updatedAt: fill.at,
    closedAt: undefined,
  }
}

/** Exits of the order replace those of the same kind. */
function withExits(triggers: readonly Trigger[], { order, at, lastPrint }: FillFacts): readonly Trigger[] {
  const kinds = new Set(order.exits.map(({ kind }) => kind))
  const after = lastPrint === undefined ? {} : { afterPrint: lastPrint }
  return [
    ...triggers.filter(({ kind }) => !kinds.has(kind)),
    ...order.exits.map((exit) => ({ ...exit, setAt: at, ...after })),
  ]
}
