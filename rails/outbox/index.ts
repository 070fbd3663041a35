import { maskAddress } from '@bolsillo/identity/domain'
import type {
  DeviceNotice,
  MessageChannel,
  MessageRail,
  MessageTransport,
  OutgoingMessage,
  ReceiptReader,
} from '@bolsillo/identity/server'
import { assert, plusMs } from '@bolsillo/kernel'
import { createSealer, handlersOf, type Room, type Services, type Tx } from '@bolsillo/server-kit'
import { messages as enUS } from './messages/en-US.ts'
import { messages as esES } from './messages/es-ES.ts'
import { messages as ptBR } from './messages/pt-BR.ts'
import { expiresAt, missedMs } from './retry.ts'
import { createDelivery, type Delivery } from './server/deliver.ts'
import { endOld } from './server/end-old.ts'
import { countOutbox, insertWaiting } from './server/outbox-store.ts'
import { listOutbox, readOutbox } from './server/read-outbox.ts'
import { receiptDoor } from './server/receipt-door.ts'
import { missedOnWhatsapp } from './server/receipt-store.ts'
import { sealMessage } from './server/sealed-message.ts'

export { receiptPath } from './server/receipt-door.ts'

/** The rail that reaches people: what is to be sent waits in the database until a transport has taken it. */
export interface MessageOutbox {
  /** Stores the messages, sends them while it runs, shows staff what waits and removes what ended long ago. */
  readonly room: Room
  readonly rail: MessageRail
  /** Stores a notice to a device, in the transaction of its cause. @returns whether it was new: under one id it goes once. */
  readonly toDevice: (tx: Tx, notice: DeviceNotice) => Promise<boolean>
  /** Whether a transport is configured for the channel of this message. */
  readonly carries: (message: OutgoingMessage) => boolean
  readonly figures: () => ReturnType<typeof countOutbox>
  /** For tests. */
  readonly sendDue: Delivery['sendDue']
}

/** Phones get WhatsApp where it has a way to say this, unless it did not reach them lately; otherwise SMS. */
async function channelFor(
  transports: readonly MessageTransport[],
  tx: Tx,
  message: OutgoingMessage,
): Promise<MessageChannel> {
  if (message.to.kind === 'email') return 'email'
  const whatsapp = transports.find(({ channel }) => channel === 'whatsapp')
  if (whatsapp?.takes?.(message) !== true) return 'sms'
  return (await missedOnWhatsapp(tx, maskAddress(message.to), plusMs(message.at, -missedMs))) ? 'sms' : 'whatsapp'
}

/** Creates the outbox over at most one transport for each channel. */
export function createMessageOutbox(options: {
  readonly services: Services
  readonly transports: readonly MessageTransport[]
  /** Those who say afterwards the outcome of messages. */
  readonly receipts?: readonly ReceiptReader[]
}): MessageOutbox {
  const { services, transports, receipts = [] } = options
  const sealer = createSealer(services.secret('message-outbox'), services.rng)
  const delivery = createDelivery(services, sealer, transports)
  return {
    room: {
      name: 'outbox',
      migrations: new URL('./server/migrations/', import.meta.url),
      handlers: [],
      operatorHandlers: handlersOf([readOutbox, listOutbox], { carried: transports.map(({ channel }) => channel) }),
      // Where nobody is asked for receipts, there is no door for them.
      doors: receipts.length === 0 ? [] : [receiptDoor(services, receipts)],
      jobs: [endOld],
      messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
      start: async () => delivery.start(),
      stop: delivery.stop,
    },
    rail: {
      id: 'message-outbox',
      simulated: false,
      accept: async (tx, message) => {
        const isNew = await insertWaiting(tx, {
          id: message.id,
          channel: await channelFor(transports, tx, message),
          shownTo: maskAddress(message.to),
          kind: message.kind,
          hasCode: message.code !== undefined,
          customerId: message.customerId,
          at: message.at,
          expiresAt: expiresAt(message),
          sealed: sealMessage(sealer, message),
        })
        assert(isNew, 'each message has an id of its own')
      },
    },
    toDevice: (tx, notice) =>
      insertWaiting(tx, {
        ...{ id: notice.id, channel: 'push', shownTo: notice.shownTo, kind: 'notice', hasCode: false },
        ...{ customerId: notice.customerId, at: notice.at, expiresAt: expiresAt(notice) },
        sealed: sealMessage(sealer, notice),
      }),
    carries: (message) => transports.some(({ channel }) => channel === (message.to.kind === 'email' ? 'email' : 'sms')),
    figures: () => countOutbox(services.sql),
    sendDue: delivery.sendDue,
  }
}
