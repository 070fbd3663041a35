import { coreRejections } from '@bolsillo/contract'
import { integerBetween, pick, uniform } from '@bolsillo/kernel'
import type { Findings } from '../findings.ts'
import type { Incoming, Outgoing } from '../server/front-door.ts'
import type { Family } from '../server/market.ts'
import type { Network } from '../server/network.ts'
import type { Scheduler } from '../server/scheduler.ts'
import type { Tally } from '../tally.ts'
import { envelopeOf, isOrderKind, type Operation, refusalOf, settles, takeAnswer } from './operations.ts'

/** A customer of the simulated world, with what a device remembers. */
export interface Customer {
  readonly name: string
  readonly account: string
  readonly password: string
  readonly tradePassword: string
  readonly deviceKey: string
  token: string | undefined
  /** Orders that were not over when last heard of. */
  readonly open: Map<string, { readonly symbol: string; readonly side: string; readonly limitPrice?: string }>
  /** Shares bought less shares sold, by what answers said. */
  readonly shares: Map<string, number>
  /** When something was first bought: what was bought today may not be sold today. */
  readonly ownedSince: Map<string, number>
  /** Positions in contracts as last seen, by symbol. */
  readonly held: Map<string, HeldContract>
  readonly acknowledged: Operation[]
}

/** A position as an answer shows it. */
export interface HeldContract {
  readonly positionId: string
  readonly symbol: string
  readonly side: 'long' | 'short'
  readonly mode: 'isolated' | 'cross'
  readonly size: string
}

/** What customers have in common: the way to the server, and the book of everything they asked for. */
export interface Counter {
  readonly scheduler: Scheduler
  readonly network: Network
  readonly findings: Findings
  readonly tally: Tally
  readonly operations: Operation[]
  readonly customers: readonly Customer[]
  readonly family: Family
  /** Told of every first acknowledgement, before the customer reads it. */
  readonly acknowledged: (operation: Operation, answer: Outgoing) => Promise<void>
  readonly pause: (ms: number) => Promise<void>
}

const triesMax = 3
/** How often somebody who heard nothing leaves it at that for now: mostly, where it is seldom done and often lost sight of. */
const leavesChance = { seldom: 0.85, often: 0.35 }
const seldomDone: ReadonlySet<string> = new Set([
  ...['send-code', 'register', 'cancel', 'coin-cancel', 'contract-cancel', 'contract-close'],
  ...['contract-market-close', 'contract-close-all', 'set-exit', 'change-margin'],
])

/** The n-th customer, before the first visit; `known`: one with an account. */
export function newCustomer(
  number: number,
  known?: Pick<Customer, 'account' | 'password' | 'tradePassword'>,
): Customer {
  return {
    name: `customer ${number}`,
    account: known?.account ?? `cliente${number}@correo.mx`,
    password: known?.password ?? 'quetzal-nopal-71',
    tradePassword: known?.tradePassword ?? '835017',
    deviceKey: `device-of-customer-${number}`.padEnd(43, 'x'),
    token: undefined,
    open: new Map(),
    shares: new Map(),
    ownedSince: new Map(),
    held: new Map(),
    acknowledged: [],
  }
}

/** What the customer's browser is known by: it keeps the cookie from the first contact on. */
const cookieOf = ({ deviceKey }: Customer): Readonly<Record<string, string>> => ({
  cookie: `bolsillo-device=${deviceKey}`,
})

/** One request without a key: a look at something, or a way in. */
export async function ask(
  counter: Counter,
  customer: Customer,
  method: Incoming['method'],
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Outgoing | undefined> {
  const headers = {
    ...cookieOf(customer),
    ...(customer.token === undefined ? {} : { accesstoken: customer.token }),
  }
  counter.tally.count(`request ${path}`)
  const nothing = { copy: () => undefined, done: () => undefined }
  const answer = await counter.network.send({ method, path, fields, headers }, nothing)
  if (answer?.status === 401) customer.token = undefined
  return answer
}

/** Whether it was asked for by nobody in particular: with a session it would be somebody's, and so another request. */
function isForAnybody({ kind }: Operation): boolean {
  return kind === 'send-code' || kind === 'register'
}

/** Sends an operation, or sends it again with the same key. @returns its answer when that settles the outcome. */
export async function attempt(
  counter: Counter,
  customer: Customer,
  operation: Operation,
): Promise<Outgoing | undefined> {
  const request: Incoming = {
    ...operation.request,
    headers: {
      ...operation.request.headers,
      ...cookieOf(customer),
      ...(customer.token === undefined || isForAnybody(operation) ? {} : { accesstoken: customer.token }),
    },
  }
  const isFirst = (): boolean => operation.acknowledged === undefined
  const answer = await counter.network.send(request, {
    copy: () => {
      operation.copies += 1
    },
    done: async (given) => {
      const wasFirst = isFirst()
      takeAnswer(operation, given, counter.findings)
      if (given === undefined || !wasFirst || isFirst()) return
      customer.acknowledged.push(operation)
      await counter.acknowledged(operation, given)
    },
  })
  if (answer !== undefined && answer.status === 401) customer.token = undefined
  if (answer === undefined || !settles(answer)) return undefined
  return answer
}

/** Does something that has an effect: under a key of its own, again with the same key while nobody knows, then leaves it. */
export async function perform(
  counter: Counter,
  customer: Customer,
  kind: string,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Outgoing | undefined> {
  const { scheduler, operations, tally } = counter
  const number = operations.length + 1
  const operation: Operation = {
    number,
    customer: customer.name,
    kind,
    request: { method: 'POST', path, fields, headers: { 'idempotency-key': `simulated-key-${number}` } },
    startedAt: scheduler.trueNow(),
    copies: 0,
    acknowledged: undefined,
    last: undefined,
    isOpen: true,
  }
  operations.push(operation)
  tally.count(`operation ${kind}`)
  for (let tries = 0; tries < triesMax; tries += 1) {
    const answer = await attempt(counter, customer, operation)
    if (answer !== undefined) {
      scheduler.trace.add(`operation ${number} ${kind} of ${customer.name}: ${refusalOf(answer) ?? 'done'}`)
      tally.count(answer.status < 300 ? `acknowledged ${kind}` : `refused ${refusalOf(answer)}`)
      return answer
    }
    if (customer.token === undefined && !isForAnybody(operation)) await signIn(counter, customer)
    else if (uniform(scheduler.rng) < leavesChance[seldomDone.has(kind) ? 'seldom' : 'often']) break
    await counter.pause(integerBetween(scheduler.rng, 50, 5_000))
  }
  scheduler.trace.add(`operation ${number} ${kind} of ${customer.name}: unknown`)
  tally.count(`unknown ${kind}`)
  return undefined
}

/** Signs in, if the account exists. */
export async function signIn(counter: Counter, customer: Customer): Promise<boolean> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const answer = await ask(counter, customer, 'POST', '/user/login', {
      account: customer.account,
      password: customer.password,
    })
    const token = answer === undefined || answer.status >= 300 ? undefined : envelopeOf(answer).data.token
    if (typeof token === 'string') {
      customer.token = token
      return true
    }
    if (answer !== undefined && settles(answer)) return false
    await counter.pause(2_000)
  }
  return false
}

const attemptsMax = 6

/** Opens an account, with everything trading needs. @returns false when the faults did not let it happen. */
export async function signUp(counter: Counter, customer: Customer, hasAccount: boolean): Promise<boolean> {
  if (hasAccount) await signIn(counter, customer)
  else await register(counter, customer)
  if (customer.token === undefined) return false
  if (!hasAccount) {
    const trade = { kind: 'trade', password: customer.tradePassword }
    await perform(counter, customer, 'set-trade-password', '/user/update/password', trade)
  }
  await perform(counter, customer, 'grant', '/user/practice/grant', {})
  await authorise(counter, customer)
  return true
}

async function register(counter: Counter, customer: Customer): Promise<void> {
  const { account, deviceKey, password } = customer
  for (let tries = 0; tries < attemptsMax && customer.token === undefined; tries += 1) {
    const captcha = (): string => `puzzle-${counter.operations.length}-${tries}-${customer.name}`
    const code = { purpose: 'register', account, captcha: `code-${captcha()}`, deviceKey }
    await perform(counter, customer, 'send-code', '/common/code/send', code)
    const inbox = await ask(counter, customer, 'POST', '/practice/inbox', { deviceKey })
    const found = inbox === undefined || inbox.status >= 300 ? undefined : newestCode(inbox)
    if (found !== undefined) {
      const consents = { agreeDisclaimer: 'true', agreePrivacy: 'true' }
      const form = { account, code: found, password, captcha: captcha(), deviceKey, ...consents }
      await perform(counter, customer, 'register', '/user/register', form)
    }
    if (!(await signIn(counter, customer))) await counter.pause(61_000)
  }
}

/** Lets orders pass without the trade password for a while. */
export async function authorise(counter: Counter, customer: Customer): Promise<void> {
  const answer = await ask(counter, customer, 'POST', '/stock/order/authorise', {
    tradePassword: customer.tradePassword,
  })
  // The session goes on by the token of the answer; whoever does not hear it signs in again.
  const token = answer === undefined || answer.status >= 300 ? undefined : envelopeOf(answer).data.token
  if (typeof token === 'string') customer.token = token
}

function newestCode(inbox: Outgoing): string | undefined {
  const { messages } = envelopeOf(inbox).data as { readonly messages?: readonly { readonly code?: string }[] }
  return messages?.find(({ code }) => code !== undefined)?.code
}

/** Sends what nobody knows the outcome of again with its key, until it is known. @returns whether all of it is. */
export async function settleAll(counter: Counter, customers: readonly Customer[]): Promise<boolean> {
  const open = counter.operations.filter(({ isOpen }) => isOpen)
  for (const operation of open) {
    const customer = customers.find(({ name }) => name === operation.customer)
    if (customer === undefined) continue
    for (let tries = 0; tries < 12 && operation.isOpen; tries += 1) {
      if (
        customer.token === undefined &&
        !operation.request.path.startsWith('/common') &&
        operation.kind !== 'register'
      )
        await signIn(counter, customer)
      await attempt(counter, customer, operation)
      if (operation.isOpen) await counter.pause(3_000)
    }
  }
  return counter.operations.every(({ isOpen }) => !isOpen)
}

const rememberedMs = 36 * 3_600_000

/** Tries to use a key again for something else. The server must see through it. */
export async function reuseKey(counter: Counter, customer: Customer): Promise<void> {
  const { rng, trueNow } = counter.scheduler
  // A key is remembered for three days, a day less when a clock runs a day ahead.
  const orders = customer.acknowledged.filter(
    ({ kind, startedAt }) => isOrderKind(kind) && trueNow() - startedAt < rememberedMs,
  )
  if (orders.length === 0) return
  const { request, number } = pick(rng, orders)
  const headers = { ...request.headers, accesstoken: customer.token ?? '' }
  const fields = { ...request.fields, quantity: request.fields.quantity === '7' ? '8' : '7' }
  const answer = await counter.network.send(
    { ...request, fields, headers },
    { copy: () => undefined, done: () => undefined },
  )
  if (answer === undefined || !settles(answer)) return
  counter.tally.count('attack key-reused')
  if (refusalOf(answer) !== coreRejections.keyReused.name)
    counter.findings.add('I9', `the key of operation ${number} served another request: ${answer.body}`)
}
