import type { TestAnswer } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  camila,
  carlos,
  challenge,
  dataOf,
  propose,
  refusalOf,
  teresa,
  tomas,
  type WithdrawalsStand,
  withdrawalsStand,
} from './testing/withdrawals-stand.ts'

// E8 for withdrawals and approvals: fifty senders released together, round after round (ROUNDS says how many). Every round
// exactly one effect; the others get a clean 4xx. A purse without a lock, in the same rounds, must be caught.

const senders = 50
const rounds = Number(process.env.ROUNDS ?? 20)
const timeoutMs = 240_000

let stand: WithdrawalsStand
let own: string
beforeAll(async () => {
  stand = await withdrawalsStand()
  own = await stand.usableClabe(1)
  await stand.fund(1, 'MXN', 1_000_00n)
})
afterAll(async () => {
  await stand.close()
})

const together = <Outcome>(ask: (place: number) => Promise<Outcome>): Promise<Outcome[]> =>
  Promise.all(Array.from({ length: senders }, (_, place) => ask(place)))

/** The answers that did something; everybody else must have been refused cleanly, for one of these reasons. */
function doneOf(answers: readonly TestAnswer[], allowed: readonly string[]): readonly TestAnswer[] {
  for (const answer of answers) {
    if (answer.json.code === 0) continue
    expect(answer.status, answer.body).toBeLessThan(500)
    expect(allowed, answer.body).toContain(refusalOf(answer))
  }
  return answers.filter(({ json }) => json.code === 0)
}

/** Pays what was accepted, so that it is no longer on its way when the next round asks. */
async function payOut(): Promise<void> {
  await stand.engine.sendPayouts()
  for (const payout of stand.spei.taken.slice(confirmed)) stand.spei.confirm(payout, stand.app.services.clock.now())
  confirmed = stand.spei.taken.length
  await stand.engine.readRails()
}
let confirmed = 0

async function eachRound(race: (round: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    // No limit of the round before is met.
    stand.app.services.clock.advanceMs(3_600_000)
    await race(round)
  }
}

interface Made {
  readonly withdrawal: { readonly withdrawalId: string; readonly state: string }
}
const idOf = (answer: TestAnswer | undefined): string => {
  if (answer === undefined) throw new Error('nobody got through')
  return dataOf<Made>(answer).withdrawal.withdrawalId
}
const add = (body: Readonly<Record<string, string>>) => stand.as(1, '/user/withdraw/add', body)
const cancel = (withdrawalId: string) => stand.as(1, '/user/withdraw/cancel', { withdrawalId })
const refuse = (withdrawalId: string) =>
  stand.asStaff(tomas, '/withdrawals/refuse', { withdrawalId, reason: 'asked-twice' })
const stateOf = async (withdrawalId: string): Promise<string> =>
  dataOf<Made>(await stand.as(1, `/user/withdraw/info?withdrawalId=${withdrawalId}`)).withdrawal.state
const paidOf = async (withdrawalId: string): Promise<number> => {
  const [row] = await stand.app.database.owner<{ paid: number }[]>`
    select count(*)::int as paid from payout where cause = ${withdrawalId}`
  return row?.paid ?? 0
}

/** A withdrawal that was asked for and proposed, and how it is decided. */
async function proposed() {
  await stand.fund(1, 'MXN', 100_00n)
  const withdrawalId = idOf(await add(await stand.confirmed(1, own, '100.00')))
  const { approvalId } = dataOf<{ approvalId: string }>(await propose(stand, withdrawalId, teresa))
  const shown = await stand.asStaff(carlos, `/approvals/detail?approvalId=${approvalId}`)
  const { payloadHash, factsHash } = dataOf<{ payloadHash: string; factsHash: string }>(shown)
  const said = { approvalId, payloadHash, factsHash, decision: 'approve', reason: 'checked' }
  return { withdrawalId, approve: (by: typeof carlos) => stand.asStaff(by, '/approvals/decide', said) }
}

describe('fifty senders at once, round after round', () => {
  it(
    'who ask for the whole of one balance: one gets it',
    async () => {
      const first = await stand.confirmed(1, own, '1000.00')
      await eachRound(async (round) => {
        const answers = await together(() => add({ ...first, challengeId: challenge() }))
        const done = doneOf(answers, ['withdrawal-insufficient'])
        expect(done.length, `round ${round}`).toBe(1)
        expect(await stand.balance(1, 'MXN')).toMatchObject({ posted: 1_000_00n, held: 1_000_00n })
        expect((await cancel(idOf(done[0]))).json.code).toBe(0)
      })
    },
    timeoutMs,
  )

  it(
    'who approve one proposal: it is paid once',
    () =>
      eachRound(async (round) => {
        const { withdrawalId, approve } = await proposed()
        const answers = await together((place) => approve(place % 2 === 0 ? carlos : camila))
        expect(doneOf(answers, ['approval-closed', 'approval-changed']).length, `round ${round}`).toBe(1)
        expect(await paidOf(withdrawalId)).toBe(1)
        await payOut()
      }),
    timeoutMs,
  )

  it(
    'who approve, refuse and cancel: one of the three happens',
    () =>
      eachRound(async (round) => {
        const before = await stand.balance(1, 'MXN')
        const { withdrawalId, approve } = await proposed()
        const answers = await together((place) =>
          place % 3 === 0 ? approve(carlos) : place % 3 === 1 ? refuse(withdrawalId) : cancel(withdrawalId),
        )
        const clean = ['approval-closed', 'approval-changed', 'withdrawal-not-reviewable', 'withdrawal-not-cancellable']
        // One person refuses a customer once: in later rounds a refusal is a proposal of two, and loses every race.
        doneOf(answers, [...clean, 'withdrawal-refused-before'])
        const state = await stateOf(withdrawalId)
        expect(['doing', 'fail', 'cancelled'], `round ${round}`).toContain(state)
        expect(await paidOf(withdrawalId)).toBe(state === 'doing' ? 1 : 0)
        const moves = await stand.app.database.owner`
          select what from withdrawal_event
          where withdrawal_id = ${withdrawalId} and what in ('accept', 'refuse', 'cancel')`
        expect(moves).toHaveLength(1)
        const after = await stand.balance(1, 'MXN')
        expect(after.held).toBe(state === 'doing' ? before.held + 5_80n : before.held)
        expect(after.posted).toBe(state === 'doing' ? before.posted + 5_80n : before.posted + 100_00n)
        await payOut()
      }),
    timeoutMs,
  )

  it('catch a purse that looks and then takes: the control', async () => {
    const { owner } = stand.app.database
    const { sql } = stand.app.services
    await owner`create table naive_purse (left_over bigint not null)`
    await owner`insert into naive_purse values (0)`
    await owner`grant select, update on naive_purse to bolsillo_app`
    const taken: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await owner`update naive_purse set left_over = 1000`
      const took = await together(async () => {
        const [purse] = await sql<{ left_over: bigint }[]>`select left_over from naive_purse`
        if ((purse?.left_over ?? 0n) < 1000n) return false
        await sql`update naive_purse set left_over = left_over - 1000`
        return true
      })
      taken.push(took.filter(Boolean).length)
    }
    expect(taken.filter((count) => count > 1).length).toBeGreaterThan(0)
  })
})
