import { type ApprovalsRoom, createApprovals } from '@bolsillo/approvals/server'
import { createAudit } from '@bolsillo/audit/server'
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
import { createLedger, type Ledger, verifyLedger } from '@bolsillo/ledger/server'
import {
  type ChannelCode,
  canonicalTrackingKey,
  destinationKey,
  eventProblem,
  payableAssets,
  payInKey,
} from '@bolsillo/payments/domain'
import { csvStatement, statementUpload, type WrittenLine } from '@bolsillo/payments/fixtures'
import {
  createPayments,
  type Delivery,
  type ManualDesk,
  type PaymentEngine,
  type Payments,
  type PaymentsDeps,
  type StatementReceipt,
} from '@bolsillo/payments/server'
import { type Room, transaction } from '@bolsillo/server-kit'
import type { Setting } from '@bolsillo/settings/domain'
import { fixedSettings } from '@bolsillo/settings/fixtures'
import type { Settings } from '@bolsillo/settings/server'
import {
  type AskAs,
  askingOf,
  newTestKey,
  type TestAnswer,
  type TestApp,
  type TestServices,
  testApp,
  testCustomer,
  testNeeds,
  testOperator,
  testOperators,
} from '@bolsillo/test-kit'
import { type Claims, createDeposits, type DepositsDeps } from '../index.ts'
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
} as const

/** What they are called. */
const staffNames = new Map([
  [staff.teresa.operatorId, 'Teresa Ruiz Luna'],
  [staff.carlos.operatorId, 'Carlos Soto Mena'],
])

export interface DepositsStand {
  readonly app: TestApp
  readonly deps: DepositsDeps
  readonly ledger: Ledger
  readonly payments: Payments
  readonly engine: PaymentEngine
  readonly approvals: ApprovalsRoom
  /** What the room of withdrawals is given. */
  readonly claims: Claims
  readonly rails: Readonly<Record<'spei' | 'pix' | 'bitcoin' | 'ethereum' | 'manual', FakeRail>>
  readonly written: Written[]
  /** Papers of customer 1 and 3, by number; deleting one takes their verification away. */
  readonly papers: Map<Id<'cus'>, VerifiedPerson>
  /** Accounts customers have as destinations, by number, and the holder they named. */
  readonly destinations: Map<string, string>
  readonly customerId: (number: number) => Id<'cus'>
  /** What surrounds an event of the peso rail about customer 1 when it is dispatched. */
  readonly delivery: () => Omit<Delivery<'received'>, 'event' | 'customerId'> & { readonly customerId: Id<'cus'> }
  readonly as: AskAs
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
  /** Runs a job of the room as the clock stands. */
  readonly runJob: (name: string) => Promise<void>
  readonly close: () => Promise<void>
}

type Made = Partial<Pick<DepositsStand, 'deps' | 'payments' | 'engine' | 'approvals' | 'claims'>> & { room?: Room }

/** Deposits over a real ledger, real payments and real approvals, with rails that tell what a test says. */
export async function depositsStand(
  options: {
    readonly settings?: readonly { readonly setting: Setting; readonly value: unknown }[]
    readonly unmet?: 'identity-verified'
  } = {},
): Promise<DepositsStand> {
  const settings = fixedSettings(options.settings ?? [])
  const ledger = createLedger()
  const clock: { now?: () => Instant } = {}
  const now = (): Instant => clock.now?.() ?? instant(0)
  const rails = newRails(now)
  const papers = newPapers()
  const destinations = new Map<string, string>()
  const written: Written[] = []
  const made: Made = {}
  const app = await testApp({
    needs: testNeeds(options.unmet === undefined ? [] : [options.unmet]),
    operators: testOperators(Object.values(staff)),
    rooms: (services) => {
      clock.now = services.clock.now
      return roomsOf(services, { settings, ledger, rails, papers, written, destinations, made })
    },
  })
  const parts = partsOf(made)
  const runJob = async (name: string): Promise<void> => {
    const job = made.room?.jobs?.find((one) => one.name === name)
    await present(job, name).run(app.services)
  }
  return {
    app,
    ledger,
    rails,
    papers,
    destinations,
    written,
    runJob,
    ...parts,
    ...doorsOf(app, parts.payments),
    ...booksOf(app, ledger),
  }
}

function roomsOf(
  services: TestServices,
  {
    settings,
    ledger,
    rails,
    papers,
    written,
    destinations,
    made,
  }: Pick<DepositsStand, 'ledger' | 'rails' | 'papers' | 'written' | 'destinations'> & {
    readonly settings: Settings
    readonly made: Made
  },
): readonly Room[] {
  const { room: auditRoom, audit } = createAudit()
  const approvals = createApprovals({ services, audit, namesOf: async () => new Map() })
  const {
    room: paymentsRoom,
    payments,
    engine,
  } = createPayments({
    services,
    settings,
    ledger,
    rails: Object.values(rails).map(({ rail }) => rail),
    manual: fakeDesk(rails.manual),
    staff: { audit, approvals: approvals.approvals, views: approvals.views },
    practicePayer: payerOf(Object.values(rails)),
  })
  const deps: DepositsDeps = {
    services,
    audit,
    settings,
    ledger,
    payments,
    people: peopleOf(papers),
    customers: customersOf(written, services),
    files,
    approvals: approvals.approvals,
    views: approvals.views,
    publisher: { publish: () => undefined },
    holdersOf: async (_, destination) => [destinations.get(destinationKey(destination)) ?? []].flat(),
    staffNames: async (_, ids) => new Map(ids.map((id) => [id, staffNames.get(id) ?? ''])),
  }
  const deposits = createDeposits(deps)
  approvals.approvals.declare([...deposits.approvalKinds])
  Object.assign(made, { deps, payments, engine, approvals, room: deposits.room, claims: deposits.claims })
  return [auditRoom, approvals.room, paymentsRoom, deposits.room]
}

function partsOf(made: Made) {
  return {
    deps: present(made.deps, 'deps'),
    payments: present(made.payments, 'payments'),
    engine: present(made.engine, 'engine'),
    approvals: present(made.approvals, 'approvals'),
    claims: present(made.claims, 'claims'),
  }
}

function doorsOf(
  app: TestApp,
  payments: Payments,
): Pick<DepositsStand, 'as' | 'asStaff' | 'approve' | 'imported' | 'target' | 'customerId' | 'delivery' | 'close'> {
  const { as, asStaff } = askingOf(app)
  const customerId = (number: number) => testCustomer(number).customerId
  return {
    customerId,
    delivery: () => ({
      eventId: app.services.ids.next('rev'),
      railId: 'test-spei',
      customerId: customerId(1),
      payout: undefined,
      now: app.services.clock.now(),
    }),
    as,
    asStaff: (who, path, body) => asStaff(staff[who], path, body),
    imported: importing(app),
    approve: async (who, approvalId, reason) => {
      const detail = await asStaff(staff[who], `/approvals/detail?approvalId=${approvalId}`)
      const { payloadHash, factsHash } = JSON.parse(JSON.stringify(detail.json.data ?? {}))
      const body = { approvalId, payloadHash, factsHash, decision: 'approve', reason }
      return await asStaff(staff[who], '/approvals/decide', body)
    },
    target: (customer, channel) =>
      transaction(app.services.sql, async (tx) => {
        const wish = { customerId: customerId(customer), channel, now: app.services.clock.now() }
        return payInKey(await payments.payInAddress(tx, wish))
      }),
    close: app.close,
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

function booksOf(app: TestApp, ledger: Ledger): Pick<DepositsStand, 'balance' | 'fingerprint' | 'verify'> {
  const { sql } = app.services
  return {
    balance: async (text) => {
      const account = accountOf(text)
      return (await ledger.balances(sql, [account])).get(account)?.posted ?? 0n
    },
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
export async function moveMoney(stand: DepositsStand, source: string, target: string, amount: Money): Promise<void> {
  const { services } = stand.app
  const postings = [
    { account: accountOf(source), posted: -amount.minor, held: 0n },
    { account: accountOf(target), posted: amount.minor, held: 0n },
  ]
  const id = services.ids.next('ent')
  const entry = { id, kind: 'test-move', at: services.clock.now(), actor: 'test', reference: 'test:move', details: {} }
  const outcome = await transaction(services.sql, (tx) => stand.ledger.post(tx, [{ ...entry, postings }]))
  assert(outcome.kind === 'posted', `${source} has ${amount.minor}`)
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

const files: DepositsDeps['files'] = {
  use: async (_, { fileId, field }) =>
    fileId.endsWith('0') ? reject(fileRejections.fileUnknown, { field }) : undefined,
}

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
