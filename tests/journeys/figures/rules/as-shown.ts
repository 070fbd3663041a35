import type { Facts } from '../facts.ts'
import { words } from '../rule.ts'
import { isLastPrice } from './quotes.ts'

/**
 * The facts of a frame with the prices that it shows in place of those that were sent: what is of a price is drawn in the same
 * frame as the price. Of what shows no price nothing is known here.
 */
export function asShown(facts: Facts): Facts {
  const last = new Map<string, string>()
  const marks = new Map<string, string>()
  for (const figure of facts.frame.figures) {
    const symbol = facts.instrumentOf(figure)
    if (symbol === undefined || figure.kind !== 'price') continue
    if (figure.label === words.contracts.positions.mark || figure.label === words.contracts.market.mark)
      marks.set(symbol, figure.value)
    else if (isLastPrice(figure, facts.frame.path)) last.set(symbol, figure.value)
  }
  return {
    ...facts,
    isMoving: true,
    quote: (symbol) => {
      const [quote, shown] = [facts.quote(symbol), last.get(symbol)]
      return quote === undefined || shown === undefined ? undefined : { ...quote, last: shown }
    },
    mark: (symbol) => marks.get(symbol),
  }
}
