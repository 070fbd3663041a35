import { createHash } from 'node:crypto'
import { identitySettings } from '@bolsillo/identity/domain'
import { type Id, idOf, present } from '@bolsillo/kernel'
import { consoleTokenIn } from '@bolsillo/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { staffCrew, wrongNumber } from './testing/staff-crew.ts'
import {
  type Device,
  dataOf,
  newDevice,
  openStaffWorld,
  password,
  refusalOf,
  type SignedIn,
  type StaffWorld,
} from './testing/staff-world.ts'
import {
  countDecided,
  decideByHand,
  keyOf,
  proposeByHand,
  share,
  unshare,
  withoutTrigger,
  withTrigger,
} from './testing/staff-world-store.ts'

// The attack of one person who becomes two (decision 81), step by step, each with what stops it and what happens without.

let world: StaffWorld
/** Mallory proposes, the honest one decides; both have every role. */
const crew = staffCrew(() => world)
const { invite, listed, accepted, inForce } = crew
const openPeople = crew.open
let proposals = 0

const propose = (as: { readonly token: string }) =>
  world.ask('/staff/roles', as, { operatorId: '', roles: '', reason: '' })

beforeAll(async () => {
  world = await openStaffWorld()
})
afterAll(async () => {
  await world.app.close()
})
beforeEach(openPeople)

describe('an invitation', () => {
  it('of an invented colleague is refused: who is invited is a customer with verified papers nobody here has', async () => {
    expect(refusalOf((await invite('invented', { number: '99999999' })).decided)).toBe('staff-papers-missing')
    const first = await world.customer('Rosa', 'passport-1 curp-1')
    expect((await invite('rosa', { number: first.number })).decided.json.code).toBe(0)
    const again = await world.customer('Rosa', 'passport-2 curp-1')
    expect(refusalOf((await invite('rosa2', { number: again.number })).decided)).toBe('staff-papers-taken')
    expect(refusalOf((await invite('rosa3', { number: first.number })).decided)).toBe('staff-papers-taken')
  })

  it('goes to the person’s own address, and shows its link to nobody of the staff', async () => {
    const { decided, proposed, customerId } = await invite('nadia')
    const link = world.linkOf(present(customerId, 'a customer'))
    expect(link.length).toBeGreaterThan(30)
    const staff = await world.ask('/staff', crew.mallory)
    const { invitations } = dataOf(staff)
    const [invitation] = invitations
    const again = await world.ask('/staff/invitation/send', crew.mallory, { invitationId: invitation.id })
    const newer = world.linkOf(present(customerId, 'a customer'))
    expect(newer).not.toBe(link)
    for (const answer of [decided, proposed, staff, again]) {
      expect(answer.body).not.toContain(link)
      expect(answer.body).not.toContain(newer)
    }
    expect(refusalOf(await world.ask('/invitation', { token: '' }, { token: link }))).toBe('invitation-unknown')
    expect(dataOf(await world.ask('/invitation', { token: '' }, { token: newer }))).toMatchObject({ account: 'nadia' })
    expect((await world.ask('/staff/invitation/link', crew.mallory, { invitationId: invitation.id })).status).toBe(404)
  })

  it('is accepted with a passkey nobody else of the staff has, whose model is recorded', async () => {
    const { device, operatorId } = await accepted('olga')
    expect(await keyOf(world.app.database.owner, operatorId)).toMatchObject({ model: expect.stringMatching(/^0{8}-/) })
    const { customerId } = await invite('pablo')
    const link = world.linkOf(present(customerId, 'a customer'))
    const order = dataOf(await world.ask('/invitation/passkey', { token: '' }, { token: link })).order
    const excluded = order.excludeCredentials.map(({ id }: { id: string }) => id)
    expect(excluded).toContain(device.passkey.credentialId)
    // A device that lies to its browser is refused by the server.
    expect(refusalOf(await world.accept(link, device))).toBe('passkey-of-another')
    expect((await world.ask('/invitation/accept', { token: '' }, { token: link, password })).status).toBe(400)
    expect((await world.accept(link, newDevice('pablo'))).json.code).toBe(0)
  })
})

describe('the number on the invitee’s screen', () => {
  it('is typed by who approved, not by who proposed nor by the invitee; five wrong ones void it', async () => {
    const { operatorId, number } = await accepted('quique')
    const type = (as: SignedIn, typed: string) => world.ask('/staff/number', as, { operatorId, number: typed })
    expect(refusalOf(await type(crew.mallory, number))).toBe('staff-number-not-yours')
    expect(dataOf(await type(crew.honest, wrongNumber(number)))).toMatchObject({ rejection: 'staff-number-wrong' })
    expect(await listed('quique')).toMatchObject({ waiting: ['treasury', 'admin'], awaitsYourNumber: true })
    for (let n = 0; n < 4; n += 1) await type(crew.honest, wrongNumber(number))
    expect(refusalOf(await type(crew.honest, number))).toBe('staff-number-void')
    expect(await listed('quique')).not.toHaveProperty('powersFrom')
    const late = await accepted('rafa')
    world.wait(24 * 3_600_000)
    await openPeople()
    const tooLate = { operatorId: late.operatorId, number: late.number }
    expect(refusalOf(await world.ask('/staff/number', crew.honest, tooLate))).toBe('staff-number-void')
  })

  it('cannot be typed by an approver the invitee shares a device with', async () => {
    const { operatorId, number, device } = await accepted('sara')
    await world.signIn(present(world.demo[1], 'the approver'), device.key)
    await openPeople()
    const typed = await world.ask('/staff/number', crew.honest, { operatorId, number })
    expect(refusalOf(typed)).toBe('approval-one-person')
    await unshareDevice(device)
  })
})

const unshareDevice = async ({ key }: Device): Promise<void> => {
  const hash = createHash('sha256').update(`device\n${key}`).digest('hex')
  await world.app.database.owner`delete from operator_device where device_hash = ${hash}`
}

describe('new powers', () => {
  it('wait, announced to all of the staff and in the public list; until then nothing is proposed or decided', async () => {
    const { operatorId, number, device } = await accepted('tania')
    const before = await world.signInByPasskey(operatorId, device)
    expect(dataOf(before).operator.roles).toEqual([])
    const own = { token: consoleTokenIn(before) }
    expect(dataOf(await world.ask('/login/info', own))).toMatchObject({ waiting: ['treasury', 'admin'] })
    expect((await world.ask('/login/info', own)).json.data).not.toHaveProperty('powersFrom')
    await world.ask('/staff/number', crew.honest, { operatorId, number })
    const at = world.app.services.clock.now()
    const powersFrom = at + world.waitMs
    expect(dataOf(await world.ask('/login/info', own))).toMatchObject({ powersFrom })
    const { announcements } = dataOf(await world.ask('/staff', crew.mallory))
    expect(announcements[0]).toMatchObject({ kind: 'powers', account: 'tania', from: powersFrom })
    const open = await world.app.ask({ path: '/ipcf-api/index/staff/powers' })
    const coming = { what: 'begin', roles: ['treasury', 'admin'], from: powersFrom }
    expect(dataOf(open)).toMatchObject({ coming: expect.arrayContaining([coming]), waitMs: world.waitMs })
    expect(open.body).not.toContain('tania')
    await world.runJobs()
    expect(world.sent.some(({ kind, text }) => kind === 'staff-news-powers' && text.includes('tania'))).toBe(true)
    // Looking, proposing and deciding are refused to the session; the database refuses them to any program.
    for (const path of ['/staff', '/approvals', '/settings']) {
      expect(refusalOf(await world.ask(path, own)), path).toBe('role-needed')
    }
    expect(refusalOf(await propose(own))).toBe('role-needed')
    const { sql } = world.app.database
    const made = { id: idOf('apv', `apv_${'6'.repeat(26)}`), maker: operatorId, at }
    await expect(proposeByHand(sql, made)).rejects.toThrow(/has no powers yet/)
    await proposeByHand(sql, { ...made, maker: crew.mallory.operatorId })
    const decision = { approvalId: made.id, by: operatorId, at }
    await expect(decideByHand(sql, decision)).rejects.toThrow(/has no powers yet/)
    // The wait is over: the same session may, and the same decision is taken.
    world.wait(world.waitMs - 1)
    expect(refusalOf(await propose(own))).toBe('role-needed')
    world.wait(1)
    expect(refusalOf(await propose(own))).not.toBe('role-needed')
    await decideByHand(sql, { ...decision, at: world.app.services.clock.now() })
    expect(await countDecided(world.app.database.owner, made.id)).toBe(1)
  })

  it('of somebody who works here wait as well, while what they had goes on', async () => {
    const target = await inForce('ulises')
    const request = { operatorId: target.operatorId, roles: 'treasury,compliance,admin', reason: 'duties-changed' }
    const decided = await world.decide(
      await world.ask('/staff/roles', crew.mallory, request),
      crew.honest,
      'duties-changed',
    )
    expect(decided.json.code, decided.body).toBe(0)
    expect(await listed('ulises')).toMatchObject({ waiting: ['compliance'] })
    world.wait(world.waitMs)
    await openPeople()
    expect(await listed('ulises')).not.toHaveProperty('waiting')
  })
})

describe('one person with two accounts', () => {
  const proposalOf = async (maker: Id<'opr'>): Promise<{ readonly id: string; readonly at: number }> => {
    proposals += 1
    const at = world.app.services.clock.now()
    const id = `apv_${String(proposals).padStart(26, '0')}`
    await proposeByHand(world.app.database.sql, { id, maker, at })
    return { id, at }
  }

  it.each(['authenticator', 'papers', 'acceptance', 'device'])(
    'is refused by the program and by the database for a shared %s, and only by those',
    async (what) => {
      const { owner, sql } = world.app.database
      const target = await inForce(`victim-${what}`)
      await share(owner, what, crew.mallory.operatorId, crew.honest.operatorId)
      const request = { operatorId: target.operatorId, reason: 'leaves' }
      const proposed = await world.ask('/staff/end', crew.mallory, request)
      const decided = await world.decide(proposed, crew.honest, 'leaves')
      expect(refusalOf(decided)).toBe('approval-one-person')
      const { id, at } = await proposalOf(crew.mallory.operatorId)
      const decision = { approvalId: id, by: crew.honest.operatorId, at }
      await expect(decideByHand(sql, decision)).rejects.toThrow(new RegExp(`one person: the same ${what}`))
      // The control: without the trigger the row is written, so it is the trigger that holds.
      await withoutTrigger(owner, 'approval_decision', 'two_people')
      await decideByHand(sql, decision)
      await withTrigger(owner, 'approval_decision', 'two_people')
      expect(await countDecided(owner, id)).toBe(1)
      await unshare(owner)
      // Two people after all: the same decision goes through.
      expect((await world.decide(proposed, crew.honest, 'leaves')).json.code).toBe(0)
    },
  )

  it('is reported for a device both signed in on, until the device no longer counts', async () => {
    const device = newDevice('the same browser')
    const [first, second] = [present(world.demo[0], 'a demo operator'), present(world.demo[1], 'another')]
    await world.signIn(first, device.key)
    await world.signIn(second, device.key)
    await openPeople()
    const victim = await inForceOnly('device-victim')
    await world.signIn(first, device.key)
    await world.signIn(second, device.key)
    await openPeople()
    const proposed = await world.ask('/staff/end', crew.mallory, { operatorId: victim, reason: 'leaves' })
    const refused = await world.decide(proposed, crew.honest, 'leaves')
    expect(refusalOf(refused)).toBe('approval-one-person')
    expect(refused.json.msg).toMatch(/navegador/)
    world.wait(world.waitMs)
    await openPeople()
    expect((await world.decide(proposed, crew.honest, 'leaves')).json.code).toBe(0)
  })
})

/** An account in force, by its id. */
async function inForceOnly(name: string): Promise<Id<'opr'>> {
  world.wait(world.waitMs)
  await openPeople()
  return (await inForce(name)).operatorId
}

describe('where money is real', () => {
  it('new powers wait 72 hours at least, whatever the practice market’s minutes', async () => {
    const live = await openStaffWorld('LIVE')
    try {
      expect(live.identity.staff.waitMs()).toBe(72 * 3_600_000)
      expect(identitySettings.staffWaitHours.min).toBe(72)
    } finally {
      await live.app.close()
    }
  })
})

describe('taking powers', () => {
  it('from the only other holder of a role waits, is announced, and happens then', async () => {
    const { owner } = world.app.database
    const admins = dataOf(await world.ask('/staff', crew.honest)).accounts.filter(
      ({ id, endedAt }: { id: string; endedAt?: number }) =>
        endedAt === undefined && id !== crew.mallory.operatorId && id !== crew.honest.operatorId,
    )
    for (const { id } of admins) await owner`update operator set ended_at = 1 where id = ${id}`
    const third = await inForce('vera')
    // Vera is one of three admins: demoting her of that is done at once; of treasury there are two others as well.
    const demote = { operatorId: third.operatorId, roles: 'treasury', reason: 'duties-changed' }
    await world.decide(await world.ask('/staff/roles', crew.mallory, demote), crew.honest, 'duties-changed')
    expect((await listed('vera'))?.roles).toEqual(['treasury'])
    // Now the other demo account is the only other admin: nobody ends it on the spot.
    const end = { operatorId: crew.honest.operatorId, reason: 'security-incident' }
    const approver = await inForce('wanda')
    await world.ask('/staff/roles', crew.mallory, {
      operatorId: approver.operatorId,
      roles: 'compliance',
      reason: 'mistake-corrected',
    })
    await owner`update operator set roles = '{compliance}' where id = ${approver.operatorId}`
    const decided = await world.decide(await world.ask('/staff/end', crew.mallory, end), approver, 'security-incident')
    expect(decided.json.code, decided.body).toBe(0)
    const from = world.app.services.clock.now() + world.waitMs
    expect(await listed('revisora')).toMatchObject({ change: { roles: [], from } })
    const { announcements } = dataOf(await world.ask('/staff', crew.honest))
    expect(announcements[0]).toMatchObject({ kind: 'removal', account: 'revisora', from })
    await world.runJobs()
    expect(await listed('revisora')).not.toHaveProperty('endedAt')
    world.wait(world.waitMs)
    await openPeople()
    await world.runJobs()
    expect((await world.ask('/staff', crew.honest)).status).toBe(401)
    const accounts = dataOf(await world.ask('/staff', crew.mallory)).accounts
    const ended = accounts.find(({ account }: { account: string }) => account === 'revisora')
    expect(ended.endedAt).toBe(world.app.services.clock.now())
  })
})
