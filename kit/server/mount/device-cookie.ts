import { createHash } from 'node:crypto'
import type { Call } from '@bolsillo/contract'
import type { Rng } from '@bolsillo/kernel'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Services } from '../room.ts'
import { randomBytes } from '../sealer.ts'
import { readCookie } from './cookies.ts'
import type { Headers } from './headers.ts'

const name = 'bolsillo-device'
const keptSeconds = 400 * 24 * 3600
const value = /^[A-Za-z0-9_-]{43}$/

/** What a browser is known by, and the header that gives it to one that has none yet. */
interface DeviceCookie {
  /** SHA-256 of the cookie: nothing else of it is kept. */
  readonly holder: string
  /** `set-cookie` at the first contact. */
  readonly set: string | undefined
}

/**
 * The cookie a browser holds what was sent for it by. Random, made at the first contact, out of reach of scripts and of
 * other sites. It says which browser asks and never who: no call lets anybody in by it. Pages that come by https have it
 * under a name that no other host, and no page without https, can set (`__Host-`).
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

/** The browser that asks, where the call is about what was sent for it; its answer gives it a cookie if it has none. */
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
