import { coins, writeDecimal, writeMoney } from '@bolsillo/kernel'
import { writePrice } from '@bolsillo/market/domain'
import { type Handler, onRead } from '@bolsillo/server-kit'
import { fillsReply } from '@bolsillo/trading/server'
import { volume } from '../../contract.ts'
import { type FeeTiers, wholeUsdtOf, writeWholeUsdt } from './fee-tier.ts'
import type { SpotOrderPorts } from './ports.ts'

/** What the volume of a customer's tier is made of: its sums by currency, and each fill of its window. */
export function listVolume({ trading }: SpotOrderPorts, tiers: FeeTiers): Handler {
  return onRead(volume, async (asked, context) => {
    const { customerId } = context.customer
    const own = await tiers.volumeOf(context.db, customerId, context.now)
    const { from, until, parts } = own
    return {
      from,
      until,
      volume: writeWholeUsdt(wholeUsdtOf(own)),
      currencies: parts.map(({ amount, worth, at }) => ({
        currency: amount.asset.code,
        amount: writeMoney(amount),
        worth: writeDecimal(worth, coins.USDT.scale),
        ...(at === undefined ? {} : { symbol: at.instrument.id, close: writePrice(at.close, at.instrument) }),
      })),
      ...(await fillsReply(trading, context, asked, { since: from, until })),
    }
  })
}
