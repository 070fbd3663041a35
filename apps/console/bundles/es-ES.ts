import { messages as audit } from '@bolsillo/audit/messages/es-ES'
import { messages as identity } from '@bolsillo/identity/messages/es-ES'
import { words as parts } from '@bolsillo/ui/words/es-ES'
import type { Bundle } from '@bolsillo/web-kit'
import { messages as core } from '../words/es-ES.ts'

/** Every room's words of the console, and those of the parts, in one chunk. */
export const bundle = { core, identity, audit } satisfies Bundle
export { parts }
