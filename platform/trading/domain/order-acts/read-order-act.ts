import {
  type Asset,
  dateOfDayNumber,
  type Id,
  type Instant,
  idOf,
  idOfBytes,
  instant,
  isId,
  type Money,
  money,
  plusMs,
  priceOf,
  quantityOf,
} from '@bolsillo/kernel'
import type { Act, ActValue } from '@bolsillo/ledger/domain'
import {
  type EndReason,
  endReasons,
  type Fill,
  type Order,
  type OrderEvent,
  type OrderEventKind,
  type OrderState,
  orderEventKinds,
  orderSides,
  orderStates,
  orderTypes,
  type PairFilled,
  timesInForce,
} from '../order.ts'
import { quoteAssets, tradedProducts } from '../traded-instrument.ts'
import { orderActKind } from './order-act.ts'

// Reads all that an act records of an order: its ticket, its state, its fills. What is written by
// `order-act.ts` is read here value by value, and refused where a value is not of its kind.

/** The columns that never change. */
export type RecordedTicket = Pick<
  Order,
  | 'customerId'
  | 'product'
  | 'venue'
  | 'instrumentId'
  | 'side'
  | 'type'
  | 'timeInForce'
  | 'postOnly'
  | 'reduceOnly'
  | 'amount'
  | 'limitPrice'
  | 'stopPrice'
  | 'takeProfit'
  | 'stopLoss'
  | 'parentId'
  | 'twinId'
  | 'feeSchedule'
  | 'bidAtReceipt'
  | 'askAtReceipt'
  | 'quoteSequence'
  | 'receivedAt'
  | 'acceptedAt'
  | 'expiresAt'
  | 'activeFrom'
  | 'terms'
> & { readonly asset: Asset }

/** A fill as its step records it: without what its order and its entry have; money is in the order's asset. */
export interface RecordedFill
  extends Pick<
    Fill,
    'fillId' | 'price' | 'quantity' | 'liquidity' | 'sequence' | 'entryId' | 'at' | 'settlesOn' | 'sellableAt'
  > {
  readonly amount: bigint
  readonly fee: bigint
  readonly vat: bigint
  /** Undefined: the venue of its order. */
  readonly source: string | undefined
}

/** What an act records of an order. */
export interface OrderOfAct {
  readonly orderId: Id<'ord'>
  /** The act before about the same order. */
  readonly previous: bigint | undefined
  /** Undefined in every act but the first, and in all of an order from before acts. */
  readonly ticket: RecordedTicket | undefined
  readonly state: OrderState
  /** The order as the act leaves it, with this ticket. */
  readonly orderWith: (ticket: RecordedTicket) => Order
  /** The number of the last step; undefined when the act has none. */
  readonly lastStep: number | undefined
  /** Fills that are recorded completely. */
  readonly fills: readonly RecordedFill[]
}

class Unreadable extends Error {}

/** Values by their places. */
class Values {
  readonly #values: readonly ActValue[]
  #at = 0

  constructor(values: ActValue | undefined) {
    if (!Array.isArray(values)) throw new Unreadable()
    this.#values = values
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#values.length
  }

  next(): ActValue {
    // Empty values at the end of a step are left out.
    const value = this.#values[this.#at] ?? ''
    this.#at += 1
    return value
  }

  skip(count: number): void {
    this.#at += count
  }

  whole(): bigint {
    const value = this.next()
    if (typeof value === 'bigint') return value
    throw new Unreadable()
  }

  text(): string {
    const value = this.next()
    if (typeof value === 'string' && value !== '') return value
    throw new Unreadable()
  }

  flag(): boolean {
    const value = this.next()
    if (typeof value === 'boolean') return value
    throw new Unreadable()
  }

  number(): number {
    return Number(this.whole())
  }

  instant(): Instant {
    return instant(this.number())
  }

  /** A sum beyond 64 bits, as digits. */
  digits(): bigint {
    const text = this.text()
    if (/^\d+$/.test(text)) return BigInt(text)
    throw new Unreadable()
  }

  id<Prefix extends string>(prefix: Prefix): Id<Prefix> {
    const text = this.text()
    if (isId(prefix, text)) return text
    throw new Unreadable()
  }

  bytesOfId<Prefix extends string>(prefix: Prefix): Id<Prefix> {
    const bytes = this.next()
    if (bytes instanceof Uint8Array && bytes.length === 16) return idOfBytes(prefix, bytes)
    throw new Unreadable()
  }

  oneOf<Word extends string>(words: readonly Word[]): Word {
    const text = this.text()
    const found = words.find((word) => word === text)
    if (found === undefined) throw new Unreadable()
    return found
  }

  /** Undefined where there is nothing. */
  maybe<Value>(read: () => Value): Value | undefined {
    if ((this.#values[this.#at] ?? '') !== '') return read()
    this.#at += 1
    return undefined
  }

  asset(): Asset {
    const asset = quoteAssets[this.text()]
    if (asset === undefined) throw new Unreadable()
    return asset
  }
}

/** Reads an act of an order; undefined for one that is not written as these acts are. */
export function readOrderAct({ kind, subject, payload, postings }: Act): OrderOfAct | undefined {
  if (kind !== orderActKind || postings.length > 0 || !subject.startsWith('order:')) return undefined
  const { first, steps, now, order, previous } = payload
  const orderId = subject.slice('order:'.length)
  if (!isId('ord', orderId) || typeof first !== 'bigint' || !Array.isArray(steps)) return undefined
  try {
    return {
      orderId,
      previous: typeof previous === 'bigint' ? previous : undefined,
      ticket: order === undefined ? undefined : readTicket(new Values(order)),
      state: new Values(now).oneOf(orderStates),
      orderWith: readProgress(orderId, new Values(now)),
      lastStep: steps.length === 0 ? undefined : Number(first) + steps.length - 1,
      fills: steps.flatMap((step) => readFill(step) ?? []),
    }
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

function readTicket(values: Values): RecordedTicket {
  const price = () => priceOf(values.whole())
  const at = () => values.instant()
  const orderId = () => values.id('ord')
  const head = {
    customerId: values.id('cus'),
    product: values.oneOf(tradedProducts),
    venue: values.text(),
    instrumentId: values.text(),
    side: values.oneOf(orderSides),
    type: values.oneOf(orderTypes),
    timeInForce: values.oneOf(timesInForce),
    postOnly: values.flag(),
    reduceOnly: values.flag(),
  }
  const asset = values.asset()
  return {
    ...head,
    asset,
    amount: values.maybe(() => money(values.whole(), asset)),
    limitPrice: values.maybe(price),
    stopPrice: values.maybe(price),
    takeProfit: values.maybe(price),
    stopLoss: values.maybe(price),
    parentId: values.maybe(orderId),
    twinId: values.maybe(orderId),
    feeSchedule: values.text(),
    bidAtReceipt: values.maybe(price),
    askAtReceipt: values.maybe(price),
    quoteSequence: values.maybe(() => values.number()),
    receivedAt: at(),
    acceptedAt: at(),
    expiresAt: values.maybe(at),
    activeFrom: values.maybe(at),
    terms: values.maybe(() => values.text()),
  }
}

function readProgress(orderId: Id<'ord'>, values: Values): OrderOfAct['orderWith'] {
  const at = () => values.instant()
  const head = {
    state: values.oneOf(orderStates),
    quantity: values.maybe(() => quantityOf(values.whole())),
    worstPrice: priceOf(values.whole()),
    filledQuantity: quantityOf(values.whole()),
    filledExact: values.digits(),
    takerExact: values.digits(),
  }
  const [amount, fee, vat] = [values.whole(), values.whole(), values.whole()]
  const tail = {
    holdId: values.maybe(() => values.bytesOfId('hld')),
    held: values.whole(),
    firstFillAt: values.maybe(at),
    lastFillAt: values.maybe(at),
    endedAt: values.maybe(at),
    endReason: values.maybe(() => values.oneOf(endReasons)),
    priority: values.whole(),
    updatedAt: at(),
    pairFilled: values.isAtEnd ? undefined : readPair(new Values(values.next())),
  }
  return ({ asset, ...ticket }) => {
    const cash = (minor: bigint): Money => money(minor, asset)
    return { orderId, ...ticket, ...head, filledAmount: cash(amount), fee: cash(fee), vat: cash(vat), ...tail }
  }
}

function readPair(values: Values): PairFilled {
  return { exact: values.digits(), takerExact: values.digits(), fee: values.digits(), vat: values.digits() }
}

/** Undefined for a step that is no fill, and for a fill from before acts became complete. */
function readFill(step: ActValue): RecordedFill | undefined {
  const values = new Values(step)
  if (values.text() !== 'filled') return undefined
  const head = {
    at: values.instant(),
    price: priceOf(values.whole()),
    quantity: quantityOf(values.whole()),
    amount: values.whole(),
    sequence: values.number(),
    entryId: values.bytesOfId('ent'),
  }
  // Why an order ended is no part of a fill.
  values.skip(1)
  if (values.isAtEnd) return undefined
  return {
    ...head,
    fillId: values.bytesOfId('fil'),
    liquidity: values.flag() ? 'taker' : 'maker',
    fee: values.whole(),
    vat: values.whole(),
    settlesOn: dateOfDayNumber(values.number()),
    sellableAt: plusMs(head.at, values.maybe(() => values.number()) ?? 0),
    source: values.maybe(() => values.text()),
  }
}

/** The part of an order's life that one act records. */
interface OrderLifePart {
  readonly orderId: Id<'ord'>
  readonly previous: bigint | undefined
  readonly steps: readonly OrderEvent[]
}

/** Reads an act of an order; undefined for an act of another kind, or one that is not written as this one is. */
export function lifeOfAct({ kind, subject, payload, postings }: Act): OrderLifePart | undefined {
  const { first, steps, previous } = payload
  if (kind !== orderActKind || postings.length > 0 || !subject.startsWith('order:')) return undefined
  if (typeof first !== 'bigint' || !Array.isArray(steps)) return undefined
  const orderId = idOf('ord', subject.slice('order:'.length))
  const read: OrderEvent[] = []
  for (const [place, values] of steps.entries()) {
    const step = Array.isArray(values) ? readStep(orderId, Number(first) + place, values) : undefined
    if (step === undefined) return undefined
    read.push(step)
  }
  return { orderId, previous: typeof previous === 'bigint' ? previous : undefined, steps: read }
}

function readStep(orderId: Id<'ord'>, number: number, values: readonly ActValue[]): OrderEvent | undefined {
  const [kind, at, price, quantity, amount, sequence, entry, reason] = values
  if (!isKind(kind) || typeof at !== 'bigint') return undefined
  return {
    orderId,
    number,
    kind,
    at: instant(Number(at)),
    ...(typeof price === 'bigint' ? { price: priceOf(price) } : {}),
    ...(typeof quantity === 'bigint' ? { quantity: quantityOf(quantity) } : {}),
    ...(typeof amount === 'bigint' ? { amount } : {}),
    ...(typeof sequence === 'bigint' ? { sequence: Number(sequence) } : {}),
    ...(entry instanceof Uint8Array ? { entryId: idOfBytes('ent', entry) } : {}),
    ...(isReason(reason) ? { reason } : {}),
  }
}

const isKind = (value: ActValue | undefined): value is OrderEventKind => orderEventKinds.some((kind) => kind === value)
const isReason = (value: ActValue | undefined): value is EndReason => endReasons.some((reason) => reason === value)
