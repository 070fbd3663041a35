import { acceptByTwo, dataOf, type WithdrawalsStand, withdrawalsStand } from '@bolsillo/withdrawals/fixtures'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkBooks } from '../check-books.ts'
import { onCopies } from '../testing/on-copies.ts'

let stand: WithdrawalsStand
let paid: string
let waiting: string

const now = (): number => stand.app.services.clock.now()
const options = { market: 'fixture' as const, now: Date.UTC(2026, 11, 31) }

beforeAll(async () => {
  stand = await withdrawalsStand()
  await stand.fund(1, 'MXN', 50_000_00n)
  const clabe = await stand.usableClabe(1)
  const ask = async (): Promise<string> => {
    const answer = await stand.as(1, '/user/withdraw/add', await stand.confirmed(1, clabe, '1000.00'))
    return dataOf<{ withdrawal: { withdrawalId: string } }>(answer).withdrawal.withdrawalId
  }
  const settle = async (): Promise<void> => {
    await stand.engine.sendPayouts()
    await stand.engine.readRails()
  }
  // One of each ending, one on its way, one under review.
  paid = await ask()
  const failed = await ask()
  for (const id of [paid, failed, await ask()]) await acceptByTwo(stand, id)
  await settle()
  const [first, second] = stand.spei.taken
  if (first === undefined || second === undefined) throw new Error('payments were asked for')
  stand.spei.confirm(first, stand.app.services.clock.now())
  stand.spei.fail(second, stand.app.services.clock.now(), 'account-closed')
  await settle()
  await stand.as(1, '/user/withdraw/cancel', { withdrawalId: await ask() })
  waiting = await ask()
})
afterAll(async () => {
  await stand.close()
})

it('finds nothing wrong with withdrawals that went every way', async () => {
  expect(now()).toBeGreaterThan(0)
  expect(await checkBooks(stand.app.database.owner, options)).toEqual([])
})

/** What is found after a change that the database itself would refuse. */
async function foundAfter(statement: (ids: { paid: string; waiting: string }) => string): Promise<string> {
  const tables = ['withdrawal', 'withdrawal_event', 'payout', 'approval_decision']
  return await onCopies(stand.app.database.owner, tables, statement({ paid, waiting }), async (tx) =>
    (await checkBooks(tx, options)).map(({ invariant, what }) => `${invariant} ${what}`).join('\n'),
  )
}

it.each<[string, (ids: { paid: string; waiting: string }) => string, RegExp]>([
  [
    'a fee written down higher than it was',
    ({ paid: id }) => `update withdrawal set fee = fee + 1 where id = '${id}'`,
    /^I16 /m,
  ],
  [
    'a state nobody moved it to',
    ({ waiting: id }) => `update withdrawal set state = 'complete' where id = '${id}'`,
    /^I7 .*history ends under-review/m,
  ],
  [
    'a reservation that is gone',
    ({ waiting: id }) => `update withdrawal set amount = amount + 1, net = net + 1 where id = '${id}'`,
    /^I5 /m,
  ],
  [
    'a second payment',
    ({ paid: id }) =>
      `insert into payout select id || 'x', cause, rail_id, channel, asset, minor, destination, reference, requested_at from payout where cause = '${id}'`,
    /^I11 /m,
  ],
  [
    'a payment of more than the net',
    ({ paid: id }) => `update payout set minor = minor + 1 where cause = '${id}'`,
    /^I11 /m,
  ],
  [
    'one person who was both',
    ({ paid: id }) =>
      `update approval_decision d set decided_by = a.maker from approval a, withdrawal w where a.id = d.approval_id and w.approval_id = a.id and w.id = '${id}'`,
    /^I12 /m,
  ],
  [
    'a step that was left out',
    ({ paid: id }) => `delete from withdrawal_event where withdrawal_id = '${id}' and what = 'accept'`,
    /^I7 .*while under-review/m,
  ],
])('finds %s', async (_, statement, expected) => {
  expect(await foundAfter(statement)).toMatch(expected)
})
