import { type ApprovalsRoom, createApprovals } from '@bolsillo/approvals/server'
import { createAudit } from '@bolsillo/audit/server'
import { currencies, type Id, present } from '@bolsillo/kernel'
import { createLimits, type HeldMoney } from '@bolsillo/kyc/server'
import { type Balance, customerAccount } from '@bolsillo/ledger/domain'
import { grantEntry } from '@bolsillo/ledger/fixtures'
import { createLedger, type Ledger, verifyLedger } from '@bolsillo/ledger/server'
import { channelSettings, type PaymentRail, reconciliationLimits } from '@bolsillo/payments/domain'
import { createPayments, type Origin, type PaymentEngine, type Payments } from '@bolsillo/payments/server'
import { type Publisher, type Room, transaction } from '@bolsillo/server-kit'
import { operationsSettings, type Setting } from '@bolsillo/settings/domain'
import { fixedSettings } from '@bolsillo/settings/fixtures'
import { createSettings, type Settings, type SettingsRegistry } from '@bolsillo/settings/server'
import {
  type AskAs,
  type AskAsStaff,
  askingOf,
  type TestAnswer,
  type TestApp,
  type TestServices,
  testApp,
  testCustomer,
  testOperator,
  testOperators,
} from '@bolsillo/test-kit'
import { withdrawalSettings } from '../../domain/index.ts'
import { announceTerms } from '../announce-terms.ts'
import type { WithdrawalsGiven } from '../deps.ts'
import { createWithdrawals } from '../index.ts'
import { endRunOutHolds, escalateOverdue } from '../review-jobs.ts'
import { sendReturns } from '../send-returns.ts'
import { type FakeClaims, fakeClaims } from './fake-claims.ts'
import {
  customersOf,
  freshFacts,
  mariaName,
  type Notice,
  passwords,
  peopleOf,
  rightPassword,
  type StandFacts,
} from './fake-customers.ts'
import { challenge, factorsOf, rightCode } from './fake-factors.ts'
import { type MemoryRail, memoryRail } from './memory-rail.ts'

export { mariaName, type Notice, rightPassword } from './fake-customers.ts'
export { bounds, challenge, rightCode } from './fake-factors.ts'

export const mariaClabe = '032180000118359719'
export const otherClabe = '012660015490725198'

export const teresa = testOperator(1, ['treasury'])
export const carlos = testOperator(2, ['compliance'])
export const tomas = testOperator(3, ['treasury'])
export const sofia = testOperator(4, ['support'])
export const camila = testOperator(5, ['compliance'])

export interface WithdrawalsStand {
  readonly app: TestApp
  readonly ledger: Ledger
  readonly payments: Payments
  readonly engine: PaymentEngine
  readonly spei: MemoryRail
  readonly otherSpei: MemoryRail
  readonly approvals: ApprovalsRoom
  readonly facts: StandFacts
  /** Nothing is beyond a limit until a test says that a level allows little. */
  readonly ownLimits: HeldMoney
  readonly customerId: (customer: number) => Id<'cus'>
  readonly as: AskAs
  readonly asStaff: AskAsStaff
  readonly fund: (customer: number, asset: string, minor: bigint) => Promise<void>
  readonly balance: (customer: number, asset: string) => Promise<Balance>
  readonly accountOf: (account: string) => Promise<Balance>
  /** Adds a CLABE and lets its waiting pass. */
  readonly usableClabe: (customer: number, clabe?: string) => Promise<string>
  /** The fields of a request that confirm what the quote says. */
  readonly confirmed: (
    customer: number,
    destinationId: string,
    amount: string,
    asset?: string,
  ) => Promise<Record<string, string>>
  readonly runJobs: () => Promise<void>
  /** The settings in force, with the rules above them. */
  readonly settings: SettingsRegistry
  /** The notifications customers received, in order. */
  readonly notices: readonly Notice[]
  /** The claims of overpaid withdrawals, as the room of claims would keep them. */
  readonly claims: FakeClaims
  /** What the room does when a server starts. */
  readonly start: () => Promise<void>
  /** Rows of everything a refusal must leave alone. */
  readonly fingerprint: () => Promise<string>
  readonly close: () => Promise<void>
}

const silent: Publisher = { publish: () => undefined }

const declared = [...Object.values(withdrawalSettings), ...channelSettings, ...Object.values(reconciliationLimits)]

/** What the rooms are, once they are made. */
interface Made {
  approvals?: ApprovalsRoom
  payments?: Payments
  engine?: PaymentEngine
  deps?: WithdrawalsGiven
  room?: Room
  registry?: SettingsRegistry
}

/** Withdrawals over a real ledger, approvals and payments, with a rail in memory and guards a test can turn. */
export async function withdrawalsStand(): Promise<WithdrawalsStand> {
  const facts: StandFacts = { ...freshFacts }
  const ledger = createLedger()
  const spei = memoryRail({ id: 'test-spei', method: 'spei', assets: ['MXN'] })
  // The second of its kind: what the first does not take can be paid by it.
  const otherSpei = memoryRail({ id: 'test-spei-two', method: 'spei', assets: ['MXN'] })
  const chain = memoryRail({ id: 'test-chain-tron', method: 'chain', assets: ['USDT'], networks: ['tron'] })
  const claims = fakeClaims()
  const notices: Notice[] = []
  const made: Made = {}
  const app = await testApp({
    rooms: (services) =>
      roomsOf(services, { facts, ledger, rails: [spei.rail, otherSpei.rail, chain.rail], claims, notices, made }),
    operators: testOperators([teresa, carlos, tomas, sofia, camila]),
  })
  const { approvals, payments, engine, deps } = made
  if (approvals === undefined || payments === undefined || engine === undefined || deps === undefined) {
    throw new Error('the rooms were not made')
  }
  return {
    ...helpers({ app, ledger, facts, deps }),
    app,
    ledger,
    payments,
    engine,
    spei,
    otherSpei,
    approvals,
    facts,
    ownLimits: present(deps.ownLimits, 'limits'),
    settings: present(made.registry, 'settings'),
    notices,
    claims,
    start: async () => await made.room?.start?.(),
  }
}

function roomsOf(
  services: TestServices,
  {
    facts,
    ledger,
    rails,
    claims,
    notices,
    made,
  }: {
    readonly facts: StandFacts
    readonly ledger: Ledger
    readonly rails: readonly PaymentRail[]
    readonly claims: FakeClaims
    readonly notices: Notice[]
    readonly made: Made
  },
): readonly Room[] {
  const { room: auditRoom, audit } = createAudit()
  const { room: settingsRoom, settings: registry } = createSettings({ services, audit, declared })
  const settings = pausable(registry, facts)
  const approvals = createApprovals({ services, audit, namesOf: async () => new Map() })
  const {
    room: paymentsRoom,
    payments,
    engine,
  } = createPayments({
    services,
    settings,
    ledger,
    rails,
    staff: { audit, approvals: approvals.approvals, views: approvals.views },
  })
  payments.takePayIns(rememberedPayIns())
  const deps: WithdrawalsGiven = {
    services,
    settings,
    ledger,
    audit,
    payments,
    people: peopleOf(facts),
    factors: factorsOf(),
    passwords,
    customers: customersOf(facts, notices),
    approvals: approvals.approvals,
    views: approvals.views,
    publisher: silent,
    claims,
    terms: declared.filter((setting: Setting) => setting.worse !== undefined),
    customersAfter,
  }
  Object.assign(deps, { ownLimits: limitsOver(deps) })
  const { room, approvalKinds, workQueues } = createWithdrawals(deps)
  approvals.approvals.declare([...approvalKinds, ...(paymentsRoom.approvalKinds ?? [])])
  approvals.approvals.declareQueues(workQueues)
  Object.assign(made, { approvals, payments, engine, deps, room, registry })
  return [auditRoom, settingsRoom, approvals.room, paymentsRoom, room]
}

/** The settings in force, read at each question, so that a test can begin and end a pause without anybody's consent. */
function pausable(registry: SettingsRegistry, facts: StandFacts): Settings {
  return {
    get: (setting, at) => {
      const forced = { ...setting, standard: facts.pausedUntil }
      const isForced = setting.key === operationsSettings.withdrawals.key && facts.pausedUntil > 0
      return isForced ? fixedSettings().get(forced) : registry.get(setting, at)
    },
  }
}

/** Crediting is the business of deposits; here what comes to somebody is only remembered as credited. */
function rememberedPayIns(): Parameters<Payments['takePayIns']>[0] {
  const credited: (Origin & { readonly customerId: Id<'cus'> })[] = []
  return {
    received: async (_, { event, railId, customerId, now }) => {
      if (customerId === undefined) return
      const { amount, from } = event
      credited.push({ customerId, railId, asset: amount.asset.code, from, received: amount, lastAt: now })
    },
    reversed: async () => undefined,
    origins: async (_, customerId) => credited.filter((one) => one.customerId === customerId),
  }
}

/** Own limits over the same people; nothing was won or lost. */
function limitsOver({ services, ledger, audit, people }: WithdrawalsGiven): HeldMoney {
  const { ownLimits } = createLimits({
    services,
    ledger,
    audit,
    people,
    results: [],
    pesosOf: (_, minor) => minor,
    scaleOf: () => 2,
  })
  return ownLimits
}

const customersAfter: WithdrawalsGiven['customersAfter'] = async (_, after, limit) =>
  [1, 2, 3]
    .map((number) => testCustomer(number).customerId)
    .filter((id) => id > after)
    .slice(0, limit)

function helpers({
  app,
  ledger,
  deps,
}: {
  readonly app: TestApp
  readonly ledger: Ledger
  readonly facts: StandFacts
  readonly deps: WithdrawalsGiven
}) {
  const customerId = (customer: number): Id<'cus'> => testCustomer(customer).customerId
  const { as, asStaff } = askingOf(app)
  const purse = (asset: string): 'stock' | 'coin' => (asset in currencies ? 'stock' : 'coin')
  const accountOf = async (account: string): Promise<Balance> => {
    const balances = await ledger.balances(app.services.sql, [account as never])
    return [...balances.values()][0] ?? { posted: 0n, held: 0n }
  }
  const fund: WithdrawalsStand['fund'] = async (customer, asset, minor) => {
    const account = customerAccount(customerId(customer), purse(asset), asset)
    await transaction(app.services.sql, (tx) => ledger.post(tx, [grantEntry(app.services, account, minor)]))
  }
  const usableClabe: WithdrawalsStand['usableClabe'] = async (customer, clabe = mariaClabe) => {
    const body = { kind: 'clabe', holder: mariaName, clabe, challengeId: challenge(), code: rightCode }
    const answer = await as(customer, '/bank/add', body)
    app.services.clock.advanceMs(24 * 3_600_000)
    return dataOf<{ destination: { destinationId: string } }>(answer).destination.destinationId
  }
  const confirmed: WithdrawalsStand['confirmed'] = async (customer, destinationId, amount, asset = 'MXN') => {
    const path = purse(asset) === 'coin' ? '/coin/withdraw/add' : '/user/withdraw/quote'
    const quote = await as(customer, `${path}?destinationId=${destinationId}&asset=${asset}&amount=${amount}`)
    const { charges } = dataOf<{ charges: { fee: string; vat: string; net: string } }>(quote)
    const { fee, vat, net } = charges
    const proof = { withdrawalPassword: rightPassword, challengeId: challenge(), code: rightCode }
    return { destinationId, asset, amount, fee, vat, net, ...proof }
  }
  return {
    customerId,
    as,
    asStaff,
    fund,
    balance: (customer: number, asset: string) => accountOf(customerAccount(customerId(customer), purse(asset), asset)),
    accountOf,
    usableClabe,
    confirmed,
    runJobs: async () => {
      await escalateOverdue(deps)
      await sendReturns(deps)
      await announceTerms(deps)
      await endRunOutHolds(deps)
    },
    fingerprint: () => fingerprint(app, ledger),
    close: async () => {
      const verdict = await verifyLedger(app.database.owner)
      if (!verdict.ok) throw new Error(`the books do not add up: ${String(verdict.problem)}`)
      await app.close()
    },
  }
}

async function fingerprint(app: TestApp, ledger: Ledger): Promise<string> {
  const { seq, hash } = await ledger.head(app.services.sql)
  const [rows] = await app.database.owner`
    select (select count(*) from withdrawal)::int as w, (select count(*) from withdrawal_event)::int as e,
      (select count(*) from destination)::int as d, (select count(*) from destination where removed_at is null)::int as r`
  return JSON.stringify({ seq: String(seq), hash, ...rows })
}

/** The `data` of an answer. */
export function dataOf<Data>(answer: TestAnswer): Data {
  if (answer.json.code !== 0) throw new Error(`${answer.status} ${answer.json.msg} ${JSON.stringify(answer.json.data)}`)
  return answer.json.data as Data
}

/** The stable name of a refusal. */
export function refusalOf(answer: TestAnswer): string {
  return JSON.parse(JSON.stringify(answer.json.data ?? {})).rejection ?? `code ${answer.json.code}`
}

/** Proposes and decides: two people. */
export async function acceptByTwo(
  stand: WithdrawalsStand,
  withdrawalId: string,
  [maker, checker] = [teresa, carlos],
): Promise<TestAnswer> {
  const proposed = await propose(stand, withdrawalId, maker)
  return decide(stand, dataOf<{ approvalId: string }>(proposed).approvalId, checker)
}

export async function propose(stand: WithdrawalsStand, withdrawalId: string, maker = teresa): Promise<TestAnswer> {
  const shown = await stand.asStaff(maker, `/withdrawals/case?withdrawalId=${withdrawalId}`)
  const { withdrawal } = dataOf<{ withdrawal: { amount: string; net: string; destination: { text: string } } }>(shown)
  const { amount, net, destination } = withdrawal
  return stand.asStaff(maker, '/withdrawals/accept', { withdrawalId, amount, net, destination: destination.text })
}

export async function decide(
  stand: WithdrawalsStand,
  approvalId: string,
  checker = carlos,
  decision: 'approve' | 'refuse' = 'approve',
  why = 'checked',
): Promise<TestAnswer> {
  const shown = await stand.asStaff(checker, `/approvals/detail?approvalId=${approvalId}`)
  const { payloadHash, factsHash } = dataOf<{ payloadHash: string; factsHash: string }>(shown)
  const reason = decision === 'approve' ? why : 'suspicious'
  return stand.asStaff(checker, '/approvals/decide', { approvalId, payloadHash, factsHash, decision, reason })
}
