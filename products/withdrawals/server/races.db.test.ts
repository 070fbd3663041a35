import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  camila,
  carlos,
  challenge,
  dataOf,
  mariaName,
  propose,
  refusalOf,
  rightCode,
  teresa,
  tomas,
  type WithdrawalsStand,
  withdrawalsStand,
} from './testing/withdrawals-stand.ts'

// Fifty senders at once, released together. Exactly one effect; the others get a clean 4xx, never a 5xx.

const senders = 50
let stand: WithdrawalsStand
let clabe: string

beforeAll(async () => {
  stand = await withdrawalsStand()
  clabe = await stand.usableClabe(1)
  await stand.fund(1, 'MXN', 1_000_000_00n)
})
afterAll(async () => {
  await stand.close()
})

type Answer = Awaited<ReturnType<WithdrawalsStand['as']>>
/** Lets an hour pass, so that no rate limit of the round before is met, then sends all at once. */
const together = (ask: (place: number) => Promise<Answer>): Promise<Answer[]> => {
  stand.app.services.clock.advanceMs(30 * 60_000)
  return Promise.all(Array.from({ length: senders }, (_, place) => ask(place)))
}
const anHourLater = (): void => stand.app.services.clock.advanceMs(3_600_000)
beforeEach(anHourLater)

/** How many were done; everybody else must have been refused cleanly. */
function doneOf(answers: readonly Answer[], allowed: readonly string[]): number {
  const refused = answers.filter(({ json }) => json.code !== 0)
  for (const answer of refused) {
    expect(answer.status, answer.body).toBeGreaterThanOrEqual(400)
    expect(answer.status, answer.body).toBeLessThan(500)
    expect(allowed, answer.body).toContain(refusalOf(answer))
  }
  return answers.length - refused.length
}

interface Made {
  readonly withdrawal: { readonly withdrawalId: string; readonly state: string }
}
const asked = async (amount = '1000.00'): Promise<string> =>
  dataOf<Made>(await stand.as(1, '/user/withdraw/add', await stand.confirmed(1, clabe, amount))).withdrawal.withdrawalId
const stateOf = async (withdrawalId: string): Promise<string> =>
  dataOf<Made>(await stand.as(1, `/user/withdraw/info?withdrawalId=${withdrawalId}`)).withdrawal.state
const cancel = (withdrawalId: string) => stand.as(1, '/user/withdraw/cancel', { withdrawalId })
const refuse = (withdrawalId: string) =>
  stand.asStaff(tomas, '/withdrawals/refuse', { withdrawalId, reason: 'asked-twice' })

/** A proposal with the hashes a decision names. */
async function proposed(withdrawalId: string) {
  const { approvalId } = dataOf<{ approvalId: string }>(await propose(stand, withdrawalId, teresa))
  const shown = await stand.asStaff(carlos, `/approvals/detail?approvalId=${approvalId}`)
  const { payloadHash, factsHash } = dataOf<{ payloadHash: string; factsHash: string }>(shown)
  return (by: typeof carlos) =>
    stand.asStaff(by, '/approvals/decide', {
      approvalId,
      payloadHash,
      factsHash,
      decision: 'approve',
      reason: 'checked',
    })
}

describe('fifty at once', () => {
  it('ask for the whole of one balance: one gets it, nothing is held twice', async () => {
    await stand.fund(3, 'MXN', 1_000_00n)
    const own = await stand.usableClabe(3)
    const bodies = await Promise.all(Array.from({ length: senders }, () => stand.confirmed(3, own, '1000.00')))
    const answers = await together((place) => stand.as(3, '/user/withdraw/add', bodies[place]))
    expect(doneOf(answers, ['withdrawal-insufficient', 'withdrawal-below-min'])).toBe(1)
    expect(await stand.balance(3, 'MXN')).toMatchObject({ posted: 1_000_00n, held: 1_000_00n })
  })

  it('ask for parts of one balance: as many are taken as fit, and what is reserved is their sum', async () => {
    await stand.fund(3, 'MXN', 10_000_00n)
    const own = dataOf<{ rows: { destinationId: string }[] }>(await stand.as(3, '/bank/list')).rows[0]?.destinationId
    const { posted, held } = await stand.balance(3, 'MXN')
    const amounts = Array.from({ length: senders }, (_, place) => 2_000_00n + BigInt(place) * 1_00n)
    const bodies = await Promise.all(
      amounts.map((minor) => stand.confirmed(3, own ?? '', `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`)),
    )
    const answers = await together((place) => stand.as(3, '/user/withdraw/add', bodies[place]))
    const done = doneOf(answers, ['withdrawal-insufficient', 'withdrawal-below-min'])
    const taken = amounts.filter((_, place) => answers[place]?.json.code === 0)
    const sum = taken.reduce((total, minor) => total + minor, 0n)
    const after = await stand.balance(3, 'MXN')
    expect(done).toBeGreaterThan(1)
    expect(after).toMatchObject({ posted, held: held + sum })
    expect(posted - after.held).toBeGreaterThanOrEqual(0n)
    // Nobody was refused what still fitted: less than the least of them is left.
    expect(posted - after.held).toBeLessThan(2_050_00n)
  })

  it('send one key: one effect and one answer', async () => {
    const body = await stand.confirmed(1, clabe, '1000.00')
    const before = await stand.balance(1, 'MXN')
    const answers = await together(() => stand.as(1, '/user/withdraw/add', body, 'fifty-times-the-same'))
    doneOf(answers, ['idempotency-key-in-flight'])
    const ids = answers.flatMap(({ json }) => (json.code === 0 ? [JSON.stringify(json.data)] : []))
    expect(new Set(ids).size).toBe(1)
    expect((await stand.balance(1, 'MXN')).held).toBe(before.held + 1_000_00n)
  })

  it('approve one proposal: it is paid once', async () => {
    const id = await asked()
    const decide = await proposed(id)
    const answers = await together((place) => decide(place % 2 === 0 ? carlos : camila))
    expect(doneOf(answers, ['approval-closed', 'approval-changed'])).toBe(1)
    expect(await stateOf(id)).toBe('doing')
    const rows = await stand.app.database.owner`select count(*)::int as n from payout where cause = ${id}`
    expect(rows[0]?.n).toBe(1)
  })

  it('approve, refuse and cancel one withdrawal: one of them happens', async () => {
    for (let round = 0; round < 4; round += 1) {
      anHourLater()
      const before = await stand.balance(1, 'MXN')
      const id = await asked()
      const decide = await proposed(id)
      const answers = await together((place) =>
        place % 3 === 0 ? decide(carlos) : place % 3 === 1 ? refuse(id) : cancel(id),
      )
      doneOf(answers, [
        'approval-closed',
        'approval-changed',
        'withdrawal-not-reviewable',
        'withdrawal-not-cancellable',
        // Refused in a round before: again takes two people.
        'withdrawal-refused-before',
      ])
      const state = await stateOf(id)
      expect(['doing', 'fail', 'cancelled']).toContain(state)
      const after = await stand.balance(1, 'MXN')
      // On its way the fee and its VAT stay reserved.
      expect(after.held).toBe(state === 'doing' ? before.held + 5_80n : before.held)
      expect(after.posted).toBe(state === 'doing' ? before.posted - 994_20n : before.posted)
      const moves = await stand.app.database.owner`
        select what from withdrawal_event where withdrawal_id = ${id} and what in ('accept', 'refuse', 'cancel')`
      expect(moves).toHaveLength(1)
    }
  })

  it('ask for two withdrawals that only fit once, and approve both: only what was reserved is paid', async () => {
    const before = await stand.balance(1, 'MXN')
    const most = before.posted - before.held
    // Each takes 60 % of what is free.
    const part = `${(most * 6n) / 10n / 100n}.00`
    const bodies = await Promise.all(Array.from({ length: senders }, () => stand.confirmed(1, clabe, part)))
    const answers = await together((place) => stand.as(1, '/user/withdraw/add', bodies[place]))
    expect(doneOf(answers, ['withdrawal-insufficient'])).toBe(1)
    const id = answers.flatMap(({ json }) =>
      json.code === 0 ? [dataOf<Made>({ ...answers[0], json } as Answer)] : [],
    )[0]?.withdrawal.withdrawalId
    if (id === undefined) throw new Error('one was taken')
    const other = await asked('100.00')
    const [first, second] = [await proposed(id), await proposed(other)]
    const decided = await together((place) => (place % 2 === 0 ? first(carlos) : second(camila)))
    expect(doneOf(decided, ['approval-closed', 'approval-changed'])).toBe(2)
    // The fee of each stays reserved until it is paid: 5.00 and its VAT.
    expect((await stand.balance(1, 'MXN')).held).toBe(before.held + 2n * 5_80n)
  })

  it('remove a destination and withdraw to it: never both', async () => {
    for (let round = 0; round < 6; round += 1) {
      anHourLater()
      await stand.fund(3, 'MXN', 5_000_00n)
      const listed = dataOf<{ rows: { destinationId: string }[] }>(await stand.as(3, '/bank/list'))
      const open = dataOf<{ rows: { withdrawalId: string }[] }>(
        await stand.as(3, '/user/withdraw/order?state=under-review&limit=100'),
      )
      for (const { withdrawalId } of open.rows) await stand.as(3, '/user/withdraw/cancel', { withdrawalId })
      const own = listed.rows[0]?.destinationId ?? (await stand.usableClabe(3))
      const bodies = await Promise.all(Array.from({ length: senders }, () => stand.confirmed(3, own, '100.00')))
      // A withdrawal proves two things before it is taken: removals spread over that time meet it on its way.
      const answers = await together(async (place) => {
        if (place % 2 === 0) return stand.as(3, '/user/withdraw/add', bodies[place])
        await new Promise((resolve) => setTimeout(resolve, place * (round + 1)))
        return stand.as(3, '/bank/del', { destinationId: own })
      })
      doneOf(answers, ['destination-unknown', 'destination-in-use', 'withdrawals-too-many-open'])
      const removed = answers.filter(({ json }, place) => json.code === 0 && place % 2 === 1).length
      const taken = answers.filter(({ json }, place) => json.code === 0 && place % 2 === 0).length
      expect(removed <= 1 && (removed === 0 || taken === 0), `${removed} removed, ${taken} taken`).toBe(true)
    }
  })

  it('add the same account: it is on the list once', async () => {
    const clabe = '021180000118359717'
    const answers = await together(() =>
      stand.as(1, '/bank/add', { kind: 'clabe', holder: mariaName, clabe, challengeId: challenge(), code: rightCode }),
    )
    expect(doneOf(answers, ['destination-known', 'too-many-requests'])).toBe(1)
  })
})
