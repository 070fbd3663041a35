import type { BooksRead } from '../books-store.ts'
import { dayText } from '../exchange-days.ts'
import { type DecodedAct, type DecodedValue, decodeActs, idOf } from '../journal/decode-acts.ts'
import type { RecordedFill, StepRow } from './orders-store.ts'

// What the journal records of orders. Each act of an order names the previous one, so a page of orders is read backwards from
// the last act of each, in as many queries as the longest life has acts.

/** The life of an order as its acts record it. */
export interface RecordedLife {
  /** How many acts it has. */
  readonly acts: number
  readonly steps: readonly StepRow[]
  /** The values of `recordedColumns`, joined by bars; undefined where no act records them. */
  readonly ticket: string | undefined
  readonly progress: string | undefined
  readonly problem: string | undefined
}

/** The columns of an order that its first act records, and those that every act of it does, in the order of the acts. */
export const recordedColumns = {
  ticket: `customer_id, product, venue, instrument_id, side, type, time_in_force, post_only, reduce_only, currency, amount,
    limit_price, stop_price, take_profit, stop_loss, parent_id, twin_id, fee_schedule, bid_at_receipt, ask_at_receipt,
    quote_sequence, received_at, accepted_at, expires_at, active_from, terms`,
  progress: `state, quantity, worst_price, filled_quantity, filled_exact, taker_exact, filled_amount, fee, vat, hold_id, held,
    first_fill_at, last_fill_at, ended_at, end_reason, priority, updated_at, pair_filled`,
} as const

interface Reading {
  next: bigint | undefined
  acts: number
  readonly parts: (readonly StepRow[])[]
  ticket: string | undefined
  progress: string | undefined
  problem: string | undefined
}

/** The lives of these orders, whose last acts are known. */
export async function readLives(
  read: BooksRead,
  lastActs: ReadonlyMap<string, bigint>,
): Promise<ReadonlyMap<string, RecordedLife>> {
  const readings = new Map<string, Reading>()
  for (const [orderId, next] of lastActs)
    readings.set(orderId, { next, acts: 0, parts: [], ticket: undefined, progress: undefined, problem: undefined })
  for (;;) {
    const open = [...readings].flatMap(([orderId, reading]) =>
      reading.next === undefined ? [] : [{ orderId, reading, number: reading.next }],
    )
    if (open.length === 0) break
    const acts = await readNumbered(
      read,
      open.map(({ number }) => number),
    )
    for (const { orderId, reading, number } of open) takeAct(reading, orderId, number, acts.get(number))
  }
  return new Map([...readings].map(([id, { parts, ...life }]) => [id, { ...life, steps: parts.reverse().flat() }]))
}

function takeAct(reading: Reading, orderId: string, number: bigint, act: DecodedAct | undefined): void {
  reading.next = undefined
  const [first, steps, now] = [act?.payload.get('first'), act?.payload.get('steps'), act?.payload.get('now')]
  const isOfOrder = act?.kind === 'order' && act.subject === `order:${orderId}` && act.postings.length === 0
  if (act === undefined || !isOfOrder || typeof first !== 'bigint' || !Array.isArray(steps) || !Array.isArray(now)) {
    reading.problem = `act ${number} does not record it`
    return
  }
  reading.acts += 1
  reading.progress ??= textOf(now)
  reading.parts.push(steps.map((step, place) => stepOf(orderId, Number(first) + place, step)))
  const [ticket, previous] = [act.payload.get('order'), act.payload.get('previous')]
  if (Array.isArray(ticket)) reading.ticket = textOf(ticket)
  if (typeof previous !== 'bigint') return
  if (previous < number && ticket === undefined) reading.next = previous
  else reading.problem = `act ${number} cannot follow act ${previous}`
}

const given = (value: DecodedValue | undefined): bigint | undefined => (typeof value === 'bigint' ? value : undefined)

function stepOf(orderId: string, number: number, item: DecodedValue): StepRow {
  const values = Array.isArray(item) ? item : []
  const [kind, at, price, quantity, amount, , entry] = values
  return {
    orderId,
    number,
    kind: typeof kind === 'string' ? kind : '',
    at: given(at) ?? -1n,
    price: given(price),
    quantity: given(quantity),
    amount: given(amount),
    entryId: entry instanceof Uint8Array ? idOf('ent', entry) : undefined,
    fill: fillOf(values),
  }
}

/** What follows the eight values of a step. */
function fillOf(values: readonly DecodedValue[]): RecordedFill | undefined {
  const [, at, , , , sequence, , , id, isTaker, fee, vat, day, lockedMs, source] = values
  if (values.length <= 8) return undefined
  return {
    fillId: id instanceof Uint8Array ? idOf('fil', id) : '',
    sequence: given(sequence),
    liquidity: isTaker === true ? 'taker' : isTaker === false ? 'maker' : '',
    fee: given(fee),
    vat: given(vat),
    settlesOn: dayText(Number(given(day) ?? -1n)),
    sellableAt: (given(at) ?? -1n) + (given(lockedMs) ?? 0n),
    source: typeof source === 'string' && source !== '' ? source : undefined,
  }
}

/** Values as PostgreSQL writes its columns. */
function textOf(values: readonly DecodedValue[]): string {
  const texts = values.map((value) => {
    if (value instanceof Uint8Array) return idOf('hld', value)
    return Array.isArray(value) ? value.join('.') : String(value)
  })
  return texts.join('|')
}

async function readNumbered(read: BooksRead, numbers: readonly bigint[]): Promise<ReadonlyMap<bigint, DecodedAct>> {
  const rows = await read<{ bytes: Buffer }[]>`
    select substring(body from start + 1 for coalesce(stop, octet_length(body)) - start) as bytes
    from (
      select body, substring(places from (4 * (number - first))::integer + 1 for 4)::integer as start,
        case when number < last then substring(places from (4 * (number - first))::integer + 5 for 4)::integer end as stop
      from unnest(${numbers.map(String)}::text[]::bigint[]) as wanted (number), lateral (
        select first, last, places, body from journal_block where first <= number order by first desc limit 1
      ) as block where number <= last
    ) as cut`
  const acts = new Map<bigint, DecodedAct>()
  for (const { bytes } of rows) {
    const decoded = decodeActs(bytes)
    if (decoded.ok) for (const act of decoded.acts) acts.set(act.number, act)
  }
  return acts
}
