import { heldAtPrice, moneyOf } from '@bolsillo/trading/domain'
import type { CoinAsset } from '../contract/index.ts'

/** What there is of a coin at a price of one of its markets, in that market's money. */
interface CoinAtPrice {
  readonly value: string
  /** Of the part that was bought here. Left out where nothing of it is left, or it was paid in another money. */
  readonly bought?: {
    readonly averageCost: string
    readonly unrealised: string
    readonly unrealisedPercent?: string
  }
}

/** A coin at a price in `currency`: worth and result are those of the price beside them. */
export function coinAtPrice({ total, costs }: CoinAsset, currency: string, last: string): CoinAtPrice {
  const { scale } = moneyOf(currency)
  const { value } = heldAtPrice({ quantity: total, cost: '0' }, last, scale)
  const cost = costs.find((one) => one.currency === currency)
  if (cost?.averageCost === undefined) return { value }
  const { value: _, ...gained } = heldAtPrice(cost, last, scale)
  return { value, bought: { averageCost: cost.averageCost, ...gained } }
}

/** An asset at a newer price of the market it is valued in; as it was answered where that market is not in USDT. */
export function assetAtPrice(asset: CoinAsset, last: string | undefined): CoinAsset {
  if (last === undefined || asset.symbol !== `${asset.asset}-USDT`) return asset
  const { value, bought } = coinAtPrice(asset, 'USDT', last)
  return {
    ...asset,
    value,
    costs: asset.costs.map((cost) => {
      if (cost.currency !== 'USDT' || bought === undefined) return cost
      const { averageCost: _, ...gained } = bought
      return { ...cost, ...gained }
    }),
  }
}
