import { operatorPrefix } from '@bolsillo/contract'
import { consoleCookieName } from '@bolsillo/server-kit'
import type { TestAnswer, TestApp } from './test-app.ts'
import { testCustomer } from './test-ports.ts'

/** The headers that show a session's token: of staff, whose calls have a prefix of their own, in the console's cookie. */
export function showing(path: string, token: string): Readonly<Record<string, string>> {
  return path.startsWith(operatorPrefix) ? { cookie: `${consoleCookieName}=${token}` } : { accesstoken: token }
}

/** The token of the console's cookie that an answer gives; empty when it gives none, or takes it away. */
export function consoleTokenIn({ headers }: Pick<TestAnswer, 'headers'>): string {
  const cookies = [headers['set-cookie'] ?? []].flat().map(String)
  const start = `${consoleCookieName}=`
  return (
    cookies
      .find((cookie) => cookie.startsWith(start))
      ?.slice(start.length)
      .split(';')[0] ?? ''
  )
}

type Body = Readonly<Record<string, unknown>>

/** Asks as a customer, by number; POST with a body, else GET. A write gets a key of its own unless one is given. */
export type AskAs = (customer: number, path: string, body?: Body, key?: string) => Promise<TestAnswer>

/** The same with a session's token. */
type AskAsToken = (token: string, path: string, body?: Body, key?: string) => Promise<TestAnswer>

/** Asks as somebody of the staff, in the same way. */
export type AskAsStaff = (who: { readonly token: string }, path: string, body?: Body) => Promise<TestAnswer>

/** The ways into an app under test. Paths are those below the customers' and the staff's prefix: `/stock/order/buy`. */
export function askingOf(app: Pick<TestApp, 'ask'>): {
  readonly as: AskAs
  readonly asToken: AskAsToken
  readonly asStaff: AskAsStaff
} {
  const ask = (token: string, path: string, body?: Body, key?: string): Promise<TestAnswer> =>
    body === undefined
      ? app.ask({ path, token })
      : app.ask({ method: 'POST', path, token, headers: { 'idempotency-key': key ?? newTestKey() }, body })
  const asToken: AskAsToken = (token, path, body, key) => ask(token, `/ipcf-api${path}`, body, key)
  return {
    asToken,
    as: (customer, path, body, key) => asToken(testCustomer(customer).token, path, body, key),
    asStaff: ({ token }, path, body) => ask(token, `/console-api${path}`, body),
  }
}

let keys = 0

/** An idempotency key nothing in this process used yet: also for a second app over the same database. */
export function newTestKey(): string {
  keys += 1
  return `test-key-${keys}`
}
