import { type StaffCrew, staffCrew, wrongNumber } from '@bolsillo/approvals/fixtures/staff-crew'
import { dataOf, newDevice, openStaffWorld, password, type StaffWorld } from '@bolsillo/approvals/fixtures/staff-world'
import { readRoles, setRoles } from '@bolsillo/approvals/fixtures/staff-world-store'
import { createAudit } from '@bolsillo/audit/server'
import { inviteOperator } from '@bolsillo/identity/server'
import { present } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { type Attack, dataIn, found, refused, stopped, unseen, went } from './attack.ts'
import { decidingAlone } from './deciding-alone.ts'

// One person with two accounts of staff (decision 81): how they become two, and what they do with it.

/** The attacks, on accounts, keys and approvals as an installation has them. */
export function twoAccounts(world: StaffWorld, crew: StaffCrew): readonly Attack[] {
  return [...becomingTwo(world, crew), ...decidingAlone(world, crew), ...pushingOut(world, crew)]
}

const rootFinders = 'the public count of acts past the staff, and the list all of the staff see'
const nobody = { token: '' } as const

function becomingTwo(world: StaffWorld, crew: StaffCrew): readonly Attack[] {
  return [...invited(world, crew), readLink(world, crew), ...byLink(world, crew), ...byNumber(world, crew)]
}

/** Invitations of nobody, and of somebody who is there already. */
function invited(world: StaffWorld, crew: StaffCrew): readonly Attack[] {
  const who = 'one person with two accounts' as const
  return [
    {
      who,
      tried: 'invite a colleague who does not exist',
      expected: 'staff-papers-missing',
      attempt: async () => refused((await crew.invite('invented', { number: '99999999' })).decided),
      control: {
        kind: 'allowed',
        what: 'a customer with verified papers is invited',
        goes: async () => went((await crew.invite('real')).decided),
      },
    },
    {
      who,
      tried: 'be invited a second time with the same papers under another customer number',
      expected: 'staff-papers-taken',
      attempt: async () => {
        await crew.invite('first-papers', { number: (await world.customer('Rosa', 'passport-1 curp-1')).number })
        const again = await world.customer('Rosa', 'passport-2 curp-1')
        return refused((await crew.invite('second-papers', { number: again.number })).decided)
      },
      control: {
        kind: 'allowed',
        what: 'papers nobody has are invited',
        goes: async () => {
          const other = await world.customer('Rita', 'passport-3 curp-3')
          return went((await crew.invite('other-papers', { number: other.number })).decided)
        },
      },
    },
  ]
}

/** The link of an invitation goes to one person only. */
function readLink(world: StaffWorld, crew: StaffCrew): Attack {
  const late: { link?: string } = {}
  return {
    who: 'one of the staff',
    tried: 'read the link of an invitation: in answers, lists, a call for it, or sent again',
    expected: 'no answer has it',
    attempt: async () => {
      const { decided, proposed, customerId } = await crew.invite('linked')
      const first = world.linkOf(present(customerId, 'a customer'))
      const list = await world.ask('/staff', crew.mallory)
      const { invitations } = dataOf(list)
      const { id: invitationId } = invitations.find(({ account }: { account: string }) => account === 'linked')
      const again = await world.ask('/staff/invitation/send', crew.mallory, { invitationId })
      const asked = await world.ask('/staff/invitation/link', crew.mallory, { invitationId })
      late.link = world.linkOf(present(customerId, 'a customer'))
      const shown = [decided, proposed, list, again, asked].some(
        ({ body }) => body.includes(first) || body.includes(String(late.link)),
      )
      return shown || first.length < 30 ? unseen('an answer has the link') : stopped('no answer has it')
    },
    control: {
      kind: 'allowed',
      what: 'the link that went to the person opens the invitation',
      goes: async () => went(await world.ask('/invitation', nobody, { token: late.link })),
    },
  }
}

/** Who accepts by a link, and with which key. */
function byLink(world: StaffWorld, crew: StaffCrew): readonly Attack[] {
  const who = 'one person with two accounts' as const
  const linkOf = async (name: string): Promise<string> => {
    const { customerId } = await crew.invite(name)
    return world.linkOf(present(customerId, 'a customer'))
  }
  const late: { link?: string } = {}
  return [
    {
      who,
      tried: 'accept without a passkey',
      expected: 'field-missing',
      attempt: async () => {
        late.link = await linkOf('keyless')
        return refused(await world.ask('/invitation/accept', nobody, { token: late.link, password }))
      },
      control: {
        kind: 'allowed',
        what: 'with a passkey it is accepted',
        goes: async () => went(await world.accept(String(late.link), newDevice('keyless'))),
      },
    },
    {
      who,
      tried: 'accept with a passkey another account of the staff has, from a browser that lies about it',
      expected: 'passkey-of-another',
      attempt: async () => {
        const { device } = await crew.accepted('key-owner')
        late.link = await linkOf('key-taker')
        return refused(await world.accept(late.link, device))
      },
      control: {
        kind: 'allowed',
        what: 'a passkey of one’s own is taken',
        goes: async () => went(await world.accept(String(late.link), newDevice('key-taker'))),
      },
    },
  ]
}

/** The number that shows that two people met. */
function byNumber(world: StaffWorld, crew: StaffCrew): readonly Attack[] {
  const who = 'one person with two accounts' as const
  const late: { joined?: Awaited<ReturnType<StaffCrew['accepted']>> } = {}
  const joined = () => present(late.joined, 'somebody accepted')
  const type = (as: { readonly token: string }, number: string) =>
    world.ask('/staff/number', as, { operatorId: joined().operatorId, number })
  return [
    {
      who,
      tried: 'type the number on the new account’s screen as who proposed it',
      expected: 'staff-number-not-yours',
      attempt: async () => {
        late.joined = await crew.accepted('numbered')
        return refused(await type(crew.mallory, joined().number))
      },
      control: {
        kind: 'allowed',
        what: 'who approved types it',
        goes: async () => went(await type(crew.honest, joined().number)),
      },
    },
    {
      who,
      tried: 'guess the number with the approver’s session',
      expected: 'staff-number-void',
      attempt: async () => {
        late.joined = await crew.accepted('guessed')
        for (let n = 0; n < 5; n += 1) await type(crew.honest, wrongNumber(joined().number))
        return refused(await type(crew.honest, joined().number))
      },
      control: {
        kind: 'allowed',
        what: 'the right number is taken after four wrong ones',
        goes: async () => {
          late.joined = await crew.accepted('mistyped')
          for (let n = 0; n < 4; n += 1) await type(crew.honest, wrongNumber(joined().number))
          return went(await type(crew.honest, joined().number))
        },
      },
    },
  ]
}

const rootActs = async (world: StaffWorld): Promise<number> =>
  dataIn(await world.app.ask({ path: '/ipcf-api/index/staff/powers' })).rootActs.ever

function pushingOut(world: StaffWorld, crew: StaffCrew): readonly Attack[] {
  const post = (path: string, body: Record<string, unknown>, address: string) =>
    world.app.ask({
      method: 'POST',
      path: `/console-api${path}`,
      body,
      address,
      headers: { origin: 'https://app.example', host: 'app.example' },
    })
  const second = () => present(world.demo[1], 'a demo operator')
  const [far, home] = ['203.0.113.7', '198.51.100.9']
  const guess = (address: string, typed: string) =>
    post('/login/challenge', { account: second().account, password: typed }, address)
  return [
    {
      who: 'a stranger',
      tried: 'lock a colleague out with a hundred wrong passwords from elsewhere',
      expected: 'wrong passwords count by network',
      attempt: async () => {
        for (let n = 0; n < 101; n += 1) {
          await guess(far, 'wrong')
          world.wait(61 * 60_000)
        }
        await guess(far, 'wrong')
        const own = await guess(home, second().password)
        return went(own) ? stopped('wrong passwords count by network') : unseen(own.body)
      },
      control: {
        kind: 'allowed',
        what: 'on the network they came from even the right one waits',
        goes: async () => (await guess(far, second().password)).json.code === 11_021,
      },
    },
    ...(['end', 'demote'] as const).map(pushOut),
    {
      who: 'the owner of the database',
      tried: 'make a third account from the command line (console:invite)',
      expected: rootFinders,
      attempt: async () => {
        await crew.open()
        const before = await rootActs(world)
        const { ids, rng, sql, clock } = world.app.services
        const { audit } = createAudit()
        const wish = { account: 'tercera', name: 'Tercera', roles: ['admin'], now: clock.now(), by: undefined } as const
        await transaction(sql, (tx) => inviteOperator({ ids, rng, audit }, tx, wish))
        const counted = (await rootActs(world)) === before + 1
        const told = JSON.stringify(dataOf(await world.ask('/staff', crew.honest)).announcements[0])
        return counted && told.includes('root-invitation') ? found(rootFinders, 0) : unseen(told)
      },
      control: {
        kind: 'allowed',
        what: 'an invitation by two people is not counted',
        goes: async () => {
          const before = await rootActs(world)
          return went((await crew.invite('by-two')).decided) && (await rootActs(world)) === before
        },
      },
    },
  ]
}

/** In a world of its own: whoever is pushed out is missing in what comes after. */
function pushOut(way: 'end' | 'demote'): Attack {
  const late: { world?: StaffWorld; crew?: StaffCrew } = {}
  const world = () => present(late.world, 'a world')
  const crew = () => present(late.crew, 'a crew')
  const expected = 'the list all of the staff see, before it happens'
  return {
    who: 'two of the staff together',
    tried: `${way} the only other holder of a role at once`,
    expected,
    attempt: async () => {
      late.world = await openStaffWorld()
      late.crew = staffCrew(world)
      await crew().open()
      const partner = await crew().inForce('partner')
      await setRoles(world().app.database.owner, partner.operatorId, 'compliance')
      const wish = {
        operatorId: crew().honest.operatorId,
        reason: way === 'end' ? 'security-incident' : 'duties-changed',
      }
      const proposed =
        way === 'end'
          ? await world().ask('/staff/end', crew().mallory, wish)
          : await world().ask('/staff/roles', crew().mallory, { ...wish, roles: 'compliance' })
      const decided = await world().decide(proposed, partner, wish.reason)
      if (!went(decided)) return refused(decided)
      const from = world().app.services.clock.now() + world().waitMs
      await world().runJobs()
      // The colleague still works, and reads that it is coming; a change of roles asks them to sign in again.
      await crew().open()
      const answer = await world().ask('/staff', crew().honest)
      if (!went(answer)) return unseen(`the colleague is out: ${answer.body}`)
      const [seen] = dataOf(answer).announcements
      const isComing = seen?.kind === 'removal' && seen.from === from
      return isComing ? found(expected, 0) : unseen(`not told: ${JSON.stringify(seen)}`)
    },
    control: {
      kind: 'allowed',
      what: 'after the wait it happens',
      goes: async () => {
        world().wait(world().waitMs)
        await world().runJobs()
        const left = await readRoles(world().app.database.owner, crew().honest.operatorId)
        await world().app.close()
        return way === 'end' ? left.isEnded : left.roles.join() === 'compliance'
      },
    },
  }
}
