import { type ComposedApp, composedApp, type HandMarket, handMarket } from '@bolsillo/composed-app'
import { rightTradePassword } from '@bolsillo/identity/fixtures'
import { outcomeOf, testOperator, testOperators } from '@bolsillo/test-kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { quoteVenue } from './testing/quote-venue.ts'

// A pause as two people of the staff decide it, and the order path of the same application. No job runs and nothing is
// dispatched: whatever the order path knows, it knows from the decision itself.

const [maker, checker] = [testOperator(1, ['treasury']), testOperator(2, ['compliance'])]
const open = (): Promise<ComposedApp<HandMarket>> =>
  composedApp({
    settings: 'own',
    operators: testOperators([maker, checker]),
    accounts: { operatorFactors: { verify: async () => undefined, givenAt: async () => app.app.services.clock.now() } },
    market: (services) => handMarket(services, { hours: 'always', venue: ({ state }) => quoteVenue(state) }),
  })
let app: ComposedApp<HandMarket>

beforeAll(async () => {
  app = await open()
  app.chosen.quote('WALMEX.MX', 61_980n, 62_000n)
  await app.fund(1, 'stock', 'MXN', 100_000_00n)
})
afterAll(() => app.close())

const buy = async (): Promise<string> => {
  const order = { symbol: 'WALMEX.MX', type: 'limit', limitPrice: '60.00', quantity: '1', timeInForce: 'gtc' }
  return outcomeOf(await app.as(1, '/stock/order/buy', { ...order, tradePassword: rightTradePassword }))
}
const decided = async (path: string, body: Readonly<Record<string, unknown>>): Promise<void> => {
  const proposed = await app.asStaff(maker, path, body)
  expect(outcomeOf(proposed)).toBe('200 done@')
  const { approvalId } = proposed.json.data as { readonly approvalId: string }
  const detail = await app.asStaff(checker, `/approvals/detail?approvalId=${approvalId}`)
  const { payloadHash, factsHash } = detail.json.data as { readonly payloadHash: string; readonly factsHash: string }
  const decision = { approvalId, payloadHash, factsHash, decision: 'approve', reason: body.reason, code: '123456' }
  const challengeId = `chl_${'1'.padStart(26, '0')}`
  expect(outcomeOf(await app.asStaff(checker, '/approvals/decide', { ...decision, challengeId }))).toBe('200 done@')
}

it('holds for the very next order, and so does its end', async () => {
  expect(await buy()).toBe('200 done@')
  await decided('/operations/pause', { what: 'orders', hours: '2', reason: 'market-disorder' })
  expect(await buy()).toMatch(/orders-paused/)
  await decided('/operations/resume', { what: 'orders', reason: 'cause-gone' })
  expect(await buy()).toBe('200 done@')
})
