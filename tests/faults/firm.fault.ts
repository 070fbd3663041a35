import { staffCrew } from '@bolsillo/approvals/fixtures/staff-crew'
import { openStaffWorld } from '@bolsillo/approvals/fixtures/staff-world'
import { withdrawalsStand } from '@bolsillo/withdrawals/fixtures'
import { expect, test } from 'vitest'
import { faultsOf, makeAttacks, recordAttacks } from './firm/attack.ts'
import { hostage } from './firm/hostage.ts'
import { inventedMoney, openDeposits } from './firm/invented-money.ts'
import { twoAccounts } from './firm/two-accounts.ts'

// The firm attacks its own customers, with every role it has: each attack beside the same act as it is allowed, or beside
// the same attack without the guard. What is impossible is refused with a name; what is possible is found by somebody.

test('one person with two accounts of staff', async () => {
  const world = await openStaffWorld()
  try {
    const crew = staffCrew(() => world)
    await crew.open()
    const made = await makeAttacks(twoAccounts(world, crew))
    recordAttacks({
      experiment: 'firm-two-accounts',
      done: 'One person tried to become two of the staff, to decide alone, to use powers early, and to push colleagues out.',
      made,
    })
    expect(faultsOf(made)).toEqual([])
  } finally {
    await world.app.close()
  }
})

test('money from nothing by hand', async () => {
  const stand = await openDeposits()
  try {
    const made = await makeAttacks(inventedMoney(stand))
    recordAttacks({
      experiment: 'firm-invented-money',
      done: 'Staff credited money no bank had, by lines, statements and sums that are not so, and owed more than was held.',
      made,
    })
    expect(faultsOf(made)).toEqual([])
  } finally {
    await stand.close()
  }
})

test('withdrawals as hostages', async () => {
  const stand = await withdrawalsStand()
  try {
    const made = await makeAttacks(await hostage(stand))
    recordAttacks({
      experiment: 'firm-hostage',
      done: 'Staff with all roles tried to keep customers’ money: by settings, pauses, refusals, holds, and by doing nothing.',
      made,
    })
    expect(faultsOf(made)).toEqual([])
  } finally {
    await stand.close()
  }
})
