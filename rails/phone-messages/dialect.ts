import type { MessageFate, MessageOutcome, ReceiptCall } from '@bolsillo/identity/server'
import type { Language } from '@bolsillo/server-kit'
import type { PhoneProvider } from './config.ts'

/** What is sent to one phone: text by SMS, or the values of a template by WhatsApp. */
export interface Sending {
  readonly id: string
  /** E.164 with its plus sign. */
  readonly to: string
  readonly content:
    | { readonly channel: 'sms'; readonly text: string }
    | {
        readonly channel: 'whatsapp'
        readonly template: string
        readonly language: Language
        readonly value: string
        readonly isCode: boolean
      }
  /** How long the provider may still deliver it. */
  readonly secondsLeft: number
  /** Where the provider says its outcome. */
  readonly receiptUrl: string
}

/** A request to the provider. */
export interface ProviderRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** How one provider is spoken to. */
export interface Dialect {
  readonly request: (provider: PhoneProvider, sending: Sending) => ProviderRequest
  /** What an answer comes to, by its status and its JSON; its words are the other side's and are not kept. */
  readonly outcome: (status: number, body: unknown) => MessageOutcome
  /** @returns undefined when the call is not the provider's, is stale or is about another message. */
  readonly fate: (provider: PhoneProvider, call: ReceiptCall & { readonly url: string }) => MessageFate | undefined
}

export const basicLogin = ({ user, password }: PhoneProvider): string =>
  `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`

/** The field of an object that somebody else wrote. */
export function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, name) ? Reflect.get(body, name) : undefined
}

/** What an answer comes to by its status alone; undefined when its body has to be read. */
export function outcomeOfStatus(status: number): MessageOutcome | undefined {
  if (status === 401 || status === 403) return { kind: 'down', problem: 'credentials-refused' }
  if (status === 402) return { kind: 'down', problem: 'no-balance' }
  if (status === 429 || status >= 500) return { kind: 'down', problem: 'busy' }
  // Neither an answer of this call nor a refusal: something else answers at that address.
  if (status < 200 || (status >= 300 && status < 400) || status === 404 || status === 405)
    return { kind: 'down', problem: 'unreachable' }
  return undefined
}

/** A refusal nobody knows may be of our own settings: the message is kept, and tried until its time is over. */
export const unknownRefusal: MessageOutcome = { kind: 'later', problem: 'content-refused' }
