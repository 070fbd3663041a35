import { currencies, type Id, type Instant, instant, priceOf } from '@bolsillo/kernel'
import { accountId, customerAccount, type Posting } from '@bolsillo/ledger/domain'
import { createLedger, createLedgerHistory, type Ledger, type LedgerHistory } from '@bolsillo/ledger/server'
import { instrumentOf } from '@bolsillo/market/domain'
import { type Sql, transaction } from '@bolsillo/server-kit'
import { type TestAnswer, type TestApp, testApp, testCustomer } from '@bolsillo/test-kit'
import type { StatementsDeps } from '../deps.ts'
import { createStatements } from '../index.ts'

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

export interface StatementsStand {
  readonly app: TestApp
  readonly sql: Sql
  readonly ledger: Ledger
  readonly history: LedgerHistory
  readonly deps: StatementsDeps
  readonly customerId: (customer: number) => Id<'cus'>
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
  readonly close: () => Promise<void>
}

const recordedSince = Date.UTC(2026, 1, 10)

/** What other rooms would give. */
const given: Pick<StatementsDeps, 'scaleOf' | 'customers' | 'prices'> = {
  scaleOf: (asset) =>
    Object.values(currencies).find(({ code }) => code === asset)?.scale ??
    (asset === 'BTC' ? 8 : (instrumentOf(asset.replace('STK:', ''))?.asset.scale ?? 0)),
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
  // The market of the stand is recorded since a day in February; prices of before were generated.
  prices: {
    before: async (_, at) => ({ price: priceOf(62_400n), isGenerated: at < recordedSince, stale: false }),
  },
}

/** Statements over a real ledger. A share closes every day at 62.40. */
export async function statementsStand(): Promise<StatementsStand> {
  const ledger = createLedger()
  const history = createLedgerHistory()
  const made: { deps?: StatementsDeps } = {}
  const app = await testApp({
    rooms: (services) => {
      made.deps = {
        services,
        ledger,
        history,
        ...given,
      }
      return [createStatements(made.deps)]
    },
  })
  const { deps } = made
  if (deps === undefined) throw new Error('the room was not made')
  const { sql } = app.database
  const customerId = (customer: number): Id<'cus'> => testCustomer(customer).customerId
  const post = async (entries: readonly (Omit<TestEntry, 'moves'> & { readonly postings: readonly Posting[] })[]) => {
    const outcome = await transaction(sql, (tx) =>
      ledger.post(
        tx,
        entries.map((entry) => ({
          id: app.services.ids.next('ent'),
          kind: entry.kind ?? 'deposit',
          at: instant(entry.at) satisfies Instant,
          actor: 'test',
          reference: 'test:entry',
          details: entry.details ?? {},
          postings: entry.postings,
        })),
      ),
    )
    if (outcome.kind !== 'posted') throw new Error('the test overdraws')
  }
  return {
    app,
    sql,
    ledger,
    history,
    deps,
    customerId,
    post: (...entries) => post(entries.map((entry) => ({ ...entry, postings: postingsOf(entry) }))),
    postings: (at, kind, postings) => post([{ at, kind, postings }]),
    as: (customer, path, body, language = 'es-ES') =>
      app.ask({
        method: body === undefined ? 'GET' : 'POST',
        path: `/ipcf-api${path}`,
        token: testCustomer(customer, customer === 2 ? 0 : 1).token,
        headers: { 'accept-language': language },
        ...(body === undefined ? {} : { body }),
      }),
    close: () => app.close(),
  }
}

function postingsOf({ moves, customer = 1 }: TestEntry): Posting[] {
  return moves.flatMap(({ purse = 'stock', asset, minor, to }) => [
    { account: customerAccount(testCustomer(customer).customerId, purse, asset), posted: minor, held: 0n },
    {
      account: to === undefined ? accountId('venue-simulated', 'custody', asset) : accountId('house', to, asset),
      posted: -minor,
      held: 0n,
    },
  ])
}
