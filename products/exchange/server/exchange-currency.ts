import { reject, writeMoneyAndCode } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { exchange as call, rejections } from '../contract/index.ts'
import type { ExchangeDeps } from './deps.ts'
import { writeOffer } from './offer-rows.ts'

/** Executes an offer at exactly its amounts; asked again it answers the same. */
export const exchangeCurrency = useCase(
  call,
  async ({ quoteId }, { tx, customer, now }, { conversions }: ExchangeDeps) => {
    const { customerId } = customer
    const outcome = await conversions.execute(tx, { customerId, quoteId }, now)
    switch (outcome.kind) {
      case 'unknown':
        return reject(rejections.exchangeUnknown, { field: 'quoteId' })
      case 'expired':
        return reject(rejections.exchangeExpired, { field: 'quoteId' })
      case 'insufficient': {
        const values = { short: writeMoneyAndCode(outcome.short), available: writeMoneyAndCode(outcome.available) }
        return reject(rejections.exchangeFunds, { values })
      }
      case 'unavailable':
        return reject(rejections.exchangeWaits)
      case 'executed':
        return { offer: writeOffer(outcome.quote), entryId: outcome.entryId, executedAt: outcome.executedAt }
    }
  },
)
