import { messages as market } from '@bolsillo/market/messages/en-US'
import type { Bundle } from '@bolsillo/web-kit'
import { messages as core } from '../words/en-US.ts'

export { words as parts } from '@bolsillo/ui/words/en-US'

/** What home says: what one language costs before anything is seen. The rest comes with the first other page. */
export const bundle = { core, market } satisfies Bundle
