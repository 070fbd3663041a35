import { defineRoom } from '@bolsillo/server-kit'
import { messages as english } from '../messages/en-US.ts'
import { messages as spanish } from '../messages/es-ES.ts'
import { messages as portuguese } from '../messages/pt-BR.ts'
import type { PortfolioDeps } from './deps.ts'
import { listResults } from './list-results.ts'
import { readPortfolio } from './read-portfolio.ts'
import { readValue } from './read-value.ts'

export { type CostsOf, createOwnBooks, type SalesOf } from './own-books.ts'
export { createPricesOf, type PricesOf } from './prices-of.ts'
export { pesosOf, valuationBy } from './valuation.ts'

/** The module object of portfolio. */
export const createPortfolio = defineRoom({
  name: 'portfolio',
  messages: { 'es-ES': spanish, 'en-US': english, 'pt-BR': portuguese },
  deps: (given: PortfolioDeps) => given,
  useCases: [readValue, readPortfolio, listResults],
})
