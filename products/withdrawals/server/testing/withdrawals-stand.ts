import { type ComposedApp, composedApp, stillMarket } from '@bolsillo/composed-app'
import { currencies } from '@bolsillo/kernel'
import type { Balance } from '@bolsillo/ledger/domain'
import type { PaymentEngine } from '@bolsillo/payments/server'
import { operationsSettings } from '@bolsillo/settings/domain'
import { fixedSettings } from '@bolsillo/settings/fixtures'
import type { Settings } from '@bolsillo/settings/server'
import { type TestAnswer, testCustomer, testOperator, testOperators } from '@bolsillo/test-kit'
import type { WithdrawalsGiven } from '../deps.ts'
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

export interface WithdrawalsStand extends Omit<ComposedApp, 'fund' | 'balance' | 'fingerprint' | 'claims'> {
  readonly engine: PaymentEngine
  readonly spei: MemoryRail
  readonly otherSpei: MemoryRail
  /** What other rooms say of customers; nothing is beyond a limit until a test says that a level allows little. */
  readonly facts: StandFacts
  readonly fund: (customer: number, asset: string, minor: bigint) => Promise<void>
  readonly balance: (customer: number, asset: string) => Promise<Balance>
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
  /** The notifications customers received, in order. */
  readonly notices: readonly Notice[]
  /** The claims of overpaid withdrawals, as the room of claims would keep them. */
  readonly claims: FakeClaims
  /** What the room does when a server starts. */
  readonly start: () => Promise<void>
  /** Rows of everything a refusal must leave alone. */
  readonly fingerprint: () => Promise<string>
}

/** The application with rails in memory, settings that staff change, and people a test can turn. */
export async function withdrawalsStand(): Promise<WithdrawalsStand> {
  const facts: StandFacts = { ...freshFacts }
  const spei = memoryRail({ id: 'test-spei', method: 'spei', assets: ['MXN'] })
  // The second of its kind: what the first does not take can be paid by it.
  const otherSpei = memoryRail({ id: 'test-spei-two', method: 'spei', assets: ['MXN'] })
  const chain = memoryRail({ id: 'test-chain-tron', method: 'chain', assets: ['USDT'], networks: ['tron'] })
  const claims = fakeClaims()
  const notices: Notice[] = []
  const composed = await composedApp({
    market: stillMarket,
    operators: testOperators([teresa, carlos, tomas, sofia, camila]),
    settings: (own) => pausable(own, facts),
    people: peopleOf(facts),
    accounts: {
      customers: customersOf(facts, notices),
      secondFactors: factorsOf(),
      withdrawalPasswords: passwords,
    },
    rails: () => ({ rooms: [], rails: [spei, otherSpei, chain].map(({ rail }) => rail) }),
    withdrawals: (own) => ({ ...own, claims, customersAfter }),
  })
  const { composition, paymentEngine: engine } = composed
  const room = composition.rooms.find(({ name }) => name === 'withdrawals')
  return {
    ...{ ...composed, engine, spei, otherSpei, facts, notices, claims },
    ...moneyOf(composed),
    runJobs: async () => {
      for (const { run } of room?.jobs ?? []) await run(composed.app.services)
    },
    start: async () => await room?.start?.(),
    fingerprint: () => fingerprint(composed),
  }
}

/** The settings in force, read at each question, so that a test can begin and end a pause without anybody's consent. */
function pausable(own: Settings, facts: StandFacts): Settings {
  return {
    get: (setting, at) => {
      const forced = { ...setting, standard: facts.pausedUntil }
      const isForced = setting.key === operationsSettings.withdrawals.key && facts.pausedUntil > 0
      return isForced ? fixedSettings().get(forced) : own.get(setting, at)
    },
  }
}

const customersAfter: WithdrawalsGiven['customersAfter'] = async (_, after, limit) =>
  [1, 2, 3]
    .map((number) => testCustomer(number).customerId)
    .filter((id) => id > after)
    .slice(0, limit)

/** What customers are given, and what they fill in. */
function moneyOf({
  app,
  as,
  fund,
  balance,
}: ComposedApp): Pick<WithdrawalsStand, 'fund' | 'balance' | 'usableClabe' | 'confirmed'> {
  const purse = (asset: string): 'stock' | 'coin' => (asset in currencies ? 'stock' : 'coin')
  return {
    fund: (customer, asset, minor) => fund(customer, purse(asset), asset, minor),
    balance: (customer, asset) => balance(customer, purse(asset), asset),
    usableClabe: async (customer, clabe = mariaClabe) => {
      const body = { kind: 'clabe', holder: mariaName, clabe, challengeId: challenge(), code: rightCode }
      const answer = await as(customer, '/bank/add', body)
      app.services.clock.advanceMs(24 * 3_600_000)
      return dataOf<{ destination: { destinationId: string } }>(answer).destination.destinationId
    },
    confirmed: async (customer, destinationId, amount, asset = 'MXN') => {
      const path = purse(asset) === 'coin' ? '/coin/withdraw/add' : '/user/withdraw/quote'
      const quote = await as(customer, `${path}?destinationId=${destinationId}&asset=${asset}&amount=${amount}`)
      const { charges } = dataOf<{ charges: { fee: string; vat: string; net: string } }>(quote)
      const { fee, vat, net } = charges
      const proof = { withdrawalPassword: rightPassword, challengeId: challenge(), code: rightCode }
      return { destinationId, asset, amount, fee, vat, net, ...proof }
    },
  }
}

async function fingerprint({ app, ledger }: ComposedApp): Promise<string> {
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
