import type { StaffCrew } from '@bolsillo/approvals/fixtures/staff-crew'
import type { StaffWorld } from '@bolsillo/approvals/fixtures/staff-world'
import { btc, contractsStand, rightPassword } from '@bolsillo/contracts/fixtures'
import {
  deviceKeyOf,
  freshAddress,
  type IdentityWorld,
  soundPassword,
} from '@bolsillo/identity/fixtures/identity-world'
import type { DemoOperator } from '@bolsillo/identity/server'
import { type Id, type Instant, idOf, plusMs, present } from '@bolsillo/kernel'
import { type KycWorld, staff as reviewers } from '@bolsillo/kyc/fixtures/kyc-world'
import { consoleTokenIn } from '@bolsillo/test-kit'
import { type Attack, dataIn, found, refused, refusedByDatabase, stopped, unseen, went } from './attack.ts'
import { readOwnLog, readPictures, rewriteMessages } from './attempts-store.ts'

// What staff learn of a customer and do with it (decision 84): codes, looks, papers, and trades on credit with a new PIN.

const dayMs = 86_400_000

/** Codes of customers, as an installation's practice inbox has them. `signIn`: enters the console. */
export function codes(world: IdentityWorld, signIn: () => Promise<string>): readonly Attack[] {
  const prey = preyOf(world)
  const { account, late, own, inbox, log } = prey
  return [
    {
      who: 'one of the staff',
      tried: 'read a customer’s code in the console’s list of messages',
      expected: 'the list has no words of messages',
      attempt: async () => {
        late.own = await world.newCustomer(account)
        world.app.services.clock.advanceMs(31_000)
        late.code = await world.codeFor('trade-password', account, { token: own().token })
        const page = await world.app.ask({ path: '/console-api/practice/inbox', token: await signIn() })
        if (!went(page)) return refused(page)
        const isThere = dataIn(page).rows[0]?.what === 'code'
        return isThere && !page.body.includes(String(late.code))
          ? stopped('the list has no words of messages')
          : unseen(page.body)
      },
      control: {
        kind: 'allowed',
        what: 'the session that asked for it reads it',
        goes: async () => (await inbox(own().token)).body.includes(String(late.code)),
      },
    },
    {
      who: 'one of the staff',
      tried: 'look at that list',
      expected: 'the customer’s own log',
      attempt: async () =>
        (await log()).includes('identity.inbox-read')
          ? found('the customer’s own log', 0)
          : unseen('the log is silent'),
      control: {
        kind: 'allowed',
        what: 'who is not on the page has no such line',
        goes: async () => {
          const other = await world.newCustomer('later@correo.mx')
          return !(await readOwnLog(world.app.database.owner, other.id)).includes('identity.inbox-read')
        },
      },
    },
    ...codesOfOthers(world, prey),
    ...creditAfterReset(world),
  ]
}

/** A customer whose codes are wanted. */
function preyOf(world: IdentityWorld) {
  const account = 'prey@correo.mx'
  const late: { own?: { token: string; id: string }; code?: string | undefined } = {}
  const own = () => present(late.own, 'a customer')
  const inbox = (token?: string) =>
    world.post(
      '/practice/inbox',
      { deviceKey: deviceKeyOf(account) },
      { address: freshAddress(), ...(token === undefined ? {} : { token }) },
    )
  const log = () => readOwnLog(world.app.database.owner, own().id)
  return { account, late, own, inbox, log }
}

/** Codes of customers, wanted by a stranger and by the server's own login. */
function codesOfOthers(
  world: IdentityWorld,
  { account, late, own, inbox }: ReturnType<typeof preyOf>,
): readonly Attack[] {
  return [
    {
      who: 'a stranger',
      tried: 'read a code with the key of the customer’s device, which scripts can read',
      expected: 'only the browser’s cookie or the session shows it',
      attempt: async () => {
        const answer = await inbox()
        return answer.body.includes(String(late.code))
          ? unseen(answer.body)
          : stopped('only the browser’s cookie or the session shows it')
      },
      control: {
        kind: 'allowed',
        what: 'with the session it is there',
        goes: async () => (await inbox(own().token)).body.includes(String(late.code)),
      },
    },
    {
      who: 'the login of the server',
      tried: 'write another code into a message',
      expected: 'permission denied',
      attempt: () => refusedByDatabase(() => rewriteMessages(world.app.database.sql)),
      control: {
        kind: 'allowed',
        what: 'a new message is written',
        goes: async () => {
          world.app.services.clock.advanceMs(31_000)
          return (await world.codeFor('trade-password', account, { token: own().token })) !== undefined
        },
      },
    },
  ]
}

/** Somebody in a customer's session resets the PIN with a code and trades on credit against an account of their own. */
function creditAfterReset(world: IdentityWorld): readonly Attack[] {
  const account = 'credit@correo.mx'
  const update = (token: string, body: Record<string, unknown>) => world.post('/user/update/password', body, { token })
  const late: { id?: Id<'cus'> } = {}
  /** Opens a contract when identity says so long that nothing is opened on credit. */
  const opens = async () => {
    const now = world.app.services.clock.now()
    const held = await world.identity.customers.accountHold(world.app.services.sql, present(late.id, 'a customer'), now)
    const until: { at?: Instant } = {}
    const stand = await contractsStand({ creditHeldUntil: async () => until.at })
    try {
      if (held !== undefined) until.at = plusMs(stand.app.services.clock.now(), held.until - now)
      await stand.price(btc, 100_000)
      await stand.fund(1, 5_000)
      stand.offer(btc, 'sell', 100_000, 1)
      const order = { symbol: btc, type: 'market', quantity: '0.01', side: 'buy', tradePassword: rightPassword }
      return await stand.as(1, '/order/add', order)
    } finally {
      await stand.close()
    }
  }
  return [
    {
      who: 'a stranger',
      tried: 'trade on credit right after resetting the PIN with a code',
      expected: 'contract-credit-held',
      attempt: async () => {
        const { id } = await world.newCustomer(account)
        late.id = idOf('cus', id)
        world.app.services.clock.advanceMs(9 * dayMs)
        const token = String(dataIn(await world.signIn(account)).token)
        await update(token, { kind: 'trade', password: '284615' })
        world.app.services.clock.advanceMs(31_000)
        const code = await world.codeFor('trade-password', account, { token })
        const reset = { kind: 'trade', password: '581920', loginPassword: soundPassword, code }
        const done = await update(token, reset)
        return went(done) ? refused(await opens()) : unseen(`the PIN was not reset: ${done.body}`)
      },
      control: {
        kind: 'allowed',
        what: 'a day later the same order is taken',
        goes: async () => {
          world.app.services.clock.advanceMs(dayMs)
          return went(await opens())
        },
      },
    },
  ]
}

interface LookedAt {
  customer?: Awaited<ReturnType<StaffWorld['customer']>>
  proposed?: Awaited<ReturnType<StaffWorld['ask']>>
}

/** Looks at a customer without a reason that exists. */
export function looks(world: StaffWorld, crew: StaffCrew): readonly Attack[] {
  const late: LookedAt = {}
  const person = () => present(late.customer, 'a customer')
  const find = (caseId: string, by = crew.mallory) =>
    world.ask(`/customers/find?number=${person().number}&caseId=${caseId}`, by)
  const propose = async () => {
    const wish = { number: person().number, reason: 'complaint', evidence: 'Queja 2231 del cliente' }
    late.proposed = await world.ask('/customers/look', crew.mallory, wish)
    return String(dataIn(late.proposed).approvalId)
  }
  const agreed = async (): Promise<string> => {
    const id = await propose()
    await world.decide(present(late.proposed, 'a proposal'), crew.honest, 'complaint')
    return id
  }
  const who = 'one of the staff' as const
  const opensWithCase: Attack['control'] = {
    kind: 'allowed',
    what: 'for a look two people agreed on it opens',
    goes: async () => went(await find(await agreed())),
  }
  return [
    {
      who,
      tried: 'look a customer up without a case',
      expected: 'field-missing',
      attempt: async () => {
        late.customer = await world.customer('Looked at')
        return refused(await world.ask(`/customers/find?number=${person().number}`, crew.mallory))
      },
      control: opensWithCase,
    },
    {
      who,
      tried: 'look a customer up for an invented case',
      expected: 'customer-case-unfit',
      attempt: async () => refused(await find('apv_01JD0000000000000000000000')),
      control: opensWithCase,
    },
    {
      who,
      tried: 'look a customer up for a proposal of one’s own nobody agreed to',
      expected: 'customer-case-unfit',
      attempt: async () => refused(await find(await propose())),
      control: {
        kind: 'allowed',
        what: 'whoever decides on it looks',
        goes: async () =>
          went(await find(String(dataIn(present(late.proposed, 'a proposal')).approvalId), crew.honest)),
      },
    },
    agreedLook(world, late, propose),
  ]
}

/** Two people agree on a look: the customer can see it. */
function agreedLook(world: StaffWorld, late: LookedAt, propose: () => Promise<string>): Attack {
  return {
    who: 'two of the staff together',
    tried: 'agree on a look nobody asked for',
    expected: 'the customer’s own log, from the proposal on',
    attempt: async () => {
      late.customer = await world.customer('Agreed on')
      await propose()
      const log = await readOwnLog(world.app.database.owner, present(late.customer, 'a customer').id)
      return log.includes('approvals.propose')
        ? found('the customer’s own log, from the proposal on', 0)
        : unseen(log.join())
    },
    control: {
      kind: 'allowed',
      what: 'who was not looked at has no such line',
      goes: async () => {
        const other = await world.customer('Left alone')
        return (await readOwnLog(world.app.database.owner, other.id)).length === 0
      },
    },
  }
}

/** Papers verified by somebody who did not look. */
export function papers(world: KycWorld): readonly Attack[] {
  const late: { caseId?: string } = {}
  const customer = present(world.customers[0], 'a customer')
  const verify = () => world.staffAsks(reviewers.ana, '/identity/verify', { caseId: String(late.caseId) })
  const open = async (who: (typeof reviewers)['ana']): Promise<void> => {
    for (const fileId of await readPictures(world.app.database.owner, String(late.caseId))) {
      const look = { fileId, caseId: String(late.caseId), reason: 'review' }
      await world.staffAsks(who, '/files/view', look)
    }
  }
  return [
    {
      who: 'one of the staff',
      tried: 'verify papers nobody opened',
      expected: 'papers-unopened',
      attempt: async () => {
        const front = await world.photo(customer.customerId, 'front')
        const text = { country: 'ES', certificate: 'passport', name: 'Ana Díaz Paz', birthDate: '1990-05-01' }
        const sent = { ...text, number: 'XDA123456', expiry: '2031-01-01', front }
        late.caseId = String(dataIn(await world.submit(customer.token, sent)).caseId)
        return refused(await verify())
      },
      control: {
        kind: 'allowed',
        what: 'the case can be read meanwhile',
        goes: async () => went(await world.staffAsks(reviewers.ana, '/identity/case', { caseId: String(late.caseId) })),
      },
    },
    {
      who: 'two of the staff together',
      tried: 'verify papers a colleague opened',
      expected: 'papers-unopened',
      attempt: async () => {
        await open(reviewers.luis)
        return refused(await verify())
      },
      control: {
        kind: 'allowed',
        what: 'whoever opened them verifies them',
        goes: async () => {
          await open(reviewers.ana)
          return went(await verify())
        },
      },
    },
  ]
}

/** Signs an operator of the demo in to the console. */
export async function consoleToken(
  world: IdentityWorld,
  { account, password }: DemoOperator,
  nextCode: () => string,
): Promise<string> {
  const by = { address: freshAddress(), headers: { origin: 'https://app.example', host: 'app.example' } }
  const asked = dataIn(await world.post('/console-api/login/challenge', { account, password }, by))
  const entered = await world.post(
    '/console-api/login',
    { account, password, challengeId: asked.challengeId, code: nextCode() },
    by,
  )
  return consoleTokenIn(entered)
}
