import { coreRejections, defineCall, field, z } from '@bolsillo/contract'
import { type RejectionSpec, reject } from '@bolsillo/kernel'
import {
  appendOutbox,
  findUsedKeys,
  handlersOf,
  type Room,
  saveIdempotencyRecords,
  transaction,
  useCase,
  type WriteContext,
} from '@bolsillo/server-kit'

const taken: RejectionSpec<'name-taken'> = { name: 'name-taken', number: 29_001, status: 409, retry: 'final' }
const busy: RejectionSpec<'busy'> = { name: 'busy', number: 29_002, status: 409, retry: 'retryable' }

export const echo = defineCall({
  name: 'echo',
  method: 'GET',
  path: '/sample/echo',
  audience: 'public',
  needs: [],
  request: z.object({
    text: field.text(1, 20),
    count: z.optional(field.whole(1, 9)),
    side: z.optional(field.oneOf(['buy', 'sell'])),
  }),
  reply: z.object({ text: z.string(), who: z.string() }),
  rejections: [],
  summary: 'Says what it heard.',
  effect: 'read',
})

export const note = defineCall({
  name: 'note',
  method: 'POST',
  path: '/sample/note',
  audience: 'customer',
  needs: [],
  request: z.object({
    text: field.text(1, 200),
    amount: z.optional(field.decimal),
    secret: z.optional(field.secret(1, 20)),
  }),
  reply: z.object({ times: z.number() }),
  rejections: [taken, busy],
  summary: 'Writes one event.',
  effect: 'write',
  secrets: ['secret'],
})

export const order = defineCall({
  ...note,
  name: 'order',
  path: '/sample/order',
  commits: 'use-case',
  summary: 'An effect committed elsewhere.',
})
export const deal = defineCall({
  ...note,
  name: 'deal',
  path: '/sample/deal',
  commits: 'desk',
  summary: 'An effect committed elsewhere, by a writer that looks for the key itself.',
})
export const enter = defineCall({
  ...note,
  name: 'enter',
  path: '/sample/enter',
  audience: 'public',
  summary: 'A public effect.',
})
export const trade = defineCall({
  ...note,
  name: 'trade',
  path: '/sample/trade',
  needs: ['practice-market', 'trade-password-set'],
  limit: { times: 3, perMs: 60_000 },
  summary: 'Needs a trade password; three a minute.',
})
export const cancel = defineCall({
  ...note,
  name: 'cancel',
  method: 'GET',
  path: '/sample/cancel',
  request: z.object({ text: field.text(1, 200) }),
  alsoPost: true,
  urgent: true,
  secrets: [],
  summary: 'Writes by GET, as the specification has it.',
})

const messages: Room['messages'] = {
  'es-ES': { rejections: { 'name-taken': 'Ese nombre ya existe.', busy: 'Espera.' } },
  'en-US': { rejections: { 'name-taken': 'That name exists.', busy: 'Wait.' } },
  'pt-BR': { rejections: { 'name-taken': 'Esse nome já existe.', busy: 'Espere.' } },
}

/** A room for tests of the kit: its calls do what their texts say, or fail as their texts ask. */
export function sampleRoom(): Room & { readonly effects: { count: number; once: boolean; secrets: number } } {
  const effects = { count: 0, once: false, secrets: 0 }
  const write = async ({ text }: { readonly text: string }, { tx, now }: WriteContext) => {
    effects.count += 1
    await appendOutbox(tx, [{ topic: 'sample', key: text, payload: { text } }], now)
    if (text === 'taken') return reject(taken, { field: 'text' })
    if (text === 'busy') return reject(busy)
    if (text === 'broken') throw new Error('password=hunter2 select * from secret')
    if (text.startsWith('slow')) await tx`select pg_sleep(0.2)`
    return { times: effects.count }
  }
  return {
    effects,
    name: 'sample',
    handlers: handlersOf(
      [
        useCase(echo, async ({ text }, { customer }) =>
          text === 'missing' ? reject(coreRejections.notFound) : { text, who: customer?.customerId ?? 'anyone' },
        ),
        useCase(note, write),
        useCase(enter, write),
        useCase(trade, write),
        useCase(cancel, write),
        useCase(order, async ({ text }, { claim, answer, db, now }) => {
          effects.count += 1
          if (text === 'taken') return reject(taken)
          const reply = { times: effects.count }
          await transaction(db, async (tx) => {
            if (text.startsWith('slow')) await tx`select pg_sleep(0.2)`
            await appendOutbox(tx, [{ topic: 'sample', key: text, payload: { text } }], now)
            if (claim !== undefined) await saveIdempotencyRecords(tx, [{ claim, answer: answer(reply) }], now)
          })
          return reply
        }),
        useCase(deal, async ({ text, secret }, { claim, answer, db, now }) => {
          effects.count += 1
          if (text === 'taken') return reject(taken)
          // Like a market that has moved away: what was done once would be refused today.
          if (text === 'once' && effects.once) return reject(busy)
          if (secret !== undefined) effects.secrets += 1
          const reply = { times: effects.count }
          return await transaction(db, async (tx) => {
            if (text.startsWith('slow')) await tx`select pg_sleep(0.2)`
            const used = await findUsedKeys(tx, claim === undefined ? [] : [claim])
            if (used.size > 0) return reject(coreRejections.keyInFlight)
            effects.once ||= text === 'once'
            await appendOutbox(tx, [{ topic: 'sample', key: text, payload: { text } }], now)
            if (claim !== undefined) await saveIdempotencyRecords(tx, [{ claim, answer: answer(reply) }], now)
            return reply
          })
        }),
      ],
      {},
    ),
    messages,
  }
}
