import { createHash } from 'node:crypto'
import type { Call } from '@bolsillo/contract'
import type { Rng } from '@bolsillo/kernel'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Services } from '../../room.ts'
import { randomBytes } from '../../sealer.ts'
import { readCookie } from './cookies.ts'
import type { Headers } from './headers.ts'

const name = 'bolsillo-device'
const keptSeconds = 400 * 24 * 3600
const value = /^[A-Za-z0-9_-]{43}$/

/** A browser's identity, and the header that sets it in a new browser. */
interface DeviceCookie {
  /** SHA-256 of the cookie; only this hash is stored. */
  readonly holder: string
  /** `set-cookie` at the first contact. */
  readonly set: string | undefined
}

/**
 * The cookie that links a browser to messages sent for it. Random, set at the first request, unreadable for scripts
 * and other sites. It identifies a browser, never a person: no call authenticates by it. Over https it has the prefix
 * `__Host-`, so that neither another host nor a page without https can set it.
 */
export function deviceCookieOf(headers: Headers, rng: Rng, isSecure: boolean): DeviceCookie {
  const full = isSecure ? `__Host-${name}` : name
  const known = readCookie(headers, full, value)
  const kept = known ?? randomBytes(rng, 32).toString('base64url')
  const rules = `Path=/; Max-Age=${keptSeconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return {
    holder: createHash('sha256').update(`holder\n${kept}`).digest('hex'),
    set: known === undefined ? `${full}=${kept}; ${rules}` : undefined,
  }
}

/** The requesting browser, for calls with `holder`; the answer sets a cookie if it has none. */
export function holderOf(
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  { services, isSecure = false }: { readonly services: Services; readonly isSecure?: boolean },
): Pick<Caller, 'holder'> {
  if (call.holder !== true) return {}
  const { holder, set } = deviceCookieOf(request.headers, services.rng, isSecure)
  if (set !== undefined) reply.header('set-cookie', set)
  return { holder }
}
