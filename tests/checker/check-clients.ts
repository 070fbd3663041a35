import { unitsAt } from './arithmetic.ts'
import type { BooksRead } from './books-store.ts'
import type { ClientLine, Intent, Outcome } from './client-journal.ts'
import type { Findings } from './finding.ts'
import type { DerivedLedger, KeptEntry } from './journal/check-ledger.ts'
import type { DerivedOrders } from './orders/check-orders.ts'
import type { FillRow, OrderRow } from './orders/orders-store.ts'
import { type AnswerRow, readAnnouncedOrders, readAnswers } from './orders/positions-store.ts'

/** What the journals of clients came to, for the scoreboard. */
export interface ClientTally {
  /** Requests that were answered 2xx, by key. */
  acknowledged: number
  rejected: number
  /** Keys whose last word was `unknown`, and how many of those had their effect all the same. */
  unknown: number
  unknownWithEffect: number
  /** Acknowledged effects that are not there, and effects that are there twice or unasked for. */
  lost: number
  doubled: number
}

interface Stored {
  readonly ledger: DerivedLedger
  readonly orders: DerivedOrders
}

/** I9, and what an answer says against what is stored: every kept answer names what exists, with the same figures. */
export async function checkAnswers(read: BooksRead, stored: Stored, findings: Findings): Promise<readonly AnswerRow[]> {
  const answers = await readAnswers(read)
  const placedBy = new Map<string, string>()
  for (const answer of answers) {
    if (answer.status >= 300) continue
    const data = dataOf(answer.body)
    if (data === undefined) continue
    for (const problem of answerProblems(data, ownerOfScope(answer.scope), stored))
      findings.add('I9', `the answer to ${answer.scope} ${answer.key}: ${problem}`)
    const orderId = placedOrderOf(answer, data)
    if (orderId === undefined) continue
    const other = placedBy.get(orderId)
    if (other !== undefined) findings.add('I9', `${orderId} was placed under two keys, ${other} and ${answer.key}`)
    placedBy.set(orderId, answer.key)
  }
  for (const { customerId, orderId } of await readAnnouncedOrders(read)) {
    const owner = stored.orders.orders.get(orderId)?.customerId
    if (owner !== customerId) findings.add('I9', `an event announces ${orderId} to ${customerId}, it is ${owner}’s`)
  }
  return answers
}

/** I4: each acknowledgement exactly once and with its figures, each refusal never, each unknown once or never. */
export function checkClients(
  lines: readonly ClientLine[],
  answers: readonly AnswerRow[],
  stored: Stored,
  findings: Findings,
): ClientTally {
  const tally: ClientTally = { acknowledged: 0, rejected: 0, unknown: 0, unknownWithEffect: 0, lost: 0, doubled: 0 }
  const done = answers.filter(({ status }) => status < 300)
  const ownerOf = ownersOf(lines, done)
  const kept = Map.groupBy(done, ({ scope, key }) => `${ownerOfScope(scope)} ${key}`)
  const byKey = Map.groupBy(lines, ({ customer, key }) => `${ownerOf(customer)} ${key}`)
  for (const [name, own] of byKey) {
    const intents = own.filter((line) => line.kind === 'intent')
    const outcomes = own.filter((line) => line.kind === 'outcome')
    checkKey(name, intents, outcomes, kept.get(name) ?? [], stored, tally, findings)
  }
  findUnasked(lines, ownerOf, kept, stored, tally, findings)
  return tally
}

const ownerOfScope = (scope: string): string => scope.split(' ')[0] ?? ''

/**
 * Whose orders a client's are. Over HTTP nobody learns their own id, so a client writes the name it signs in with; the
 * answers kept under keys that only it used name the customer.
 */
function ownersOf(lines: readonly ClientLine[], answers: readonly AnswerRow[]): (customer: string) => string {
  const users = new Map<string, Set<string>>()
  for (const { customer, key } of lines) users.set(key, (users.get(key) ?? new Set()).add(customer))
  const owners = new Map<string, string>()
  for (const { scope, key } of answers) {
    const [customer, other] = users.get(key) ?? []
    if (customer !== undefined && other === undefined) owners.set(customer, ownerOfScope(scope))
  }
  return (customer) => owners.get(customer) ?? customer
}

function checkKey(
  name: string,
  intents: readonly Intent[],
  outcomes: readonly Outcome[],
  kept: readonly AnswerRow[],
  stored: Stored,
  tally: ClientTally,
  findings: Findings,
): void {
  const acks = outcomes.filter(({ outcome }) => outcome === 'ack')
  const last = outcomes.at(-1)
  if (intents.length === 0) findings.add('I4', `${name} has an outcome and was never meant`)
  if (kept.length > 1) {
    tally.doubled += kept.length - 1
    findings.add('I4', `${name} took effect ${kept.length} times`)
  }
  if (acks.length > 0) {
    tally.acknowledged += 1
    const bodies = new Set(acks.map(({ answer }) => answer ?? ''))
    if (bodies.size > 1) findings.add('I9', `${name} was answered in ${bodies.size} different ways`)
    const problems = kept.length === 0 ? ['no record of it'] : ackProblems(name, acks, kept, intents, stored)
    if (problems.length > 0) tally.lost += 1
    for (const problem of problems) findings.add('I4', `${name} was acknowledged: ${problem}`)
    return
  }
  // A key in flight says nothing of the request that has it, so whatever is unknown stays so.
  const isUnknown =
    last === undefined || outcomes.some(({ outcome, code }) => outcome === 'unknown' || code === keyInFlightCode)
  if (isUnknown && (last === undefined || last.outcome === 'unknown' || last.code === keyInFlightCode)) {
    tally.unknown += 1
    tally.unknownWithEffect += kept.length > 0 ? 1 : 0
    return
  }
  tally.rejected += 1
  if (kept.length === 0) return
  tally.doubled += 1
  findings.add('I4', `${name} was refused with ${last?.status} ${last?.code ?? ''}, and took effect`)
}

/** The published number of "a request with this key is being answered". */
const keyInFlightCode = 10_012

function ackProblems(
  name: string,
  acks: readonly Outcome[],
  kept: readonly AnswerRow[],
  intents: readonly Intent[],
  stored: Stored,
): readonly string[] {
  const [ack] = acks
  if (ack?.answer === undefined) return []
  const data = dataOf(ack.answer)
  if (data === undefined) return [`its answer cannot be read: ${ack.answer.slice(0, 80)}`]
  const problems = [...answerProblems(data, name.split(' ')[0] ?? '', stored)]
  if (kept.every(({ body }) => body !== ack.answer)) problems.push('the record has another answer')
  // Of one key only one thing asked can be the one acknowledged; the first is what was sent first.
  const [intent] = intents
  const order = nested(data, 'order')
  const orderId = text(order, 'orderId')
  const placed = orderId === undefined ? undefined : stored.orders.orders.get(orderId)
  if (intent !== undefined && placed !== undefined) problems.push(...askProblems(intent, placed))
  if (intent?.call.endsWith('/cancel') === true && placed !== undefined && placed.state !== 'cancelled')
    problems.push(`${orderId} is ${placed.state} after its cancel`)
  return problems
}

// Digits behind the point of prices and quantities, as the exchanges' instruments have them.
const scales = { MX: { price: 3, quantity: 0 }, US: { price: 4, quantity: 6 } } as const
const scaleOf = (instrumentId: string) => scales[instrumentId.endsWith('.US') ? 'US' : 'MX']

/** What was asked for against what was placed. */
function askProblems({ call, ask }: Intent, order: OrderRow): readonly string[] {
  if (!/\/(?:buy|sell)$/.test(call)) return []
  const { price, quantity } = scaleOf(order.instrumentId)
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['side', call.endsWith('/buy') ? 'buy' : 'sell', order.side],
    ['symbol', ask.symbol ?? order.instrumentId, order.instrumentId],
    ['amount', ask.amount === undefined ? order.amount : unitsAt(ask.amount, 2), order.amount],
    ['limit', ask.limitPrice === undefined ? order.limitPrice : unitsAt(ask.limitPrice, price), order.limitPrice],
    // The quantity of one leg of a pair shrinks as the other fills.
    [
      'quantity',
      ask.quantity === undefined || order.twinId !== undefined ? order.quantity : unitsAt(ask.quantity, quantity),
      order.quantity,
    ],
  ]
  return pairs.flatMap(([what, asked, is]) =>
    asked === is ? [] : [`${what} ${asked} was asked, ${order.orderId} has ${is}`],
  )
}

/** Orders of the journals' customers that nothing they meant accounts for: the second effect of something asked once. */
function findUnasked(
  lines: readonly ClientLine[],
  ownerOf: (customer: string) => string,
  kept: ReadonlyMap<string, readonly AnswerRow[]>,
  { orders }: Stored,
  tally: ClientTally,
  findings: Findings,
): void {
  const since = new Map<string, number>()
  const meant = new Set<string>()
  for (const { customer, key, at } of lines) {
    const owner = ownerOf(customer)
    since.set(owner, Math.min(at, since.get(owner) ?? at))
    meant.add(`${owner} ${key}`)
  }
  const keyOf = new Map<string, string>()
  for (const [name, own] of kept)
    for (const answer of own) {
      const data = dataOf(answer.body)
      const orderId = data === undefined ? undefined : placedOrderOf(answer, data)
      if (orderId !== undefined) keyOf.set(orderId, name)
    }
  for (const order of orders.orders.values()) {
    const from = since.get(order.customerId)
    if (from === undefined || order.acceptedAt < BigInt(from)) continue
    // Legs the desk adds by itself belong to the order they came with.
    if (order.parentId !== undefined || (order.twinId !== undefined && keyOf.has(order.twinId))) continue
    const key = keyOf.get(order.orderId)
    if (key !== undefined && meant.has(key)) continue
    tally.doubled += 1
    const how = key === undefined ? 'under no key' : 'under a key nobody meant'
    findings.add('I4', `${order.orderId} of ${order.customerId} was placed ${how}`)
  }
}

/** The order an answer says was placed by it; undefined for answers of other calls. */
function placedOrderOf({ scope }: AnswerRow, data: object): string | undefined {
  const call = scope.split(' ')[1] ?? ''
  return /cancel/.test(call) ? undefined : text(nested(data, 'order'), 'orderId')
}

/** What an answer names that is not stored so. */
function answerProblems(data: object, customer: string, { ledger, orders }: Stored): readonly string[] {
  const problems: string[] = []
  const orderId = text(nested(data, 'order'), 'orderId')
  const order = orderId === undefined ? undefined : orders.orders.get(orderId)
  if (orderId !== undefined && order === undefined) problems.push(`${orderId} is not there`)
  if (order !== undefined && order.customerId !== customer) problems.push(`${orderId} is ${order.customerId}’s`)
  const entryId = text(data, 'entryId')
  if (entryId !== undefined && !ledger.entries.has(entryId)) problems.push(`${entryId} is not in the journal`)
  const named: unknown = 'fills' in data ? data.fills : []
  for (const fill of Array.isArray(named) ? named : []) {
    const fillId = text(fill, 'fillId')
    const is = fillId === undefined ? undefined : orders.fills.get(fillId)
    if (fillId === undefined) continue
    if (is === undefined) problems.push(`${fillId} is not there`)
    else problems.push(...figureProblems(fill, is, ledger.entries.get(is.entryId)))
  }
  return problems
}

/** Digits behind the point of what is traded in; two where none is named. */
const moneyDigits: Readonly<Record<string, number>> = { USDT: 6, ETH: 8 }

/** What an answer said of a fill against what is stored; prices and quantities against the decimals of its entry. */
function figureProblems(said: unknown, is: FillRow, entry: KeptEntry | undefined): readonly string[] {
  const digits = moneyDigits[is.currency] ?? 2
  const money = (units: bigint): string => {
    const written = String(units).padStart(digits + 1, '0')
    return `${written.slice(0, -digits)}.${written.slice(-digits)}`
  }
  const figures = {
    price: entry?.details.price ?? '',
    quantity: entry?.details.quantity ?? '',
    // What a fill of a contract comes to is not paid: it is called by another name.
    [text(said, 'notional') === undefined ? 'amount' : 'notional']: money(is.amount),
    fee: money(is.fee),
    vat: money(is.vat),
  }
  return Object.entries(figures).flatMap(([name, stored]) => {
    const written = text(said, name) ?? ''
    const [read, kept] = [unitsAt(written, figureScale), unitsAt(stored, figureScale)]
    return read !== undefined && read === kept
      ? []
      : [`${is.fillId} was said to have ${name} ${written}, it has ${stored}`]
  })
}

// More digits than any price or quantity has.
const figureScale = 12

/** `data` of an answer's envelope; undefined for answers that are kept sealed or carry none. */
function dataOf(body: string): object | undefined {
  try {
    const read: unknown = JSON.parse(body)
    return nested(read, 'data')
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function nested(value: unknown, name: string): object | undefined {
  const found: unknown = isObject(value) ? value[name] : undefined
  return isObject(found) ? found : undefined
}

function text(value: unknown, name: string): string | undefined {
  const found = isObject(value) ? value[name] : undefined
  return typeof found === 'string' ? found : undefined
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
