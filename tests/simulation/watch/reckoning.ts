import { verifyLedger } from '@bolsillo/ledger/server'
import type { Sql } from '@bolsillo/server-kit'
import { isOpen, type OrderState } from '@bolsillo/trading/domain'
import type { Customer } from '../customers/customer.ts'
import { envelopeOf, isOrderKind, type Operation } from '../customers/operations.ts'
import type { Findings } from '../findings.ts'
import type { Outgoing } from '../server/front-door.ts'
import type { ServerProcess } from '../server/server-process.ts'
import type { Tally } from '../tally.ts'
import type { World } from '../world.ts'
import { countContracts, marksTaken, openContracts } from './contract-watch-store.ts'
import { createJournalWatch } from './journal-watch.ts'
import type { Watch } from './watch.ts'
import { countSteps, executionOf, hasEntry, orderState, outboxProblems } from './watch-store.ts'

interface Acknowledged {
  readonly order?: { readonly orderId: string; readonly state: string }
  readonly twin?: { readonly orderId: string }
  readonly entryId?: string
  readonly conversion?: { readonly quoteId: string }
  /** Orders that closed positions at market. */
  readonly row?: { readonly orderId?: string }
  readonly rows?: readonly { readonly orderId?: string }[]
}

const acknowledgedBy = (answer: Outgoing): Acknowledged => envelopeOf(answer).data as Acknowledged

/** Operations that ask for orders, one or some. */
const asksForOrders = (kind: string): boolean =>
  isOrderKind(kind) || kind === 'contract-market-close' || kind === 'contract-close-all'

/** The orders an answer tells of. */
function ordersTold(answer: Outgoing): readonly string[] {
  const { order, twin, row, rows = [] } = acknowledgedBy(answer)
  return [order, twin, row, ...rows].flatMap((one) => one?.orderId ?? [])
}

/** What was just acknowledged must be there now: an answer that runs ahead of its commit is a lie. */
export async function checkAcknowledged(
  owner: Sql,
  operation: Operation,
  answer: Outgoing,
  findings: Findings,
): Promise<void> {
  const { order, twin, entryId, conversion } = acknowledgedBy(answer)
  const missing = (what: string): void =>
    findings.add('I4', `operation ${operation.number} (${operation.kind}) was acknowledged, but ${what}`)
  for (const shown of [order, twin]) {
    if (shown === undefined) continue
    const state = await orderState(owner, shown.orderId)
    if (state === undefined) missing(`order ${shown.orderId} is not there`)
    else if (/cancel$/.test(operation.kind) && isOpen(state as OrderState))
      missing(`order ${shown.orderId} is ${state}`)
  }
  if (entryId !== undefined && !(await hasEntry(owner, entryId))) missing(`entry ${entryId} is not there`)
  if (
    conversion !== undefined &&
    operation.kind === 'convert' &&
    (await executionOf(owner, conversion.quoteId)) !== true
  )
    missing(`offer ${conversion.quoteId} is not executed`)
}

/** At the end nothing is open, nothing waits, and there is exactly what was acknowledged: no more, no less. */
export async function checkEnd(
  owner: Sql,
  end: {
    readonly operations: readonly Operation[]
    readonly customers: readonly Customer[]
    readonly watch: Watch
    readonly tally: Tally
    readonly processes: readonly ServerProcess[]
  },
  findings: Findings,
): Promise<void> {
  const { operations, watch, tally, processes } = end
  for (const { isOpen: unknown, number, kind, last } of operations)
    if (unknown)
      findings.add('liveness', `operation ${number} (${kind}) was never settled: ${last?.body ?? 'no answer'}`)
  for (const process of processes)
    if (process.deskStatus() !== 'running')
      findings.add('liveness', `the desk of ${process.name} is ${process.deskStatus()}`)
  if (processes.length === 0) findings.add('liveness', 'no process is ready')
  for (const order of watch.orders().values()) {
    if (isOpen(order.state as OrderState))
      findings.add('liveness', `order ${order.order_id} is ${order.state} after its cancel`)
  }
  for (const { position_id: id, liquidation_id: liquidation } of await openContracts(owner))
    findings.add(
      'liveness',
      `position ${id} is open after it was closed${liquidation === null ? '' : ', being liquidated'}`,
    )
  for (const problem of await outboxProblems(owner)) findings.add('liveness', problem)
  checkOrders(operations, watch, findings)
  await checkMoney(owner, operations, tally, findings)
  const verdict = await verifyLedger(owner)
  if (!verdict.ok)
    findings.add(
      'I8',
      JSON.stringify(verdict, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    )
}

const dayOrderMaxMs = 50 * 3_600_000

/** No day order outlives its day; two more are given, because a clock may have been wrong when it was taken. */
export function checkDayOrders(watch: Watch, now: number, findings: Findings): void {
  for (const { order_id: id, time_in_force: time, state, accepted_at: at } of watch.orders().values())
    if (time === 'day' && isOpen(state as OrderState) && state !== 'waiting' && Number(at) < now - dayOrderMaxMs)
      findings.add('I7', `day order ${id} of ${new Date(Number(at)).toISOString()} is still ${state}`)
}

/** A mark may lie so far outside of what the thing was ever worth: makers' spreads and rounding. */
const markGrace = 0.02

/** No single wrong print, book or venue moves a mark: all that were taken lie within what the thing was worth. */
export async function checkMarks(owner: Sql, ends: ReturnType<World['ends']>, findings: Findings): Promise<void> {
  for (const { symbol, low, high } of await marksTaken(owner)) {
    const known = [...ends].find(([ticker]) => ticker === symbol)?.[1]
    if (known === undefined) continue
    if (Number(low) < known.low * (1 - markGrace) || Number(high) > known.high * (1 + markGrace))
      findings.add('mark', `marks of ${symbol} went from ${low} to ${high}, it was worth ${known.low} to ${known.high}`)
  }
}

/** Which customer of the books is which, by the orders in their answers: all of one customer's are of one. */
export function whoIsWho(
  operations: readonly Operation[],
  customers: readonly Customer[],
  watch: Watch,
  findings: Findings,
): ReadonlyMap<string, Customer> {
  const found = new Map<string, Customer>()
  for (const { customer: name, acknowledged: answer, number, kind } of operations) {
    const [id] = answer === undefined || !asksForOrders(kind) ? [] : ordersTold(answer)
    const row = id === undefined ? undefined : watch.orders().get(id)
    const customer = customers.find((one) => one.name === name)
    if (row === undefined || customer === undefined) continue
    const known = found.get(row.customer_id)
    if (known !== undefined && known !== customer)
      findings.add('stranger', `the order of operation ${number}, by ${name}, is in the name of ${known.name}`)
    found.set(row.customer_id, customer)
  }
  return found
}

/** Exits that were reached and liquidations give orders nobody asked for at that moment. */
function isOfTheEngine(terms: string | null): boolean {
  return ['t', 's', 'l'].includes(terms?.split('.')[2] ?? '')
}

function checkOrders(operations: readonly Operation[], watch: Watch, findings: Findings): void {
  const acknowledged = new Map<string, number>()
  for (const { kind, acknowledged: answer, number } of operations) {
    if (answer === undefined || !asksForOrders(kind)) continue
    for (const id of ordersTold(answer)) acknowledged.set(id, number)
  }
  for (const { order_id: id, parent_id: parent, terms } of watch.orders().values())
    if (parent === null && !acknowledged.delete(id) && !isOfTheEngine(terms))
      findings.add('I4', `order ${id} is there, and nobody was told`)
  for (const [id, number] of acknowledged) findings.add('I4', `order ${id} of operation ${number} is not there`)
}

async function checkMoney(
  owner: Sql,
  operations: readonly Operation[],
  tally: Tally,
  findings: Findings,
): Promise<void> {
  const done = (kind: string): readonly Outgoing[] =>
    operations.flatMap((one) => (one.kind === kind && one.acknowledged !== undefined ? [one.acknowledged] : []))
  const entries = new Map<string, number>()
  const grants = new Map<string, number>()
  for (const { kind, postings } of await createJournalWatch(owner).read()) {
    if (postings.length === 0) continue
    entries.set(kind, (entries.get(kind) ?? 0) + 1)
    for (const { account } of kind === 'practice-grant' ? postings : [])
      grants.set(account, (grants.get(account) ?? 0) + 1)
  }
  const same = (kind: string, told: number): void => {
    const there = entries.get(kind) ?? 0
    if (there !== told) findings.add('I4', `${told} of ${kind} were acknowledged, the journal has ${there}`)
  }
  for (const [account, times] of grants)
    if (times > 1 && account.startsWith('cus_'))
      findings.add('I4', `${account} was given the practice grant ${times} times`)
  same('practice-grant', new Set(done('grant').map((answer) => acknowledgedBy(answer).entryId)).size)
  const conversions = new Set(done('convert').map((answer) => acknowledgedBy(answer).conversion?.quoteId))
  for (const kind of [...entries.keys()].filter((one) => one.includes('conver'))) same(kind, conversions.size)
  same('purse-transfer', new Set(done('transfer').map((answer) => acknowledgedBy(answer).entryId)).size)
  same('contract-margin', done('change-margin').length)
  for (const { what, times } of await countContracts(owner)) tally.count(what, times)
  for (const [kind, times] of await countSteps(owner)) tally.count(`step ${kind}`, times)
}
