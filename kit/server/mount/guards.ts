import { type Call, coreRejections, headerNames, type Need } from '@bolsillo/contract'
import { type Instant, type Rejection, reject } from '@bolsillo/kernel'
import type { NeedsPort, OperatorSessionPort, SessionPort } from '../ports.ts'
import type { CustomerSession, Mode, OperatorSession, Sql } from '../room.ts'
import { consoleTokenOf } from './edge/console-cookie.ts'
import { type Headers, headerOf } from './edge/headers.ts'
import { remembering } from './remembering.ts'

/** The side of a call: customers send a token in a header, browsers of staff send it in a cookie. */
export type Side = 'customers' | 'staff'

/** The caller of a request, found by its session. */
export interface Subject {
  readonly customer: CustomerSession | undefined
  readonly operator: OperatorSession | undefined
}

/** The customer of a customer's call: the call sees only this customer's rows. */
export function customerOf({ audience }: Call, { customer }: Subject): string | undefined {
  return audience === 'customer' || audience === 'restricted' ? customer?.customerId : undefined
}

const tokenShape = /^[A-Za-z0-9_-]{16,128}$/

/**
 * Refuses requests that a page of another site may have caused: writes, and on the console, whose cookie is sent
 * automatically, also reads. A foreign page can send a form, but a custom header only after a CORS preflight, which
 * we never allow.
 */
export function refuseForeign(call: Pick<Call, 'effect'>, headers: Headers, side: Side): Rejection | undefined {
  const isWrite = call.effect === 'write'
  if (!isWrite && side === 'customers') return undefined
  const requestedWith = headerOf(headers, headerNames.requestedWith)
  const site = headerOf(headers, 'sec-fetch-site')
  // The customers' app on the same host is another origin of the same site: the console refuses it like any other.
  const isForeignSite = site === 'cross-site' || (side === 'staff' && site === 'same-site')
  const isForeign = isForeignSite || !isOwnOrigin(headerOf(headers, 'origin'), headerOf(headers, 'host'))
  const lacksHeader = isWrite && (requestedWith === undefined || requestedWith === '')
  return lacksHeader || isForeign ? reject(coreRejections.headerMissing) : undefined
}

/** Whether a page of `origin` is ours: served by the requested host. Programs send no origin. */
export function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  return origin === undefined || ownOriginOf(origin, host) !== undefined
}

/** The origin as browsers write it, if it is ours: served by the requested host. */
export function ownOriginOf(origin: string, host: string | undefined): string | undefined {
  const url = originOf(origin)
  return url !== undefined && url.host === host ? url.origin : undefined
}

// An application has few host names, and every request of a page carries one of them.
const originOf = remembering((origin) => {
  if (!URL.canParse(origin)) return undefined
  const { host, origin: written } = new URL(origin)
  return { host, origin: written }
})

/**
 * Finds the session a call needs, or rejects the call. A public call of customers gets the session if there is a live
 * one.
 */
export async function findSubject(
  call: Pick<Call, 'audience' | 'roles' | 'beforePowers'>,
  headers: Headers,
  side: Side,
  ports: { readonly sessions: SessionPort; readonly operators: OperatorSessionPort },
  now: Instant,
): Promise<Subject | Rejection> {
  if (side === 'staff') return findStaff(call, headers, ports.operators, now)
  const token = headerOf(headers, headerNames.token)
  const usable = token !== undefined && tokenShape.test(token) ? token : undefined
  const customer = usable === undefined ? undefined : await ports.sessions.find(usable, now)
  const subject: Subject = { customer, operator: undefined }
  if (call.audience === 'public') return subject
  if (customer === undefined || call.audience === 'operator') return reject(coreRejections.sessionInvalid)
  if (call.audience === 'customer' && customer.status === 0) return reject(coreRejections.accountRestricted)
  return subject
}

/** The calling operator, by the console's cookie alone; undefined in a public call. */
async function findStaff(
  call: Pick<Call, 'audience' | 'roles' | 'beforePowers'>,
  headers: Headers,
  operators: OperatorSessionPort,
  now: Instant,
): Promise<Subject | Rejection> {
  if (call.audience === 'public') return { customer: undefined, operator: undefined }
  const token = consoleTokenOf(headers)
  const operator = token === undefined ? undefined : await operators.find(token, now)
  if (operator === undefined) return reject(coreRejections.sessionInvalid)
  const holds = call.roles?.some((role) => operator.roles.includes(role)) ?? false
  const allowed = holds || (operator.roles.length === 0 && call.beforePowers === true)
  return allowed ? { customer: undefined, operator } : reject(coreRejections.roleNeeded)
}

const unmet: Readonly<Record<Need, Rejection>> = {
  'identity-verified': reject(coreRejections.identityNeeded),
  'identity-before-trading': reject(coreRejections.identityNeeded),
  'trade-password-set': reject(coreRejections.tradePasswordNeeded),
  'withdrawal-password-set': reject(coreRejections.withdrawalPasswordNeeded),
  'second-factor-set': reject(coreRejections.secondFactorNeeded),
  vip: reject(coreRejections.vipNeeded),
  'practice-market': reject(coreRejections.practiceOnly),
}

/** The first need of the call the customer does not meet, as its rejection. */
export async function refuseUnmetNeed(
  call: Call,
  { customer }: Subject,
  facts: { readonly needs: NeedsPort; readonly mode: Mode; readonly db: Sql; readonly now: Instant },
): Promise<Rejection | undefined> {
  for (const need of call.needs) {
    const met =
      need === 'practice-market'
        ? facts.mode === 'SIM'
        : customer !== undefined && (await facts.needs[need](customer.customerId, facts.db, facts.now))
    if (!met) return unmet[need]
  }
  return undefined
}
