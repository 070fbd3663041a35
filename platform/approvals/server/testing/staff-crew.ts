import { assert, type Id, idOf, present } from '@bolsillo/kernel'
import { consoleTokenIn, type TestAnswer } from '@bolsillo/test-kit'
import { type Device, dataOf, newDevice, nextCode, type Prover, type SignedIn, type StaffWorld } from './staff-world.ts'

/** Somebody of the staff who is signed in and can prove it again. */
export type Person = SignedIn & Prover

/** Two people who have every role, and how others come to work beside them. */
export interface StaffCrew {
  /** Proposes. */
  readonly mallory: Person
  /** Decides. */
  readonly honest: Person
  /** Signs both in again: sessions end while a test waits. */
  readonly open: () => Promise<void>
  /** Invites a customer by two people; `number`: somebody else than the customer made for it. */
  readonly invite: (
    name: string,
    options?: { readonly number?: string; readonly roles?: string },
  ) => Promise<{
    readonly decided: TestAnswer
    readonly proposed: TestAnswer
    readonly customerId: Id<'cus'> | undefined
  }>
  /** The account as the list of staff has it. */
  readonly listed: (account: string) => Promise<Record<string, unknown> | undefined>
  /** Somebody invited, accepted on a device of their own. */
  readonly accepted: (
    name: string,
    device?: Device,
  ) => Promise<{ readonly operatorId: Id<'opr'>; readonly number: string; readonly device: Device }>
  /** The same with the number typed by the approver and the wait over. */
  readonly inForce: (name: string, device?: Device) => Promise<Person>
}

/** The crew of a world; `open` has to be called before anything else. */
export function staffCrew(world: () => StaffWorld): StaffCrew {
  const now: { mallory?: Person; honest?: Person } = {}
  let people = 0
  const mallory = () => present(now.mallory, 'the crew is open')
  const honest = () => present(now.honest, 'the crew is open')
  const open: StaffCrew['open'] = async () => {
    const [first, second] = [present(world().demo[0], 'a demo operator'), present(world().demo[1], 'another')]
    const prover = (secret: string): Prover => ({ prove: () => ({ code: nextCode(world().app, secret) }) })
    now.mallory = { ...(await world().signIn(first)), ...prover(first.totpSecret) }
    now.honest = { ...(await world().signIn(second)), ...prover(second.totpSecret) }
  }
  const invite: StaffCrew['invite'] = async (name, options = {}) => {
    const made = options.number === undefined ? await world().customer(name) : { id: undefined, number: options.number }
    const request = { account: name, name, roles: options.roles ?? 'admin,treasury', reason: 'joins' }
    const proposed = await world().ask('/staff/invite', mallory(), { ...request, customer: made.number })
    const decided = proposed.json.code === 0 ? await world().decide(proposed, honest(), 'joins') : proposed
    return { decided, proposed, customerId: made.id }
  }
  const accepted: StaffCrew['accepted'] = async (name, device = newDevice(`${name} ${people++}`)) => {
    const { decided, customerId } = await invite(name)
    assert(decided.json.code === 0, decided.body)
    const done = await world().accept(world().linkOf(present(customerId, 'a customer')), device)
    assert(done.json.code === 0, done.body)
    const { operator, number } = dataOf(done)
    return { operatorId: idOf('opr', operator.id), number: String(number), device }
  }
  return {
    get mallory() {
      return mallory()
    },
    get honest() {
      return honest()
    },
    open,
    invite,
    listed: async (account) =>
      dataOf(await world().ask('/staff', honest())).accounts.find(
        (one: { account: string }) => one.account === account,
      ),
    accepted,
    inForce: async (name, device) => {
      const made = await accepted(name, device)
      const typed = await world().ask('/staff/number', honest(), { operatorId: made.operatorId, number: made.number })
      assert(typed.json.code === 0, typed.body)
      world().wait(world().waitMs)
      await open()
      const entered = await world().signInByPasskey(made.operatorId, made.device)
      const prove: Prover['prove'] = ({ passkey }) => ({
        assertion: made.device.passkey.assertTo(passkey?.challenge ?? ''),
      })
      return { operatorId: made.operatorId, token: consoleTokenIn(entered), prove }
    },
  }
}

/** Another number than this one. */
export const wrongNumber = (number: string): string => String((Number(number) + 1) % 1_000_000).padStart(6, '0')
