import { messages as audit } from '@bolsillo/audit/messages/pt-BR'
import { messages as identity } from '@bolsillo/identity/messages/pt-BR'
import { words as parts } from '@bolsillo/ui/words/pt-BR'
import type { Bundle } from '@bolsillo/web-kit'
import { messages as core } from '../words/pt-BR.ts'

/** Every room's words of the console, and those of the parts, in one chunk. */
export const bundle = { core, identity, audit } satisfies Bundle
export { parts }
