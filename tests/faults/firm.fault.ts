import { staffCrew } from '@bolsillo/approvals/fixtures/staff-crew'
import { nextCode, openStaffWorld } from '@bolsillo/approvals/fixtures/staff-world'
import { identityWorld } from '@bolsillo/identity/fixtures/identity-world'
import { present } from '@bolsillo/kernel'
import { kycWorld } from '@bolsillo/kyc/fixtures/kyc-world'
import { createPracticeInbox } from '@bolsillo/rail-practice-inbox'
import { testDatabase } from '@bolsillo/test-kit'
import { withdrawalsStand } from '@bolsillo/withdrawals/fixtures'
import { expect, test } from 'vitest'
import { faultsOf, makeAttacks, recordAttacks } from './firm/attack.ts'
import { codes, consoleToken, looks, papers } from './firm/codes-and-looks.ts'
import { fabricatedEntries } from './firm/fabricated-entries.ts'
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

test('money from nothing by entries', async () => {
  const database = await testDatabase({ grammar: true })
  try {
    const made = await makeAttacks(await fabricatedEntries(database))
    recordAttacks({
      experiment: 'firm-fabricated-entries',
      done: 'Whoever holds the server’s login posted entries nothing had caused: chained, summing to zero, no balance below it.',
      made,
    })
    expect(faultsOf(made)).toEqual([])
  } finally {
    await database.drop()
  }
})

test('codes, looks and papers', async () => {
  const [world, staffWorld, kyc] = [
    await identityWorld(createPracticeInbox()),
    await openStaffWorld(),
    await kycWorld(1),
  ]
  try {
    const crew = staffCrew(() => staffWorld)
    await crew.open()
    const operator = present((await world.identity.createDemoOperators())[0], 'an operator of the demo')
    const signIn = () => consoleToken(world, operator, () => nextCode(world.app, operator.totpSecret))
    const made = await makeAttacks([...codes(world, signIn), ...looks(staffWorld, crew), ...papers(kyc)])
    recordAttacks({
      experiment: 'firm-codes-and-looks',
      done: 'Staff and strangers tried to read codes, to look customers up, to verify papers unseen, and to trade with a new PIN.',
      made,
    })
    expect(faultsOf(made)).toEqual([])
  } finally {
    for (const one of [world, staffWorld, kyc]) await one.app.close()
  }
})
