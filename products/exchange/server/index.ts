import { defineRoom } from '@bolsillo/server-kit'
import { exchangeSettings } from '../domain/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import type { ExchangeDeps } from './deps.ts'
import { exchangeCurrency } from './exchange-currency.ts'
import { listExchanges, readExchangeReceipt } from './list-exchanges.ts'
import { quoteExchange } from './quote-exchange.ts'
import { readExchange } from './read-exchange.ts'
import { readTransferable, transfers } from './transfer.ts'

export type { ExchangeDeps } from './deps.ts'

/** The module object of exchange. */
export const createExchange = defineRoom({
  name: 'exchange',
  messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
  settings: Object.values(exchangeSettings),
  deps: (given: ExchangeDeps) => given,
  useCases: [
    readExchange,
    quoteExchange,
    exchangeCurrency,
    listExchanges,
    readExchangeReceipt,
    readTransferable,
    ...transfers,
  ],
})
