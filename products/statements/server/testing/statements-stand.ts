import { inflateSync } from 'node:zlib'
import { type ComposedApp, composedApp, type HandMarket, stillMarket } from '@bolsillo/composed-app'
import { instant, priceOf } from '@bolsillo/kernel'
import { accountId, customerAccount, type Posting } from '@bolsillo/ledger/domain'
import type { LedgerHistory } from '@bolsillo/ledger/server'
import type { Sql } from '@bolsillo/server-kit'
import { type TestAnswer, testCustomer } from '@bolsillo/test-kit'
import type { StatementsDeps } from '../deps.ts'

/** An entry a test posts: what moves on a customer's accounts; the custodian, or the house, is the other side. */
export interface TestEntry {
  readonly at: number
  readonly kind?: string
  readonly details?: Readonly<Record<string, string>>
  readonly customer?: number
  readonly moves: readonly {
    readonly purse?: 'stock' | 'coin' | 'contract'
    readonly asset: string
    readonly minor: bigint
    readonly to?: 'fees' | 'vat' | 'rounding'
  }[]
}

/** The application with prices of a test's own, and a customer whose language is that of the call. */
export interface StatementsStand extends Omit<ComposedApp<HandMarket>, 'post' | 'as'> {
  readonly sql: Sql
  readonly history: LedgerHistory
  readonly deps: StatementsDeps
  readonly post: (...entries: readonly TestEntry[]) => Promise<void>
  /** Posts one entry of just these lines. */
  readonly postings: (at: number, kind: string, postings: readonly Posting[]) => Promise<void>
  /** Asks as a customer; POST with a body, else GET. */
  readonly as: (
    customer: number,
    path: string,
    body?: Readonly<Record<string, unknown>>,
    language?: string,
  ) => Promise<TestAnswer>
}

const recordedSince = Date.UTC(2026, 1, 10)

/** What other rooms would give: prices are recorded since a day in February; those of before were generated. */
const given: Pick<StatementsDeps, 'customers' | 'prices'> = {
  customers: {
    find: async (_, customerId) => ({
      customerId,
      displayNumber: '8000001',
      account: 'm***@example.com',
      status: 1,
      identityState: 'none',
      language: 'es-ES',
      createdAt: instant(0),
    }),
  },
  prices: {
    before: async (_, at) => ({ price: priceOf(62_400n), isGenerated: at < recordedSince, stale: false }),
  },
}

/** Composes it. A share closes every day at 62.40. */
export async function statementsStand(): Promise<StatementsStand> {
  const composed = await composedApp({
    market: stillMarket,
    platform: (own) => ({
      ...own,
      customers: { ...own.customers, ...given.customers },
      prices: { ...own.prices, ...given.prices },
    }),
  })
  const { app, platform } = composed
  return {
    ...composed,
    sql: app.database.sql,
    history: platform.history,
    deps: platform,
    post: (...entries) =>
      composed.post(
        ...entries.map(({ at, kind = 'deposit', details = {}, ...entry }) => {
          return { kind, at: instant(at), details, postings: postingsOf(entry) }
        }),
      ),
    postings: (at, kind, postings) => composed.post({ kind, at: instant(at), postings }),
    as: (customer, path, body, language = 'es-ES') =>
      app.ask({
        method: body === undefined ? 'GET' : 'POST',
        path: `/ipcf-api${path}`,
        token: testCustomer(customer).token,
        headers: { 'accept-language': language },
        ...(body === undefined ? {} : { body }),
      }),
  }
}

function postingsOf({ moves, customer = 1 }: Pick<TestEntry, 'moves' | 'customer'>): Posting[] {
  return moves.flatMap(({ purse = 'stock', asset, minor, to }) => [
    { account: customerAccount(testCustomer(customer).customerId, purse, asset), posted: minor, held: 0n },
    {
      account: to === undefined ? accountId('venue-simulated', 'custody', asset) : accountId('house', to, asset),
      posted: -minor,
      held: 0n,
    },
  ])
}

/** Every text of a PDF that pdfkit wrote, in the order it was written. */
export function textsOfPdf(file: Buffer): readonly string[] {
  const latin = file.toString('latin1')
  const streams = [...latin.matchAll(/stream\n([\s\S]*?)\nendstream/g)].flatMap(([, raw = '']) => {
    try {
      return [inflateSync(Buffer.from(raw, 'latin1')).toString('latin1')]
    } catch {
      return []
    }
  })
  return streams.flatMap((stream) =>
    [...stream.matchAll(/\[([^\]]*)\] TJ/g)].map(([, parts = '']) =>
      [...parts.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(''),
    ),
  )
}
