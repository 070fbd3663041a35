import type { z } from '@bolsillo/contract'
import type {
  coinAssetShape,
  coinCostShape,
  coinInfoShape,
  coinRowShape,
  coinTickerShape,
  ownTierShape,
  tierShape,
} from './wire-shapes.ts'

// The calls of this room: its market, orders of coins as the specification lists them, and calls of ours beside them.
export * from './market-calls.ts'
export * from './order-calls.ts'
export * from './own-calls.ts'
export * from './rejections.ts'

export type CoinAsset = z.output<typeof coinAssetShape>
export type CoinCost = z.output<typeof coinCostShape>
export type OwnTier = z.output<typeof ownTierShape>
export type Tier = z.output<typeof tierShape>
export type CoinRow = z.output<typeof coinRowShape>
export type CoinTicker = z.output<typeof coinTickerShape>
export type CoinInfo = z.output<typeof coinInfoShape>
