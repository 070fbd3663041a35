import { instant, isRejection, reject } from '@bolsillo/kernel'
import { testCustomer } from '@bolsillo/test-kit'
import { expect, it } from 'vitest'
import { ownLimitRejections } from '../../contract/index.ts'
import { type FormOrder, type PlacingDeps, placeOrder } from './place-form.ts'

it.each([
  ['buy', 'own-pause-for-ever'],
  ['sell', 'reached'],
] as const)('a %s of somebody who paused ends with %s', async (side, end) => {
  const reached = reject({ name: 'reached', number: 1, status: 409, retry: 'final' })
  const deps = {
    services: { ids: { next: () => 'ord_00000000000000000000000001' } },
    trading: { place: async () => reached },
    tradePasswords: { verify: async () => undefined },
    authorisations: { authorisedUntil: async () => undefined },
    ownLimits: { openingRefusal: async () => reject(ownLimitRejections.pausedForEver) },
  } as unknown as PlacingDeps
  const form = { order: { side }, tradePassword: '123456', ownsNone: async () => undefined } as unknown as FormOrder
  const context = { customer: testCustomer(1), now: instant(0) } as unknown as Parameters<typeof placeOrder>[2]
  const answer = await placeOrder(deps, form, context)
  expect(isRejection(answer) && answer.spec.name).toBe(end)
})
