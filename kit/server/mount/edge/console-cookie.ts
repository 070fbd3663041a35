import type { FastifyReply } from 'fastify'
import { readCookie } from './cookies.ts'
import type { Headers } from './headers.ts'

/**
 * The cookie of a session of the console. Browsers enforce its prefix: they accept it only over https (or from this
 * machine), for this host and all its paths, and no other host, not even a subdomain, can set it.
 */
export const consoleCookieName = '__Host-bolsillo-console'

const tokenShape = /^[A-Za-z0-9_-]{16,128}$/

// No max-age: it ends with the browser session. Scripts cannot read it, and requests from other sites do not carry
// it.
const rules = 'Path=/; Secure; HttpOnly; SameSite=Strict'

/** The token of a request's console session; none if the cookie comes twice or is malformed. */
export function consoleTokenOf(headers: Headers): string | undefined {
  return readCookie(headers, consoleCookieName, tokenShape)
}

/** Sets the browser's console session, replacing any other; undefined clears it. */
export function setConsoleCookie(reply: FastifyReply, token: string | undefined): void {
  const value = token === undefined ? `${consoleCookieName}=; Max-Age=0` : `${consoleCookieName}=${token}`
  reply.header('set-cookie', `${value}; ${rules}`)
}
