import { testNeeds } from '@bolsillo/test-kit'
import { expect, it } from 'vitest'
import { btc, contractsStand } from '../testing/contracts-stand.ts'

it.each([
  ['identity-before-trading', { tradePasswordSet: true, identityMissing: true }],
  ['trade-password-set', { tradePasswordSet: false, identityMissing: false }],
] as const)('the ticket says before anything is typed that %s is not met', async (need, expected) => {
  const stand = await contractsStand({ needs: testNeeds([need]) })
  await stand.price(btc, 100_000)
  const { json } = await stand.as(1, '/ticket', { symbol: btc })
  expect(json.data).toMatchObject(expected)
  await stand.close()
})

it('the ticket of somebody who lacks nothing says so', async () => {
  const stand = await contractsStand()
  await stand.price(btc, 100_000)
  const { json } = await stand.as(1, '/ticket', { symbol: btc })
  expect(json.data).toMatchObject({ tradePasswordSet: true, identityMissing: false })
  await stand.close()
})
