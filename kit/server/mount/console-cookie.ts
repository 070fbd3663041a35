import type { FastifyReply } from 'fastify'
import { readCookie } from './cookies.ts'
import type { Headers } from './headers.ts'

/**
 * The cookie of a session of the console. Its prefix is a rule browsers keep: it is taken from a page that came by https (or
 * from this machine itself), for this one host and all of it, and no other host, not a part of ours either, can set it.
 */
export const consoleCookieName = '__Host-bolsillo-console'

const tokenShape = /^[A-Za-z0-9_-]{16,128}$/

// Without an age: it goes with the browser. Scripts never see it, and no other site's page sends it along.
const rules = 'Path=/; Secure; HttpOnly; SameSite=Strict'

/** The token of the console's session a request shows; one that came twice or out of shape is none. */
export function consoleTokenOf(headers: Headers): string | undefined {
  return readCookie(headers, consoleCookieName, tokenShape)
}

/** Gives the browser a session of the console, in place of the one it had; undefined takes it away. */
export function setConsoleCookie(reply: FastifyReply, token: string | undefined): void {
  const value = token === undefined ? `${consoleCookieName}=; Max-Age=0` : `${consoleCookieName}=${token}`
  reply.header('set-cookie', `${value}; ${rules}`)
}
