import {
  type ChosenMarket,
  type ComposedParts,
  type Composition,
  composeRooms,
  type OtherParts,
  readConfig,
} from '@bolsillo/app-server'
import { fixtureTradePasswords } from '@bolsillo/identity/fixtures'
import { assert, type Id, present } from '@bolsillo/kernel'
import { type Balance, customerAccount, emptyBalance, isAccountId, type JournalEntry } from '@bolsillo/ledger/domain'
import { grantEntry } from '@bolsillo/ledger/fixtures'
import { verifyLedger } from '@bolsillo/ledger/server'
import { transaction } from '@bolsillo/server-kit'
import { fixedSettings } from '@bolsillo/settings/fixtures'
import {
  type AskAs,
  type AskAsStaff,
  askingOf,
  type TestApp,
  type TestServices,
  testApp,
  testCustomer,
  testNeeds,
} from '@bolsillo/test-kit'
import { settleDesk } from '@bolsillo/trading/fixtures'
import { tradingRows } from '@bolsillo/trading/server'

type Purse = Parameters<typeof customerAccount>[1]

/** The application as it is composed for a server, with what differs in a test. */
export interface ComposedApp<M extends ChosenMarket = ChosenMarket> extends ComposedParts {
  readonly app: TestApp
  readonly composition: Composition
  /** The market a test gave, with whatever it moves it by. */
  readonly chosen: M
  readonly as: AskAs
  readonly asToken: AskAs extends (customer: number, ...rest: infer Rest) => infer Answer
    ? (token: string, ...rest: Rest) => Answer
    : never
  readonly asStaff: AskAsStaff
  readonly customerId: (customer: number) => Id<'cus'>
  /** Gives a customer money as the practice grant does. */
  readonly fund: (customer: number, purse: Purse, asset: string, minor: bigint) => Promise<void>
  readonly balance: (customer: number, purse: Purse, asset: string) => Promise<Balance>
  /** The same of any account, by its name. */
  readonly balanceOf: (account: string) => Promise<Balance>
  /** Posts entries that a test makes up, in one transaction. @throws Error when one does not fit. */
  readonly post: (...entries: readonly TestEntry[]) => Promise<void>
  /** The head of the journal and the number of customer 1's orders: the same before and after what must change nothing. */
  readonly fingerprint: () => Promise<string>
  /** Runs a job of a room as the clock stands. */
  readonly runJob: (name: string) => Promise<void>
  /** Waits until the desk has nothing to do. */
  readonly settle: () => Promise<void>
  /** Stops the desk, verifies the books, and drops the database. @throws Error when they do not add up. */
  readonly close: () => Promise<void>
}

/** An entry of a test: of now and of nobody in particular, unless it says otherwise. */
type TestEntry = Pick<JournalEntry, 'kind' | 'postings'> & Partial<JournalEntry>

/** What differs from a server: rooms are given it in place of their own. */
export interface AppOptions<M extends ChosenMarket>
  extends Omit<OtherParts, 'market' | 'settings'>,
    Pick<Parameters<typeof testApp>[0], 'sessions' | 'operators'> {
  readonly market: (services: TestServices) => M
  /**
   * Settings that are not at their defaults, none of which is read from the database; or what reads them. `own`: those that
   * staff change, as a server has them.
   */
  readonly settings?: Parameters<typeof fixedSettings>[0] | OtherParts['settings'] | 'own'
}

/**
 * Composes the application over a market of a test's own and starts its desk; no job runs. Customers 1 and 3 are signed
 * in and meet every need, their trade password is `rightTradePassword`, and nobody has any money.
 */
export async function composedApp<M extends ChosenMarket>(options: AppOptions<M>): Promise<ComposedApp<M>> {
  const { sessions, operators, market, settings, needs = testNeeds(), accounts, ...instead } = options
  const made: { composition?: Composition; chosen?: M } = {}
  const app = await testApp({
    needs,
    ...(sessions === undefined ? {} : { sessions }),
    ...(operators === undefined ? {} : { operators }),
    rooms: (services) => {
      // Nothing of a test is kept outside its database.
      const { witnessDir: _, ...config } = readConfig({}, '.')
      const chosen = market(services)
      const composition = composeRooms(
        config,
        services,
        { publish: () => undefined },
        {
          // Operators of a test have no second factor.
          approvals: ({ factors: _, ...own }) => own,
          // Nothing reads the journal meanwhile, and payments would wait until it is read.
          payments: ({ obstacle: _, ...own }) => own,
          ...instead,
          needs,
          market: chosen,
          ...(settings === 'own'
            ? {}
            : { settings: typeof settings === 'function' ? settings : () => fixedSettings(settings) }),
          accounts: {
            tradePasswords: { ...fixtureTradePasswords, isSet: async () => true },
            renewSession: async () => 'renewed',
            ...accounts,
          },
        },
      )
      Object.assign(made, { composition, chosen })
      return composition.rooms
    },
  })
  const { parts, ...composition } = present(made.composition, 'the composition')
  await parts.desk.start()
  return {
    ...parts,
    ...booksOf(app, parts),
    ...askingOf(app),
    app,
    composition: { parts, ...composition },
    chosen: present(made.chosen, 'the market'),
    customerId,
    runJob: async (name) => {
      const job = composition.rooms.flatMap(({ jobs = [] }) => jobs).find((one) => one.name === name)
      await present(job, name).run(app.services)
    },
    settle: () => settleDesk(parts.desk),
  }
}

const customerId = (customer: number): Id<'cus'> => testCustomer(customer).customerId

function booksOf(
  app: TestApp,
  { ledger, trading, desk, contracts }: ComposedParts,
): Pick<ComposedApp, 'fund' | 'balance' | 'balanceOf' | 'post' | 'fingerprint' | 'close'> {
  const { services } = app
  const { sql } = services
  const balanceOf = async (account: string): Promise<Balance> => {
    assert(isAccountId(account), `${account} is an account`)
    return (await ledger.balances(sql, [account])).get(account) ?? emptyBalance
  }
  return {
    fund: async (customer, purse, asset, minor) => {
      const account = customerAccount(customerId(customer), purse, asset)
      await transaction(sql, (tx) => ledger.post(tx, [grantEntry(services, account, minor)]))
    },
    balance: (customer, purse, asset) => balanceOf(customerAccount(customerId(customer), purse, asset)),
    balanceOf,
    post: async (...entries) => {
      const made = entries.map((entry): JournalEntry => {
        const who = { actor: 'test', reference: 'test:entry', details: {} }
        return { id: services.ids.next('ent'), at: services.clock.now(), ...who, ...entry }
      })
      const outcome = await transaction(sql, (tx) => ledger.post(tx, made))
      assert(outcome.kind === 'posted', `${outcome.kind}: ${made.map(({ kind }) => kind).join()}`)
    },
    fingerprint: async () => {
      const [{ seq, hash }, orders] = await Promise.all([
        ledger.head(sql),
        trading.listOrders(sql, customerId(1), { filter: 'all', limit: 100 }),
      ])
      return `${seq} ${hash} ${orders.rows.length}`
    },
    close: async () => {
      await contracts.engine.stop()
      await desk.stop()
      const verdict = await verifyLedger(app.database.owner, { sources: [tradingRows(services.clock)] })
      await app.close()
      if (!verdict.ok) throw new Error(`the books do not add up: ${verdict.problem}`)
    },
  }
}
