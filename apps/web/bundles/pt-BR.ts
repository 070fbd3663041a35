import { messages as identity } from '@bolsillo/identity/messages/pt-BR'
import { messages as ledger } from '@bolsillo/ledger/messages/pt-BR'
import { messages as market } from '@bolsillo/market/messages/pt-BR'
import { messages as stocks } from '@bolsillo/stocks/messages/pt-BR'
import { messages as trading } from '@bolsillo/trading/messages/pt-BR'
import type { Bundle } from '@bolsillo/web-kit'
import { messages as core } from '../words/pt-BR.ts'

export { words as parts } from '@bolsillo/ui/words/pt-BR'

/** Every room's words in one chunk: what one language costs to load. */
export const bundle = { core, identity, ledger, market, stocks, trading } satisfies Bundle
