import { type Call, coreRejections, headerNames, type Need } from '@bolsillo/contract'
import { type Instant, type Rejection, reject } from '@bolsillo/kernel'
import type { NeedsPort, OperatorSessionPort, SessionPort } from '../ports.ts'
import type { CustomerSession, Mode, OperatorSession, Sql } from '../room.ts'
import { remembering } from './remembering.ts'

/** Who a request comes from, once its session was looked at. */
export interface Subject {
  readonly customer: CustomerSession | undefined
  readonly operator: OperatorSession | undefined
}

/** The customer who makes a call of customers: nobody else's rows are any of its business. */
export function customerOf({ audience }: Call, { customer }: Subject): string | undefined {
  return audience === 'customer' || audience === 'restricted' ? customer?.customerId : undefined
}

/** A request's headers, lower case; a header that came twice is one text or a list, as Node gives it. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The value of a header that came once. */
export function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : undefined
}

const tokenShape = /^[A-Za-z0-9_-]{16,128}$/

/**
 * Refuses an effect that another site's page may have caused. A foreign page can send a form, but no header of its own
 * without asking first, and we never answer that question.
 */
export function refuseForeignWrite(call: Call, headers: Headers): Rejection | undefined {
  if (call.effect === 'read') return undefined
  const requestedWith = headerOf(headers, headerNames.requestedWith)
  const site = headerOf(headers, 'sec-fetch-site')
  const origin = headerOf(headers, 'origin')
  const foreign = site === 'cross-site' || !isOwnOrigin(origin, headerOf(headers, 'host'))
  if (requestedWith === undefined || requestedWith === '' || foreign) return reject(coreRejections.headerMissing)
  return undefined
}

/** Whether a page of `origin` is one of ours: served by the host that is asked. Programs send no origin. */
export function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  return origin === undefined || ownOriginOf(origin, host) !== undefined
}

/** An origin as browsers write it, when it is one of ours: served by the host that is asked. */
export function ownOriginOf(origin: string, host: string | undefined): string | undefined {
  const url = originOf(origin)
  return url !== undefined && url.host === host ? url.origin : undefined
}

// An application is reached by few names, and every request of a page says one of them.
const originOf = remembering((origin) => {
  if (!URL.canParse(origin)) return undefined
  const { host, origin: written } = new URL(origin)
  return { host, origin: written }
})

/** Finds the session a call needs, or refuses. A public call takes the session along when there is a live one. */
export async function findSubject(
  call: Pick<Call, 'audience' | 'roles' | 'beforePowers'>,
  headers: Headers,
  ports: { readonly sessions: SessionPort; readonly operators: OperatorSessionPort },
  now: Instant,
): Promise<Subject | Rejection> {
  const token = headerOf(headers, headerNames.token)
  const usable = token !== undefined && tokenShape.test(token) ? token : undefined
  const nobody: Subject = { customer: undefined, operator: undefined }
  if (call.audience === 'operator') {
    const operator = usable === undefined ? undefined : await ports.operators.find(usable, now)
    if (operator === undefined) return reject(coreRejections.sessionInvalid)
    const holds = call.roles?.some((role) => operator.roles.includes(role)) ?? false
    const allowed = holds || (operator.roles.length === 0 && call.beforePowers === true)
    return allowed ? { ...nobody, operator } : reject(coreRejections.roleNeeded)
  }
  const customer = usable === undefined ? undefined : await ports.sessions.find(usable, now)
  if (call.audience === 'public') return { ...nobody, customer }
  if (customer === undefined) return reject(coreRejections.sessionInvalid)
  if (call.audience === 'customer' && customer.status === 0) return reject(coreRejections.accountRestricted)
  return { ...nobody, customer }
}

const unmet: Readonly<Record<Need, Rejection>> = {
  'identity-verified': reject(coreRejections.identityNeeded),
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
