import { defineRoom, onSubscribe } from '@bolsillo/server-kit'
import { supportChannel } from '../contract/index.ts'
import { answerers } from '../contract/operator.ts'
import { supportSettings } from '../domain/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import { countWaiting } from './conversation-store.ts'
import { depsOf } from './deps.ts'
import {
  listConversations,
  openConversation,
  readConversation,
  recordTranscript,
  writeMessage,
} from './own-conversations.ts'
import { answerSupport, closeSupport, listSupport, readSupport, takeSupport } from './staff-conversations.ts'
import { supportCase, supportChangedTopic } from './support-case.ts'

export type { SupportGiven } from './deps.ts'

const hourMs = 3_600_000

/** The module object of support. */
export const createSupport = defineRoom({
  name: 'support',
  migrations: new URL('./migrations/', import.meta.url),
  messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
  settings: Object.values(supportSettings),
  deps: depsOf,
  useCases: [listConversations, readConversation, openConversation, writeMessage, recordTranscript],
  operatorUseCases: [listSupport, readSupport, takeSupport, answerSupport, closeSupport],
  channels: [onSubscribe(supportChannel, () => ({}))],
  events: ({ publisher }) => [
    {
      topic: supportChangedTopic,
      name: 'support.tell-stream',
      scope: 'each-process',
      handle: async ({ key, payload }) => publisher.publish(supportChannel, String(payload.customerId), { id: key }),
    },
  ],
  caseKinds: [supportCase.kind],
  workQueues: [
    {
      path: '/support',
      titleKey: 'support.console.title',
      roles: answerers,
      slaMs: supportSettings.answerHours.standard * hourMs,
      waiting: countWaiting,
    },
  ],
})
