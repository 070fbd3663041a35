import { reject } from '@bolsillo/kernel'
import { saveIdempotencyRecords, useCase } from '@bolsillo/server-kit'
import { passPracticeDay as call, stocksRejections as r } from '../contract/index.ts'
import type { StocksDeps } from './deps.ts'

/**
 * In the practice market a day passes for one customer: what they bought may be sold. The rule stays, prices and settlement
 * stay, and what they buy afterwards is locked as always.
 */
export const passPracticeDay = useCase(call, async (_request, context, { trading, audit }: StocksDeps) => {
  const { now, claim, answer } = context
  const { customerId } = context.customer
  const holdings = await trading.passLocks(customerId, now, async (tx, lifted) => {
    if (lifted === 0) return
    const act = { at: now, actor: customerId, subject: customerId, details: {} }
    await audit.record(tx, { ...act, action: 'stocks.practice-day' })
    if (claim !== undefined) await saveIdempotencyRecords(tx, [{ claim, answer: answer({ holdings: lifted }) }], now)
  })
  return holdings === 0 ? reject(r.nothingLocked) : { holdings }
})
