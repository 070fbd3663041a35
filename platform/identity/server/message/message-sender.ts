import type { Id, Ids, Instant } from '@bolsillo/kernel'
import type { Language, Tx } from '@bolsillo/server-kit'
import type { Address } from '../../domain/index.ts'
import { mail as enUS } from '../../messages/mail/en-US.ts'
import { mail as esES, type Mail } from '../../messages/mail/es-ES.ts'
import { mail as ptBR } from '../../messages/mail/pt-BR.ts'
import type { MessageKind, MessageRail, OutgoingMessage } from './message-rail.ts'

const words: Readonly<Record<Language, Mail>> = { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR }

interface Envelope {
  readonly to: Address
  readonly language: Language
  readonly customerId?: Id<'cus'> | undefined
  readonly deviceHash?: string | undefined
  readonly asker?: OutgoingMessage['asker'] | undefined
  readonly at: Instant
}

/** Writes messages in the reader's language and hands them to the rail, in the transaction of their cause. */
export interface MessageSender {
  readonly send: (
    tx: Tx,
    message: Envelope & {
      readonly kind: keyof Mail
      readonly values?: Readonly<Record<string, string>>
      readonly code?: string
    },
  ) => Promise<void>
  /** A notice of another room, which brings its words filled in. */
  readonly sendNotice: (tx: Tx, notice: Envelope & { readonly title: string; readonly text: string }) => Promise<void>
}

export function createMessageSender(options: { readonly ids: Ids; readonly rail: MessageRail }): MessageSender {
  const hand = (
    tx: Tx,
    {
      customerId,
      deviceHash,
      asker,
      ...message
    }: Envelope & { kind: MessageKind; title: string; text: string; code?: string },
  ): Promise<void> =>
    options.rail.accept(tx, {
      ...message,
      id: options.ids.next('msg'),
      ...(customerId === undefined ? {} : { customerId }),
      ...(deviceHash === undefined ? {} : { deviceHash }),
      ...(asker === undefined ? {} : { asker }),
    })
  return {
    send: async (tx, { values, ...message }) => {
      const { title, text } = words[message.language][message.kind]
      const all = { ...values, ...(message.code === undefined ? {} : { code: message.code }) }
      await hand(tx, { ...message, title, text: fill(text, all) })
    },
    sendNotice: (tx, notice) => hand(tx, { ...notice, kind: 'notice' }),
  }
}

/** Fills the {placeholders} of a text. One without a value stays as it is, which a test of the words would find. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{([a-zA-Z]+)\}/g, (whole, name: string) => values[name] ?? whole)
}
