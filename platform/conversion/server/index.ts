import type { Room } from '@bolsillo/server-kit'
import { createConversions } from './conversions.ts'

export type { SourcedMid } from '../domain/index.ts'
export type { KeptQuote } from './conversion-store.ts'
export * from './conversions.ts'

/** The module object with the interface other rooms use. */
export function createConversion(deps: Parameters<typeof createConversions>[0]): {
  readonly room: Room
  readonly conversions: ReturnType<typeof createConversions>
} {
  return {
    conversions: createConversions(deps),
    room: {
      name: 'conversion',
      migrations: new URL('./migrations/', import.meta.url),
      handlers: [],
      messages: { 'es-ES': {}, 'en-US': {}, 'pt-BR': {} },
    },
  }
}
