import { type ComposedApp, composedApp, stillMarket } from '@bolsillo/composed-app'
import { fileRejections } from '@bolsillo/files/contract'
import {
  type Asset,
  assert,
  coins,
  currencies,
  decimalUnits,
  type Id,
  type Instant,
  instant,
  type Money,
  money,
  present,
  reject,
  writeDecimal,
} from '@bolsillo/kernel'
import type { VerifiedPerson } from '@bolsillo/kyc/server'
import { type AccountId, isAccountId } from '@bolsillo/ledger/domain'
import { verifyLedger } from '@bolsillo/ledger/server'
import {
  type ChannelCode,
  canonicalTrackingKey,
  destinationKey,
  eventProblem,
  payableAssets,
  payInKey,
} from '@bolsillo/payments/domain'
import { csvStatement, statementUpload, type WrittenLine } from '@bolsillo/payments/fixtures'
import type { Delivery, ManualDesk, PaymentEngine, PaymentsDeps, StatementReceipt } from '@bolsillo/payments/server'
import { transaction } from '@bolsillo/server-kit'
import type { Setting } from '@bolsillo/settings/domain'
import {
  askingOf,
  newTestKey,
  type TestAnswer,
  type TestApp,
  testNeeds,
  testOperator,
  testOperators,
} from '@bolsillo/test-kit'
import type { DepositsDeps } from '../index.ts'
import { customersOf, newPapers, peopleOf, type Written } from './fake-customers.ts'
import { type FakeRail, fakeRail } from './fake-rail.ts'

export { dayLimit, type Written } from './fake-customers.ts'

/** Who works the queue in tests. */
export const staff = {
  teresa: testOperator(1, ['treasury']),
  carlos: testOperator(2, ['compliance']),
  olga: testOperator(3, ['support']),
  ines: testOperator(4, ['treasury']),
  clara: testOperator(5, ['compliance']),
  aldo: testOperator(6, ['admin']),
} as const

/** What they are called. */
const staffNames = new Map([
  [staff.teresa.operatorId, 'Teresa Ruiz Luna'],
  [staff.carlos.operatorId, 'Carlos Soto Mena'],
])

/** The application with rails that report what a test says, and with the people, the papers and the files of a test. */
export interface DepositsStand extends Omit<ComposedApp, 'asStaff' | 'balance' | 'fingerprint'> {
  readonly deps: DepositsDeps
  readonly engine: PaymentEngine
  readonly rails: Readonly<Record<'spei' | 'pix' | 'bitcoin' | 'ethereum' | 'manual', FakeRail>>
  readonly written: Written[]
  /** Papers of customer 1 and 3, by number; deleting one takes their verification away. */
  readonly papers: Map<Id<'cus'>, VerifiedPerson>
  /** Who of the staff has not opened the proof of a deposit, as `<operator> <deposit>`; everybody else has. */
  readonly unopened: Set<string>
  /** Accounts customers have as destinations, by number, and the holder they named. */
  readonly destinations: Map<string, string>
  /** What surrounds an event of the peso rail about customer 1 when it is dispatched. */
  readonly delivery: () => Omit<Delivery<'received'>, 'event' | 'customerId'> & { readonly customerId: Id<'cus'> }
  readonly asStaff: (
    who: keyof typeof staff,
    path: string,
    body?: Readonly<Record<string, unknown>>,
  ) => Promise<TestAnswer>
  /** Ines imports a statement of the firm's account with lines that came in. @returns their ids, in order. */
  readonly imported: (asset: string, ...lines: readonly WrittenLine[]) => Promise<readonly string[]>
  /** A second person agrees to what is proposed. */
  readonly approve: (who: keyof typeof staff, approvalId: string, reason: string) => Promise<TestAnswer>
  /** Where a customer pays by a channel, as rails tell it. */
  readonly target: (customer: number, channel: ChannelCode) => Promise<string>
  readonly balance: (account: string) => Promise<bigint>
  /** The head of the journal and all deposits: the same before and after what must change nothing. */
  readonly fingerprint: () => Promise<string>
  readonly verify: () => Promise<boolean>
}

/** Composes it. Nothing that came in is beyond a limit. */
export async function depositsStand(
  options: {
    readonly settings?: readonly { readonly setting: Setting; readonly value: unknown }[]
    readonly unmet?: 'identity-verified'
  } = {},
): Promise<DepositsStand> {
  const clock: { now?: () => Instant } = {}
  const rails = newRails(() => clock.now?.() ?? instant(0))
  const all = Object.values(rails)
  const papers = newPapers()
  const destinations = new Map<string, string>()
  const written: Written[] = []
  const unopened = new Set<string>()
  const made: { deps?: DepositsDeps } = {}
  const composed = await composedApp({
    settings: options.settings ?? [],
    needs: testNeeds(options.unmet === undefined ? [] : [options.unmet]),
    operators: testOperators(Object.values(staff)),
    people: peopleOf(papers),
    market: (services) => {
      clock.now = services.clock.now
      return stillMarket(services)
    },
    rails: () => ({
      rooms: [],
      rails: all.map(({ rail }) => rail),
      manual: fakeDesk(rails.manual),
      practicePayer: payerOf(all),
    }),
    deposits: ({ ownLimits: _, ...own }) => {
      made.deps = {
        ...own,
        customers: customersOf(written, own.services),
        files: filesOf(unopened),
        holdersOf: async (_db, destination) => [destinations.get(destinationKey(destination)) ?? []].flat(),
        staffNames: async (_db, ids) => new Map(ids.map((id) => [id, staffNames.get(id) ?? ''])),
      }
      return made.deps
    },
  })
  const { paymentEngine: engine } = composed
  const deps = present(made.deps, 'what deposits are made from')
  return {
    ...{ ...composed, deps, engine, rails, written, papers, unopened, destinations },
    ...doorsOf(composed),
    ...booksOf(composed),
  }
}

function doorsOf({
  app,
  payments,
  customerId,
  asStaff,
}: ComposedApp): Pick<DepositsStand, 'asStaff' | 'approve' | 'imported' | 'target' | 'delivery'> {
  const { ids, clock, sql } = app.services
  return {
    delivery: () => ({
      eventId: ids.next('rev'),
      railId: 'test-spei',
      customerId: customerId(1),
      payout: undefined,
      now: clock.now(),
    }),
    asStaff: (who, path, body) => asStaff(staff[who], path, body),
    imported: importing(app),
    approve: async (who, approvalId, reason) => {
      const detail = await asStaff(staff[who], `/approvals/detail?approvalId=${approvalId}`)
      const { payloadHash, factsHash } = JSON.parse(JSON.stringify(detail.json.data ?? {}))
      const body = { approvalId, payloadHash, factsHash, decision: 'approve', reason }
      return await asStaff(staff[who], '/approvals/decide', body)
    },
    target: (customer, channel) =>
      transaction(sql, async (tx) => {
        const wish = { customerId: customerId(customer), channel, now: clock.now() }
        return payInKey(await payments.payInAddress(tx, wish))
      }),
  }
}

/** Imports statements that follow each other. */
function importing(app: TestApp): DepositsStand['imported'] {
  const closings = new Map<string, bigint>()
  const { asStaff } = askingOf(app)
  return async (asset, ...lines) => {
    const { scale } = present(payableAssets[asset], asset)
    const opening = closings.get(asset) ?? 0n
    const closing = lines.reduce((sum, { amount }) => sum + decimalUnits(amount, scale), opening)
    const written = { opening: writeDecimal(opening, scale), closing: writeDecimal(closing, scale) }
    const { headers, body } = statementUpload(csvStatement({ account: firmAccount, asset, ...written, lines }))
    const { token } = staff.ines
    const path = '/console-api/statements/import'
    const answer = await app.ask({
      method: 'POST',
      path,
      token,
      headers: { ...headers, 'idempotency-key': newTestKey() },
      body,
    })
    assert(answer.status === 200, answer.body)
    closings.set(asset, closing)
    const { statementId } = JSON.parse(JSON.stringify(answer.json.data))
    const found = await asStaff(staff.ines, `/statements/lines?statementId=${statementId}`)
    const { rows } = JSON.parse(JSON.stringify(found.json.data)) as { rows: { lineId: string }[] }
    return rows.map(({ lineId }) => lineId)
  }
}

/** The firm's account in these tests. */
export const firmAccount = '0123456789'

function booksOf({ app, ledger, balanceOf }: ComposedApp): Pick<DepositsStand, 'balance' | 'fingerprint' | 'verify'> {
  const { sql } = app.services
  return {
    balance: async (account) => (await balanceOf(account)).posted,
    fingerprint: async () => {
      const head = await ledger.head(sql)
      const [row] = await app.database.owner<{ text: string }[]>`
        select coalesce(md5(string_agg(deposit::text, ',' order by id)), '') as text from deposit`
      return `${head.seq} ${head.hash} ${row?.text}`
    },
    verify: async () => (await verifyLedger(sql)).ok,
  }
}

/** Moves money between two accounts, so that a test has it where it wants it. */
export async function moveMoney(stand: DepositsStand, source: string, target: string, { minor }: Money): Promise<void> {
  const postings = [
    { account: accountOf(source), posted: -minor, held: 0n },
    { account: accountOf(target), posted: minor, held: 0n },
  ]
  await stand.post({ kind: 'test-move', postings })
}

function accountOf(text: string): AccountId {
  assert(isAccountId(text), `${text} is an account`)
  return text
}

/** Somebody who pays in by any of the rails. */
function payerOf(rails: readonly FakeRail[]): NonNullable<PaymentsDeps['practicePayer']> {
  return {
    payIn: async (_, { to, amount, from, now, railId }) => {
      const rail = present(
        rails.find((one) => one.rail.id === railId),
        'rail',
      )
      rail.deliver({ externalId: `sim-${now}`, amount, to, ...(from === undefined ? {} : { name: from.name }) })
      return { externalId: `sim-${now}`, arrivesAt: now }
    },
  }
}

function newRails(now: () => Instant) {
  return {
    spei: fakeRail({ now, id: 'test-spei', method: 'spei', assets: ['MXN'] }),
    pix: fakeRail({ now, id: 'test-pix', method: 'pix', assets: ['BRL'] }),
    bitcoin: fakeRail({ now, id: 'test-bitcoin', method: 'chain', assets: ['BTC'], networks: ['bitcoin'] }),
    ethereum: fakeRail({ now, id: 'test-ethereum', method: 'chain', assets: ['ETH', 'USDT'], networks: ['ethereum'] }),
    manual: fakeRail({ now, id: 'manual', method: 'transfer', assets: ['MXN', 'USD'] }),
  }
}

const filesOf = (unopened: ReadonlySet<string>): DepositsDeps['files'] => ({
  use: async (_, { fileId, field }) =>
    fileId.endsWith('0') ? reject(fileRejections.fileUnknown, { field }) : undefined,
  opened: async (_, { fileIds, caseId, by }) => (unopened.has(`${by} ${caseId}`) ? [] : fileIds),
})

function fakeDesk(rail: FakeRail): ManualDesk {
  const told = new Set<string>()
  const eventOf = ({ externalId, amount, to, from, now }: StatementReceipt) => ({
    kind: 'received' as const,
    externalId: canonicalTrackingKey(externalId),
    amount,
    to,
    from,
    confirmations: { seen: 1, needed: 1 },
    at: now,
  })
  return {
    railId: rail.rail.id,
    accountOf: (asset) => (rail.rail.assets.includes(asset) ? firmAccount : undefined),
    isRecorded: async (_, __, key) => told.has(canonicalTrackingKey(key)),
    receivedProblem: (received) => eventProblem(eventOf(received), rail.rail.assets),
    confirmReceived: async (_, received) => {
      const { externalId, amount, to, from } = eventOf(received)
      if (told.has(externalId)) return false
      told.add(externalId)
      rail.deliver({ externalId, amount, to, name: from.name, account: from.account })
      return true
    },
    confirmPayout: async () => true,
    confirmReturned: async () => true,
  }
}

/** Amounts of tests. */
export const pesos = (text: string): Money => money(BigInt(Math.round(Number(text) * 100)), currencies.MXN)
export const satoshi = (units: bigint): Money => money(units, coins.BTC)
export const units = (minor: bigint, asset: Asset): Money => money(minor, asset)
