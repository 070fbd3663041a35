import { divide, type Price, type Quantity } from '@bolsillo/kernel'

/** What an order's rows say about how it was carried out. Prices in the instrument's units. */
interface ExecutionFacts {
  readonly side: 'buy' | 'sell'
  readonly limitPrice: Price | undefined
  /** Best bid and ask when the order was received. */
  readonly bid: Price | undefined
  readonly ask: Price | undefined
  readonly fills: ReadonlyArray<{ readonly price: Price; readonly quantity: Quantity }>
}

interface ExecutionQuality {
  /** Tenths of a basis point. Below zero: better than the middle. Undefined without fills or without a middle. */
  readonly effectiveSpreadTenths: bigint | undefined
  /** Hundredths of a percent, above zero when worse than the best opposite price at receipt. */
  readonly slippageBps: bigint | undefined
}

/**
 * Effective spread: 2 × side × (average − middle) / middle, the measure of SEC rule 605. Slippage: side × (average −
 * best opposite price at receipt) / that price; a limit order is measured against its limit when that is better.
 */
export function executionQuality(facts: ExecutionFacts): ExecutionQuality {
  const quantity = facts.fills.reduce((sum, fill) => sum + fill.quantity, 0n)
  const { bid, ask } = facts
  if (quantity === 0n) return { effectiveSpreadTenths: undefined, slippageBps: undefined }
  const paid = facts.fills.reduce((sum, fill) => sum + fill.price * fill.quantity, 0n)
  const side = facts.side === 'buy' ? 1n : -1n
  const beyond = (reference: bigint, parts: bigint, scale: bigint): bigint =>
    divide(side * (paid * parts - reference * quantity) * scale, reference * quantity, 'half-even')
  const best = facts.side === 'buy' ? ask : bid
  const reference = bestOf(facts.side, best, facts.limitPrice)
  return {
    // The middle is (bid + ask) / 2, so both sides of the difference are doubled.
    effectiveSpreadTenths: bid === undefined || ask === undefined ? undefined : beyond(bid + ask, 2n, 200_000n),
    slippageBps: reference === undefined ? undefined : beyond(reference, 1n, 10_000n),
  }
}

function bestOf(side: 'buy' | 'sell', best: Price | undefined, limit: Price | undefined): Price | undefined {
  if (best === undefined || limit === undefined) return best ?? limit
  if (side === 'buy') return limit < best ? limit : best
  return limit > best ? limit : best
}
