import { type BooksRead, pageRows, whole } from '../books-store.ts'
import { type RecordedLife, readLives, recordedColumns } from './order-acts-store.ts'

// Orders with their fills and steps, as they are stored.

export interface OrderRow {
  readonly orderId: string
  readonly stepCount: number
  readonly customerId: string
  readonly purse: string
  readonly venue: string
  readonly instrumentId: string
  readonly side: 'buy' | 'sell'
  readonly type: string
  readonly state: string
  readonly currency: string
  readonly quantity: bigint | undefined
  readonly amount: bigint | undefined
  readonly limitPrice: bigint | undefined
  readonly worstPrice: bigint
  readonly parentId: string | undefined
  readonly twinId: string | undefined
  readonly feeSchedule: string
  readonly filledQuantity: bigint
  readonly filledExact: bigint
  readonly takerExact: bigint | undefined
  readonly filledAmount: bigint
  readonly fee: bigint
  readonly vat: bigint
  /** What the other leg of its pair was filled and charged, of one that took over from it. */
  readonly pairFilled: Readonly<Record<'exact' | 'taken' | 'fee' | 'vat', bigint>> | undefined
  readonly holdId: string | undefined
  readonly held: bigint
  readonly acceptedAt: bigint
  readonly endedAt: bigint | undefined
}

export interface FillRow {
  readonly fillId: string
  readonly orderId: string
  readonly customerId: string
  readonly instrumentId: string
  readonly side: 'buy' | 'sell'
  readonly price: bigint
  readonly quantity: bigint
  readonly currency: string
  readonly amount: bigint
  readonly fee: bigint
  readonly vat: bigint
  readonly liquidity: string
  readonly source: string
  readonly sequence: bigint
  readonly entryId: string
  readonly entrySeq: bigint
  readonly at: bigint
  readonly settlesOn: string
  readonly sellableAt: bigint
  /** It is listed as one from before acts were complete. */
  readonly isBefore: boolean
}

/** What the act of a fill records of it beside the values every step has. */
export interface RecordedFill {
  readonly fillId: string
  readonly sequence: bigint | undefined
  readonly liquidity: string
  readonly fee: bigint | undefined
  readonly vat: bigint | undefined
  readonly settlesOn: string
  readonly sellableAt: bigint
  /** Undefined: the venue of its order. */
  readonly source: string | undefined
}

export interface StepRow {
  readonly orderId: string
  readonly number: number
  readonly kind: string
  readonly at: bigint
  readonly price: bigint | undefined
  readonly quantity: bigint | undefined
  readonly amount: bigint | undefined
  readonly entryId: string | undefined
  /** Undefined for every step that is no fill, and for fills from before acts were complete. */
  readonly fill: RecordedFill | undefined
}

/** An order with its fills in the order they were booked and its steps in order; without `order` they belong to none. */
export interface OrderFile {
  /** How many acts the journal has of it, as far as its last one leads to them. */
  readonly acts: number
  /** What contradicts them. */
  readonly problem: string | undefined
  readonly orderId: string
  readonly order: OrderRow | undefined
  readonly fills: readonly FillRow[]
  readonly steps: readonly StepRow[]
}

/** Every order, and every fill and step of orders that are not there. */
export async function* readOrders(read: BooksRead): AsyncGenerator<readonly OrderFile[]> {
  let from = ''
  for (let isLast = false; !isLast; ) {
    const orders = await read<OrderColumns[]>`
      select order_id, customer_id, purse, venue, instrument_id, side, type, state, currency, quantity::text, amount::text,
        limit_price::text, worst_price::text, parent_id, twin_id, fee_schedule, filled_quantity::text,
        filled_exact::text, taker_exact::text, filled_amount::text, fee::text, vat::text, pair_filled, hold_id, held::text, accepted_at::text,
        ended_at::text, step_count, last_act::text,
        array[${texts(read, recordedColumns.ticket)}] as ticket, array[${texts(read, recordedColumns.progress)}] as progress
      from trade_order where order_id > ${from} order by order_id limit ${pageRows}`
    isLast = orders.length < pageRows
    const to = isLast ? '\u{10ffff}' : (orders.at(-1)?.order_id ?? from)
    const fills = await read<FillColumns[]>`
      select fill_id, order_id, customer_id, instrument_id, side, price::text, quantity::text, currency, amount::text,
        fee::text, vat::text, liquidity, source, sequence::text, entry_id, entry_seq::text, filled_at::text, settles_on::text,
        sellable_at::text,
        exists (select from trade_before_id where id = trade_fill.customer_id || ' ' || fill_id) as is_before
      from trade_fill where order_id > ${from} and order_id <= ${to} order by order_id, trade_fill.entry_seq`
    const steps = await read<StepColumns[]>`
      select order_id, number, kind, happened_at::text, price::text, quantity::text, amount::text, entry_id
      from order_event_before_acts where order_id > ${from} and order_id <= ${to} order by order_id, number`
    const known = new Map(orders.map((row) => [row.order_id, orderOf(row)]))
    const fillsOf = Map.groupBy(fills.map(fillOf), ({ orderId }) => orderId)
    const stepsOf = Map.groupBy(steps.map(stepOf), ({ orderId }) => orderId)
    const lives = await readLives(read, new Map(orders.flatMap(lastActOf)))
    const problems = new Map(orders.map((row) => [row.order_id, recordedProblem(row, lives.get(row.order_id))]))
    yield [...new Set([...known.keys(), ...fillsOf.keys(), ...stepsOf.keys()])].map((orderId) => ({
      orderId,
      order: known.get(orderId),
      acts: lives.get(orderId)?.acts ?? 0,
      problem: problems.get(orderId),
      fills: fillsOf.get(orderId) ?? [],
      steps: [...(stepsOf.get(orderId) ?? []), ...(lives.get(orderId)?.steps ?? [])],
    }))
    from = to
  }
}

/** Whether what there was before acts were complete is what a migration wrote down: its hash, as that computed it. */
export async function isBeforeWhole(read: BooksRead): Promise<boolean> {
  const [row] = await read<{ whole: boolean }[]>`
    select digest = sha256(
      coalesce((select string_agg(part, ''::bytea order by hours) from (
        select left(id, 9) as hours, sha256(convert_to(string_agg(id, ' ' order by id), 'UTF8')) as part
        from trade_before_id group by hours) as ids), '')
      || coalesce((select string_agg(sha256(convert_to('order ' || kept::text, 'UTF8')), ''::bytea order by order_id)
        from trade_before_order as kept), '')
      || coalesce((select string_agg(sha256(convert_to('position ' || kept::text, 'UTF8')), ''::bytea
          order by customer_id, instrument_id collate "C") from trade_before_position as kept), '')
      || coalesce((select string_agg(sha256(convert_to('lock ' || kept::text, 'UTF8')), ''::bytea
          order by customer_id, instrument_id collate "C", sellable_at) from trade_before_lock as kept), '')) as whole
    from trade_before`
  return row?.whole ?? false
}

/** Columns as texts, empty where there is nothing: the driver reads nothing in a list as a word. */
function texts(read: BooksRead, columns: string) {
  return read.unsafe(columns.replace(/\w+/g, "coalesce($&::text, '')"))
}

const lastActOf = ({ order_id: orderId, last_act: lastAct }: OrderColumns): [string, bigint][] =>
  lastAct === null ? [] : [[orderId, BigInt(lastAct)]]

/** Where a row differs from its acts; undefined when it does not, or the order ended before acts. */
function recordedProblem(row: OrderColumns, life: RecordedLife | undefined): string | undefined {
  if (life === undefined || life.problem !== undefined) return life?.problem
  const [ticket, progress] = [row.ticket.join('|'), row.progress.join('|')]
  if (life.ticket !== undefined && life.ticket !== ticket) return `is ${ticket}, its first act records ${life.ticket}`
  // The last column is absent from almost all orders, and then from their acts.
  const isSame = life.progress === progress || `${life.progress}|` === progress
  return isSame ? undefined : `is ${progress}, its last act records ${life.progress}`
}

type Columns<Texts extends string, Nulls extends string> = Readonly<
  Record<Texts, string> & Record<Nulls, string | null>
>
type OrderColumns = Columns<
  | 'order_id'
  | 'customer_id'
  | 'purse'
  | 'venue'
  | 'instrument_id'
  | 'type'
  | 'state'
  | 'currency'
  | 'worst_price'
  | 'fee_schedule'
  | 'filled_quantity'
  | 'filled_exact'
  | 'filled_amount'
  | 'fee'
  | 'vat'
  | 'held'
  | 'accepted_at',
  | 'quantity'
  | 'amount'
  | 'limit_price'
  | 'parent_id'
  | 'twin_id'
  | 'taker_exact'
  | 'pair_filled'
  | 'hold_id'
  | 'ended_at'
> & {
  readonly side: 'buy' | 'sell'
  readonly step_count: number
  readonly last_act: string | null
  readonly ticket: readonly string[]
  readonly progress: readonly string[]
}
type FillColumns = Columns<
  | 'fill_id'
  | 'order_id'
  | 'customer_id'
  | 'instrument_id'
  | 'price'
  | 'quantity'
  | 'currency'
  | 'amount'
  | 'fee'
  | 'vat'
  | 'liquidity'
  | 'source'
  | 'sequence'
  | 'entry_id'
  | 'entry_seq'
  | 'filled_at'
  | 'settles_on'
  | 'sellable_at',
  never
> & { readonly side: 'buy' | 'sell'; readonly is_before: boolean }
type StepColumns = Columns<'order_id' | 'kind' | 'happened_at', 'price' | 'quantity' | 'amount' | 'entry_id'> &
  Readonly<Record<'number', number>>

function pairFilledOf(text: string | null): OrderRow['pairFilled'] {
  if (text === null) return undefined
  const [exact = 0n, taken = 0n, fee = 0n, vat = 0n] = text.split('.').map(BigInt)
  return { exact, taken, fee, vat }
}

const orderOf = (row: OrderColumns): OrderRow => ({
  orderId: row.order_id,
  stepCount: row.step_count,
  customerId: row.customer_id,
  purse: row.purse,
  venue: row.venue,
  instrumentId: row.instrument_id,
  side: row.side,
  type: row.type,
  state: row.state,
  currency: row.currency,
  quantity: whole(row.quantity),
  amount: whole(row.amount),
  limitPrice: whole(row.limit_price),
  worstPrice: BigInt(row.worst_price),
  parentId: row.parent_id ?? undefined,
  twinId: row.twin_id ?? undefined,
  feeSchedule: row.fee_schedule,
  filledQuantity: BigInt(row.filled_quantity),
  filledExact: BigInt(row.filled_exact),
  takerExact: whole(row.taker_exact),
  filledAmount: BigInt(row.filled_amount),
  fee: BigInt(row.fee),
  vat: BigInt(row.vat),
  pairFilled: pairFilledOf(row.pair_filled),
  holdId: row.hold_id ?? undefined,
  held: BigInt(row.held),
  acceptedAt: BigInt(row.accepted_at),
  endedAt: whole(row.ended_at),
})

const fillOf = (row: FillColumns): FillRow => ({
  fillId: row.fill_id,
  orderId: row.order_id,
  customerId: row.customer_id,
  instrumentId: row.instrument_id,
  side: row.side,
  price: BigInt(row.price),
  quantity: BigInt(row.quantity),
  currency: row.currency,
  amount: BigInt(row.amount),
  fee: BigInt(row.fee),
  vat: BigInt(row.vat),
  liquidity: row.liquidity,
  source: row.source,
  sequence: BigInt(row.sequence),
  entryId: row.entry_id,
  entrySeq: BigInt(row.entry_seq),
  at: BigInt(row.filled_at),
  settlesOn: row.settles_on,
  sellableAt: BigInt(row.sellable_at),
  isBefore: row.is_before,
})

const stepOf = (row: StepColumns): StepRow => ({
  orderId: row.order_id,
  number: row.number,
  kind: row.kind,
  at: BigInt(row.happened_at),
  price: whole(row.price),
  quantity: whole(row.quantity),
  amount: whole(row.amount),
  entryId: row.entry_id ?? undefined,
  fill: undefined,
})
