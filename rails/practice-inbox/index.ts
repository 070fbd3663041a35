import type { MessageRail, PracticeInbox } from '@bolsillo/identity/server'
import type { Room } from '@bolsillo/server-kit'
import { allMessages, insertMessage, messagesOfDevice } from './server/message-store.ts'

/** The rail of the practice market: stores messages for the inbox pages of app and console instead of sending them. */
interface PracticeInboxRail {
  /** Stores the messages; has no calls of its own. */
  readonly room: Room
  readonly rail: MessageRail
  readonly inbox: PracticeInbox
}

export function createPracticeInbox(): PracticeInboxRail {
  return {
    room: {
      name: 'practice-inbox',
      migrations: new URL('./server/migrations/', import.meta.url),
      handlers: [],
      messages: { 'es-ES': {}, 'en-US': {}, 'pt-BR': {} },
    },
    rail: { id: 'practice-inbox', simulated: true, accept: insertMessage },
    inbox: { ofDevice: messagesOfDevice, all: allMessages },
  }
}
