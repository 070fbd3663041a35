import { messages as identity } from '@bolsillo/identity/messages/en-US'
import { messages as ledger } from '@bolsillo/ledger/messages/en-US'
import { messages as market } from '@bolsillo/market/messages/en-US'
import { messages as stocks } from '@bolsillo/stocks/messages/en-US'
import { messages as trading } from '@bolsillo/trading/messages/en-US'
import type { Bundle } from '@bolsillo/web-kit'
import { messages as core } from '../words/en-US.ts'

export { words as parts } from '@bolsillo/ui/words/en-US'

/** Every room's words in one chunk: what one language costs to load. */
export const bundle = { core, identity, ledger, market, stocks, trading } satisfies Bundle
