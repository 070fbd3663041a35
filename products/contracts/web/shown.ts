import type { ShownFill, ShownOrder } from '@bolsillo/trading/web'
import type { WireContractFill, WireContractOrder } from '../contract/index.ts'
import { tickerOf } from './addresses.ts'

// Orders and fills of contracts as the parts of trading show them: the money is the notional, in USDT.

export function shownOrder(order: WireContractOrder): ShownOrder {
  const { takeProfit, stopLoss, filledNotional, ...rest } = order
  return {
    ...rest,
    ticker: tickerOf(order.symbol),
    currency: 'USDT',
    filledAmount: filledNotional,
    takeProfitPrice: takeProfit?.price,
    stopLossPrice: stopLoss?.price,
  }
}

export function shownFill({ notional, ...fill }: WireContractFill): ShownFill {
  return { ...fill, amount: notional, currency: 'USDT' }
}
