import type { Room, Services } from '@bolsillo/server-kit'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'

/** The module object of payments. */
export function createPayments(_ports: { readonly services: Services }): { readonly room: Room } {
  return { room: { name: 'payments', handlers: [], messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR } } }
}
