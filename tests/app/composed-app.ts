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
import { type Handler, type Room, type Sql, transaction } from '@bolsillo/server-kit'
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
  /** Another process over the same database, or over a line to it: from now on it answers. Who asks stops this one. */
  readonly another: (sql?: Sql) => Promise<ComposedApp<M>>
  /**
   * Stops the desk, verifies the books, and drops the database. `editedRows`: a test has made orders what an earlier
   * version left, which no act records. @throws Error when the books do not add up.
   */
  readonly close: (options?: { readonly editedRows?: boolean }) => Promise<void>
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
  const { sessions, operators, needs = testNeeds() } = options
  let last: Process<M> | undefined
  const compose = (services: TestServices): Process<M> => {
    last = composeProcess({ ...options, needs }, services)
    return last
  }
  const app = await testApp({
    needs,
    ...(sessions === undefined ? {} : { sessions }),
    ...(operators === undefined ? {} : { operators }),
    rooms: (services) => {
      const { rooms } = compose(services).composition
      return rooms.map((room, at) => answeredBy(room, () => last?.composition.rooms[at]))
    },
  })
  return await run(app, present(last, 'the composition'), compose)
}

/** What one process is made of. */
interface Process<M extends ChosenMarket> {
  readonly composition: Composition
  readonly chosen: M
}

/** Composes the rooms of a process as `composedApp` does, for tests that have a server of their own. */
export function composeProcess<M extends ChosenMarket>(
  { market, settings, needs, accounts, sessions: _, operators: __, ...instead }: AppOptions<M>,
  services: TestServices,
): Process<M> {
  // Nothing of a test is kept outside its database.
  const { witnessDir: ___, ...config } = readConfig({}, '.')
  const chosen = market(services)
  const publisher = { publish: () => undefined }
  const composition = composeRooms(config, services, publisher, {
    // Operators of a test have no second factor.
    approvals: ({ factors: _, ...own }) => own,
    // Nothing reads the journal meanwhile, and payments would wait until it is read.
    payments: ({ obstacle: _, ...own }) => own,
    ...instead,
    ...(needs === undefined ? {} : { needs }),
    market: chosen,
    ...(settings === 'own'
      ? {}
      : { settings: typeof settings === 'function' ? settings : () => fixedSettings(settings) }),
    accounts: {
      tradePasswords: { ...fixtureTradePasswords, isSet: async () => true },
      renewSession: async () => 'renewed',
      ...accounts,
    },
  })
  return { composition, chosen }
}

/** The room with handlers of whichever process was composed last. */
function answeredBy(room: Room, last: () => Room | undefined): Room {
  const of = (which: 'handlers' | 'operatorHandlers') =>
    (room[which] ?? []).map((own, at) => handledBy(own, () => last()?.[which]?.[at]))
  return { ...room, handlers: of('handlers'), operatorHandlers: of('operatorHandlers') }
}

function handledBy<One extends Handler>(own: One, last: () => Handler | undefined): One {
  const handle = (request: never, context: never) => (last() ?? own).handle(request, context)
  return { ...own, handle }
}

/** Starts the desk of a process. */
async function run<M extends ChosenMarket>(
  app: TestApp,
  { composition, chosen }: Process<M>,
  compose: (services: TestServices) => Process<M>,
): Promise<ComposedApp<M>> {
  const { parts, rooms } = composition
  await parts.desk.start()
  return {
    ...parts,
    ...booksOf(app, parts),
    ...askingOf(app),
    ...{ app, composition, chosen, customerId },
    another: (sql = app.services.sql) => run(app, compose({ ...app.services, sql }), compose),
    runJob: async (name) => {
      const job = rooms.flatMap(({ jobs = [] }) => jobs).find((one) => one.name === name)
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
    close: async ({ editedRows = false } = {}) => {
      await contracts.engine.stop()
      await desk.stop()
      const verdict = await verifyLedger(app.database.owner, {
        sources: editedRows ? [] : [tradingRows(services.clock)],
      })
      await app.close()
      if (!verdict.ok) throw new Error(`the books do not add up: ${verdict.problem}`)
    },
  }
}
