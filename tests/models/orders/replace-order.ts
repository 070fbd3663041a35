import { type Id, idOf, instant, type Rejection, writeDecimal } from '@bolsillo/kernel'
import type { Sql } from '@bolsillo/server-kit'
import { settingDefaults } from '@bolsillo/trading/fixtures'
import { replaceFor, type Trading } from '@bolsillo/trading/server'
import type { OtherPrices } from './replacing.ts'

/** An order at other prices as a customer's call asks for it: `key` is the number of the one in its place. */
export interface AskedReplacement {
  readonly orderId: Id<'ord'>
  readonly customer: string
  readonly key: Id<'ord'>
  readonly prices: OtherPrices
  readonly priceScale: number
}

/** What a call goes to. */
export interface ReplacingAt {
  readonly trading: Trading
  readonly sql: Sql
  readonly now: number
}

/** Asks the product for other prices, with the trade password behind it. */
export function askReplacement(
  { trading, sql, now }: ReplacingAt,
  { orderId, customer, key, prices, priceScale }: AskedReplacement,
): Promise<'replaced' | Rejection> {
  const write = (price: bigint): string => writeDecimal(price, priceScale)
  const form = {
    orderId,
    ...(prices.limit === undefined ? {} : { limitPrice: write(prices.limit) }),
    ...(prices.stop === undefined ? {} : { stopPrice: write(prices.stop) }),
  }
  const answer = () => ({ status: 200, body: '' })
  return replaceFor<'replaced'>(
    {
      ...{ trading, services: { ids: { next: () => key } }, settings: settingDefaults },
      tradePasswords: { verify: async () => undefined },
      authorisations: { authorisedUntil: async () => instant(now + 1) },
    },
    form,
    { priceScaleOf: () => priceScale, write: () => 'replaced', answerOf: answer },
    {
      ...{ now: instant(now), db: sql, claim: undefined, answer, operator: undefined },
      caller: { address: '', device: '', language: 'en-US' },
      customer: {
        ...{ customerId: idOf('cus', customer), status: 1 },
        sessionId: idOf('ses', customer.replace('cus_', 'ses_')),
      },
    },
  )
}
