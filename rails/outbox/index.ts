import { maskAddress } from '@bolsillo/identity/domain'
import type { MessageChannel, MessageRail, MessageTransport, OutgoingMessage } from '@bolsillo/identity/server'
import { createSealer, handlersOf, type Room, type Services } from '@bolsillo/server-kit'
import { messages as enUS } from './messages/en-US.ts'
import { messages as esES } from './messages/es-ES.ts'
import { messages as ptBR } from './messages/pt-BR.ts'
import { expiresAt } from './retry.ts'
import { createDelivery, type Delivery } from './server/deliver.ts'
import { endOld } from './server/end-old.ts'
import { countOutbox, insertWaiting } from './server/outbox-store.ts'
import { listOutbox, readOutbox } from './server/read-outbox.ts'
import { sealMessage } from './server/sealed-message.ts'

/** The rail that reaches people: what is to be sent waits in the database until a transport has taken it. */
export interface MessageOutbox {
  /** Stores the messages, sends them while it runs, shows staff what waits and removes what ended long ago. */
  readonly room: Room
  readonly rail: MessageRail
  /** Whether a transport is configured for the channel of this message. */
  readonly carries: (message: OutgoingMessage) => boolean
  readonly figures: () => ReturnType<typeof countOutbox>
  /** For tests. */
  readonly sendDue: Delivery['sendDue']
}

const channelFor = ({ to }: OutgoingMessage): MessageChannel => (to.kind === 'email' ? 'email' : 'sms')

/** Creates the outbox over at most one transport for each channel. */
export function createMessageOutbox(options: {
  readonly services: Services
  readonly transports: readonly MessageTransport[]
}): MessageOutbox {
  const { services, transports } = options
  const sealer = createSealer(services.secret('message-outbox'), services.rng)
  const delivery = createDelivery(services, sealer, transports)
  return {
    room: {
      name: 'outbox',
      migrations: new URL('./server/migrations/', import.meta.url),
      handlers: [],
      operatorHandlers: handlersOf([readOutbox, listOutbox], { carried: transports.map(({ channel }) => channel) }),
      jobs: [endOld],
      messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
      start: async () => delivery.start(),
      stop: delivery.stop,
    },
    rail: {
      id: 'message-outbox',
      simulated: false,
      accept: (tx, message) =>
        insertWaiting(tx, {
          id: message.id,
          channel: channelFor(message),
          shownTo: maskAddress(message.to),
          kind: message.kind,
          hasCode: message.code !== undefined,
          customerId: message.customerId,
          at: message.at,
          expiresAt: expiresAt(message),
          sealed: sealMessage(sealer, message),
        }),
    },
    carries: (message) => transports.some(({ channel }) => channel === channelFor(message)),
    figures: () => countOutbox(services.sql),
    sendDue: delivery.sendDue,
  }
}
