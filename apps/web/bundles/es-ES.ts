import { messages as market } from '@bolsillo/market/messages/es-ES'
import type { Bundle } from '@bolsillo/web-kit'
import { messages as core } from '../words/es-ES.ts'

export { words as parts } from '@bolsillo/ui/words/es-ES'

/** What home says: what one language costs before anything is seen. The rest comes with the first other page. */
export const bundle = { core, market } satisfies Bundle
