import { field, z } from '@bolsillo/contract'
import { quoteShape } from '@bolsillo/market/contract'

/** A tier of the published schedule: what trading costs once so much was traded in thirty days. */
export const tierShape = z.object({
  tier: z.number(),
  /** From this volume on, USDT over thirty days. */
  volumeMin: field.decimal,
  makerBps: z.number(),
  takerBps: z.number(),
})

/** The tier a customer is in today, and what is missing to the next. Set anew at 00:00 UTC. */
export const ownTierShape = z.object({
  tier: z.number(),
  makerBps: z.number(),
  takerBps: z.number(),
  vatBps: z.number(),
  /** What the customer's own fills of thirty days came to, in USDT. */
  volume: field.decimal,
  /** The thirty days end here; the next look is a day later. */
  until: field.at,
  /** Absent in the last tier. */
  next: z.optional(
    z.object({
      tier: z.number(),
      volumeMin: field.decimal,
      makerBps: z.number(),
      takerBps: z.number(),
      /** What must still be traded within thirty days. */
      distance: field.decimal,
    }),
  ),
})

/** What was bought of a coin in one of its markets and is still there, at average cost with commission and VAT. */
export const coinCostShape = z.object({
  symbol: z.string(),
  currency: z.string(),
  quantity: field.decimal,
  cost: field.decimal,
  /** For showing: six decimals at most. Absent when nothing bought here is left. */
  averageCost: z.optional(field.decimal),
  value: z.optional(field.decimal),
  unrealised: z.optional(field.signedDecimal),
  unrealisedPercent: z.optional(field.signedDecimal),
  realised: field.signedDecimal,
  fees: field.decimal,
  vat: field.decimal,
})

/** What a customer has of a coin, or of the cash of the spot market. */
export const coinAssetShape = z.object({
  asset: z.string(),
  name: z.string(),
  scale: z.number(),
  total: field.decimal,
  available: field.decimal,
  /** Set aside for open orders and withdrawals. */
  held: field.decimal,
  /** The market it is valued in; absent for USDT itself and where there is none. */
  symbol: z.optional(z.string()),
  quote: z.optional(quoteShape),
  /** What it is worth, in USDT; absent without a price. */
  value: z.optional(field.decimal),
  /** How much of it came in ways that have no price here (a deposit, a conversion): its cost is not known. */
  costUnknown: field.decimal,
  costs: z.array(coinCostShape),
})
