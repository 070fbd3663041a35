import type { Id, Ids, Instant } from '@bolsillo/kernel'
import type { Language, Tx } from '@bolsillo/server-kit'
import type { Address } from '../domain/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES, type Messages } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import type { MessageKind, MessageRail } from './message-rail.ts'

const words: Readonly<Record<Language, Messages>> = { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR }

/** Writes messages in the reader's language and hands them to the rail, in the transaction of their cause. */
export interface MessageSender {
  readonly send: (
    tx: Tx,
    message: {
      readonly to: Address
      readonly kind: MessageKind
      readonly language: Language
      readonly values?: Readonly<Record<string, string>>
      readonly code?: string
      readonly customerId?: Id<'cus'> | undefined
      readonly deviceHash?: string | undefined
      readonly at: Instant
    },
  ) => Promise<void>
}

export function createMessageSender(options: { readonly ids: Ids; readonly rail: MessageRail }): MessageSender {
  return {
    send: async (tx, { values, customerId, deviceHash, ...message }) => {
      const { title, text } = words[message.language].mail[message.kind]
      const all = { ...values, ...(message.code === undefined ? {} : { code: message.code }) }
      await options.rail.accept(tx, {
        ...message,
        id: options.ids.next('msg'),
        title,
        text: fill(text, all),
        ...(customerId === undefined ? {} : { customerId }),
        ...(deviceHash === undefined ? {} : { deviceHash }),
      })
    },
  }
}

/** Fills the {placeholders} of a text. One without a value stays as it is, which a test of the words would find. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{([a-zA-Z]+)\}/g, (whole, name: string) => values[name] ?? whole)
}
