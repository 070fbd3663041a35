import { defineRoom } from '@bolsillo/server-kit'
import type { PortfolioDeps } from './deps.ts'
import { readPortfolio } from './read-portfolio.ts'
import { readValue } from './read-value.ts'

export { type CostsOf, createOwnBooks } from './own-books.ts'
export { createPricesOf, type PricesOf } from './prices-of.ts'
export { pesosOf, valuationBy } from './valuation.ts'

/** The module object of portfolio. */
export const createPortfolio = defineRoom({
  name: 'portfolio',
  messages: { 'es-ES': {}, 'en-US': {}, 'pt-BR': {} },
  deps: (given: PortfolioDeps) => given,
  useCases: [readValue, readPortfolio],
})
