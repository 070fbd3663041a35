import type { StaffCrew } from '@bolsillo/approvals/fixtures/staff-crew'
import { dataOf, type StaffWorld } from '@bolsillo/approvals/fixtures/staff-world'
import {
  decideByHand,
  proposeByHand,
  share,
  unshare,
  withoutTrigger,
  withTrigger,
} from '@bolsillo/approvals/fixtures/staff-world-store'
import { present } from '@bolsillo/kernel'
import { consoleTokenIn } from '@bolsillo/test-kit'
import { type Attack, passes, refused, refusedByDatabase, went } from './attack.ts'

export function decidingAlone(world: StaffWorld, crew: StaffCrew): readonly Attack[] {
  const proposals = proposalsOf(world, crew)
  const { end, decidedByOther } = proposals
  return [
    {
      who: 'one of the staff',
      tried: 'decide one’s own proposal',
      expected: 'approval-own',
      attempt: async () => refused(await world.decide(await end('victim'), crew.mallory, 'leaves')),
      control: { kind: 'allowed', what: 'another person decides it', goes: decidedByOther },
    },
    ...['authenticator', 'papers', 'acceptance', 'device'].flatMap((what) => shared(world, crew, proposals, what)),
    ...beforeTheWait(world, crew, proposals),
  ]
}

/** Proposals of one person, by the console and past it. */
function proposalsOf(world: StaffWorld, crew: StaffCrew) {
  const { sql } = world.app.database
  let proposals = 0
  const byHand = async (maker: string) => {
    proposals += 1
    const at = world.app.services.clock.now()
    const id = `apv_${String(proposals).padStart(26, '0')}`
    await proposeByHand(sql, { id, maker, at })
    return { approvalId: id, at }
  }
  const late: { proposed?: Awaited<ReturnType<StaffWorld['ask']>> } = {}
  const end = async (name: string) => {
    const { operatorId } = await crew.inForce(name)
    late.proposed = await world.ask('/staff/end', crew.mallory, { operatorId, reason: 'leaves' })
    return present(late.proposed, 'a proposal')
  }
  const decidedByOther = async () =>
    went(await world.decide(present(late.proposed, 'a proposal'), crew.honest, 'leaves'))
  return { byHand, end, decidedByOther }
}

type Proposals = ReturnType<typeof proposalsOf>

/** Two accounts that show to be one person’s: by a key, by papers, by an acceptance, by a device. */
function shared(
  world: StaffWorld,
  crew: StaffCrew,
  { byHand, end, decidedByOther }: Proposals,
  what: string,
): readonly Attack[] {
  const { owner, sql } = world.app.database
  return [
    {
      who: 'one person with two accounts',
      tried: `decide one’s own proposal from a second account with the same ${what}`,
      expected: 'approval-one-person',
      attempt: async () => {
        const proposed = await end(`victim-${what}`)
        await share(owner, what, crew.mallory.operatorId, crew.honest.operatorId)
        return refused(await world.decide(proposed, crew.honest, 'leaves'))
      },
      control: {
        kind: 'allowed',
        what: 'two people after all: the same decision is taken',
        goes: async () => {
          await unshare(owner)
          return decidedByOther()
        },
      },
    },
    {
      who: 'the login of the server',
      tried: `write such a decision past the program (the same ${what})`,
      expected: `one person: the same ${what}`,
      attempt: async () => {
        await share(owner, what, crew.mallory.operatorId, crew.honest.operatorId)
        const proposed = await byHand(crew.mallory.operatorId)
        return refusedByDatabase(() => decideByHand(sql, { ...proposed, by: crew.honest.operatorId }))
      },
      control: {
        kind: 'unguarded',
        what: 'without the trigger the row is written',
        goes: async () => {
          const proposed = await byHand(crew.mallory.operatorId)
          await withoutTrigger(owner, 'approval_decision', 'two_people')
          const gone = await passes(() => decideByHand(sql, { ...proposed, by: crew.honest.operatorId }))
          await withTrigger(owner, 'approval_decision', 'two_people')
          await unshare(owner)
          return gone
        },
      },
    },
  ]
}

/** Powers are new, and wait. */
function beforeTheWait(world: StaffWorld, crew: StaffCrew, { byHand }: Proposals): readonly Attack[] {
  const late: { token?: string; of?: string } = {}
  const powerless = () => ({ token: String(late.token) })
  const propose = () => world.ask('/staff/roles', powerless(), { operatorId: '', roles: '', reason: '' })
  return [
    {
      who: 'one person with two accounts',
      tried: 'use new powers before the wait is over',
      expected: 'role-needed',
      attempt: async () => {
        const { operatorId, number, device } = await crew.accepted('hasty')
        await world.ask('/staff/number', crew.honest, { operatorId, number })
        late.token = consoleTokenIn(await world.signInByPasskey(operatorId, device))
        late.of = operatorId
        world.wait(world.waitMs - 1)
        return refused(await propose())
      },
      control: {
        kind: 'allowed',
        what: 'a millisecond later the same session may',
        goes: async () => {
          world.wait(1)
          return dataOf(await propose()).rejection !== 'role-needed'
        },
      },
    },
    {
      who: 'the login of the server',
      tried: 'write a proposal of somebody whose powers wait',
      expected: 'has no powers yet',
      attempt: async () => {
        await crew.open()
        const { operatorId } = await crew.accepted('waiting')
        late.of = operatorId
        return refusedByDatabase(() => byHand(operatorId))
      },
      control: {
        kind: 'allowed',
        what: 'of somebody whose powers count it is written',
        goes: () => passes(() => byHand(crew.mallory.operatorId)),
      },
    },
  ]
}
