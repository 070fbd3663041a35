import { type Price, priceOf, type Rejection, readDecimal, reject } from '@bolsillo/kernel'
import { formRejections, tradingRejections } from '../contract/index.ts'
import type { TicketInput } from './order-form.ts'
import { spokenPrice, type TicketFacts } from './order-rules.ts'

/** Which side of the last price a price of a form must lie on; undefined for those that may lie on either. */
export function sideOfMarket(
  { side, type }: Pick<TicketInput, 'side' | 'type'>,
  field: 'limitPrice' | 'stopPrice',
): 'above' | 'below' | undefined {
  if (field === 'stopPrice') return side === 'buy' ? 'above' : 'below'
  if (type !== 'oco') return undefined
  return side === 'buy' ? 'below' : 'above'
}

/**
 * Prices that lie on the wrong side of the last one, each by its field, however much of the form is still empty. Of stops
 * the desk says the same. Of the limit of a pair only forms do: the desk takes one that would fill at once, as it takes any
 * limit, but who fills in two prices around the market means neither of them so.
 */
export function marketSideProblems(input: TicketInput, facts: TicketFacts): readonly Rejection[] {
  const { instrument, reference } = facts
  if (reference === undefined) return []
  const values = { last: spokenPrice(reference, instrument) }
  const hasStop = input.type === 'stop' || input.type === 'stop-limit' || input.type === 'oco'
  const problems: Rejection[] = []
  for (const field of ['limitPrice', 'stopPrice'] as const) {
    const must = field === 'stopPrice' && !hasStop ? undefined : sideOfMarket(input, field)
    const price = typedPrice(input[field], instrument.scale.priceScale)
    if (must === undefined || price === undefined) continue
    if (must === 'above' ? price > reference : price < reference) continue
    const tooFar = must === 'above' ? formRejections.pairLimitTooLow : formRejections.pairLimitTooHigh
    problems.push(reject(field === 'stopPrice' ? tradingRejections.stopWrongSide : tooFar, { field, values }))
  }
  return problems
}

function typedPrice(text: string | undefined, scale: number): Price | undefined {
  const reading = text === undefined ? undefined : readDecimal(text, scale)
  return reading?.kind === 'value' && reading.units > 0n ? priceOf(reading.units) : undefined
}
