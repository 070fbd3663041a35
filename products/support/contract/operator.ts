import { approvalsRejections } from '@bolsillo/approvals/contract'
import { defineCall, field, type OperatorRole, z } from '@bolsillo/contract'
import { closeReasons } from '../domain/conversation.ts'
import { supportRejections as r } from './rejections.ts'
import { conversationPlace, conversationShape, lineShape, messageField } from './shapes.ts'

/** Who answers customers. */
export const answerers: readonly OperatorRole[] = ['support', 'compliance', 'admin']

const staffConversation = z.object({
  ...conversationShape.shape,
  /** The customer's number. */
  customer: z.string(),
  /** Who has it, seen by whoever asks; absent when nobody took it. */
  owner: z.optional(z.enum(['me', 'other'])),
})
export type StaffConversation = z.output<typeof staffConversation>

export const listSupport = defineCall({
  name: 'list-support',
  power: {
    'es-ES': 'Ver qué conversaciones esperan respuesta, sin lo que dicen',
    'en-US': 'See which conversations wait for an answer, without what they say',
    'pt-BR': 'Ver quais conversas esperam resposta, sem o que dizem',
  },
  method: 'GET',
  path: '/support',
  audience: 'operator',
  roles: answerers,
  needs: [],
  effect: 'read',
  request: z.object({ filter: field.oneOf(['open', 'closed']), ...field.pageFields(conversationPlace) }),
  reply: field.pageOf(staffConversation),
  rejections: [],
  summary: 'Conversations by number of the customer: those due first, or those closed last. Nothing of what they say.',
})

export const readSupport = defineCall({
  name: 'read-support',
  power: {
    'es-ES': 'Leer una conversación; queda en tu registro',
    'en-US': 'Read a conversation; it is recorded in your log',
    'pt-BR': 'Ler uma conversa; fica no seu registro',
  },
  method: 'POST',
  path: '/support/conversation',
  audience: 'operator',
  roles: answerers,
  needs: [],
  effect: 'read',
  commits: 'use-case',
  limit: { times: 600, perMs: 3_600_000 },
  request: z.object({ id: field.id('cnv') }),
  reply: z.object({
    conversation: staffConversation,
    lines: z.array(lineShape),
    /** Masked. */
    account: z.string(),
    /** The language the customer reads. */
    language: z.string(),
  }),
  rejections: [r.supportUnknown, approvalsRejections.viewsTooMany],
  summary: 'A conversation in full. The look is written into the customer’s own log.',
})

const acting = {
  method: 'POST',
  audience: 'operator',
  roles: answerers,
  needs: [],
  effect: 'write',
} as const
const acted = z.object({ conversation: staffConversation })

export const takeSupport = defineCall({
  ...acting,
  name: 'take-support',
  power: {
    'es-ES': 'Hacerse cargo de una conversación',
    'en-US': 'Take a conversation',
    'pt-BR': 'Assumir uma conversa',
  },
  path: '/support/take',
  request: z.object({ id: field.id('cnv') }),
  reply: acted,
  rejections: [r.supportUnknown, approvalsRejections.ownAccount, r.supportClosed, r.supportTaken, r.supportFull],
  summary: 'Makes whoever asks the owner of an open conversation, also of one that a colleague has.',
})

export const answerSupport = defineCall({
  ...acting,
  name: 'answer-support',
  power: {
    'es-ES': 'Responder a un cliente; lo que pide claves o dinero se detiene',
    'en-US': 'Answer a customer; what asks for secrets or money is stopped',
    'pt-BR': 'Responder a um cliente; o que pede senhas ou dinheiro é barrado',
  },
  path: '/support/answer',
  secrets: ['text'],
  limit: { times: 60, perMs: 60_000 },
  request: z.object({ id: field.id('cnv'), text: messageField }),
  reply: acted,
  rejections: [
    r.supportText,
    r.supportUnknown,
    approvalsRejections.ownAccount,
    r.supportAsks,
    r.supportClosed,
    r.supportUntaken,
    r.supportFull,
  ],
  summary:
    'Answers in a conversation one has. What asks for a secret or for money, names where it should go, or leads out of the app is refused and recorded.',
})

export const closeSupport = defineCall({
  ...acting,
  name: 'close-support',
  power: {
    'es-ES': 'Cerrar una conversación, con su motivo; el cliente puede reabrirla',
    'en-US': 'Close a conversation, with its reason; the customer may reopen it',
    'pt-BR': 'Encerrar uma conversa, com o motivo; o cliente pode reabri-la',
  },
  path: '/support/close',
  request: z.object({ id: field.id('cnv'), reason: field.oneOf(closeReasons) }),
  reply: acted,
  rejections: [r.supportUnknown, approvalsRejections.ownAccount, r.supportClosed, r.supportUntaken],
  summary: 'Closes a conversation one has. Its customer is notified and may reopen it by writing.',
})

export const operatorCalls = [listSupport, readSupport, takeSupport, answerSupport, closeSupport] as const
