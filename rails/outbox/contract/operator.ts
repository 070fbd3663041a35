import { defineCall, field, type OperatorRole, z } from '@bolsillo/contract'

/** Who sees what waits: who answers customers that wait for a code, who runs the server, and who looks after both. */
export const readers: readonly OperatorRole[] = ['support', 'auditor', 'admin']

export const channels = ['email', 'sms', 'whatsapp', 'push'] as const

/** What staff list. What was sent is counted and not listed: who was written to is of no use to anybody then. */
export const listedStates = ['waiting', 'refused', 'late'] as const
export type ListedState = (typeof listedStates)[number]

/** Why a message was not sent; the closed list of the transports. */
export const problems = [
  'unreachable',
  'insecure',
  'credentials-refused',
  'busy',
  'no-balance',
  'address-refused',
  'content-refused',
  'sender-refused',
  'altered',
] as const

const channelShape = z.object({
  channel: z.enum(channels),
  /** Whether this server has a transport for it. */
  isCarried: z.boolean(),
  waiting: z.number(),
  /** How many of them were tried already. */
  failing: z.number(),
  /** Since when the oldest of them waits. */
  oldestAt: z.optional(field.at),
  /** What most of them were not sent for. */
  problem: z.optional(z.enum(problems)),
  refused: z.number(),
  late: z.number(),
  sentLately: z.number(),
  lastSentAt: z.optional(field.at),
  /** What the provider said of them within a day, signed; e-mail has no such word. */
  deliveredLately: z.number(),
  undeliveredLately: z.number(),
})
export type ChannelState = z.output<typeof channelShape>

const messageShape = z.object({
  id: z.string(),
  channel: z.enum(channels),
  /** Masked; the address is sealed with the words. */
  shownTo: z.string(),
  /** A code or a notice; of what, nobody of the staff is shown. */
  hasCode: z.boolean(),
  state: z.enum(listedStates),
  tries: z.number(),
  problem: z.optional(z.enum(problems)),
  createdAt: field.at,
  /** When it is tried again; of one that waits. */
  nextTryAt: z.optional(field.at),
  /** Until when it may be sent. */
  expiresAt: field.at,
  endedAt: z.optional(field.at),
})
export type ListedMessage = z.output<typeof messageShape>

export const readOutbox = defineCall({
  name: 'read-outbox',
  power: {
    'es-ES': 'Ver cuántos mensajes esperan salir por cada canal y desde cuándo',
    'en-US': 'See how many messages wait to leave on each channel, and since when',
    'pt-BR': 'Ver quantas mensagens esperam sair por cada canal e desde quando',
  },
  method: 'GET',
  path: '/outbox/state',
  audience: 'operator',
  roles: readers,
  needs: [],
  effect: 'read',
  request: z.object({}),
  reply: z.object({ channels: z.array(channelShape) }),
  rejections: [],
  summary: 'What waits in the outbox of messages, and what of it failed, for each channel.',
})

export const listOutbox = defineCall({
  name: 'list-outbox',
  power: {
    'es-ES': 'Ver qué mensajes no han salido y por qué, sin su contenido y con la dirección oculta',
    'en-US': 'See which messages have not left and why, without their content and with the address masked',
    'pt-BR': 'Ver quais mensagens não saíram e por quê, sem o conteúdo e com o endereço oculto',
  },
  method: 'GET',
  path: '/outbox/list',
  audience: 'operator',
  roles: readers,
  needs: [],
  effect: 'read',
  request: z.object({
    ...field.pageFields(field.placeLike(/^[0-9]{1,16}-msg_[0-9A-Z]{26}$/)),
    state: field.oneOf(listedStates),
    channel: field.optional(field.oneOf(channels)),
  }),
  reply: field.pageOf(messageShape),
  rejections: [],
  summary: 'Messages that wait, the oldest first; or that ended without being sent, the last first.',
})

export const operatorCalls = [readOutbox, listOutbox] as const
