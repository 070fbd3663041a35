import { defineCase } from '@bolsillo/cases/server'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import { type Conversation, findConversation } from './conversation-store.ts'

/** The outbox topic of conversations that are otherwise than before. */
export const supportChangedTopic = 'support.changed'

/** A conversation as a case. A notice says nothing of what was written: others may read it. */
export const supportCase = defineCase({
  room: 'support',
  prefix: 'cnv',
  name: 'case',
  idOf: ({ id }: Pick<Conversation, 'id' | 'customerId' | 'closedAt'>) => id,
  find: (db, id): Promise<Pick<Conversation, 'id' | 'customerId' | 'closedAt'> | undefined> => findConversation(db, id),
  endedAt: ({ closedAt }) => closedAt,
  words: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
  changed: ({ id }, customerId) => ({ topic: supportChangedTopic, key: id, payload: { customerId } }),
  effects: {
    open: { audit: 'open' },
    write: { audit: 'write', streamed: true },
    reopen: { audit: 'reopen' },
    take: { audit: 'take', streamed: true },
    answer: { audit: 'answer', notice: 'answered', streamed: true },
    close: { audit: 'close', notice: 'closed', streamed: true },
    stop: { audit: 'stop' },
    transcript: { audit: 'transcript' },
  },
})
