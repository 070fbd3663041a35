import type { MessageChannel } from '@bolsillo/identity/server'
import { plusMs, present } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/operator.ts'
import { countChannels, findUnsent, type UnsentPlace } from './outbox-list-store.ts'

const pageSize = 50
const dayMs = 86_400_000

/** What the pages of staff are made of: the table, and which channels this server carries. */
interface ListDeps {
  readonly carried: readonly MessageChannel[]
}

/** See the contract. */
export const readOutbox = useCase(calls.readOutbox, async (_, { db, now }, { carried }: ListDeps) => {
  const counted = await countChannels(db, { sentSince: plusMs(now, -dayMs) })
  return {
    channels: calls.channels.map((channel) => ({
      channel,
      isCarried: carried.includes(channel),
      ...present(counted.get(channel), 'every channel is counted'),
    })),
  }
})

/** See the contract. */
export const listOutbox = useCase(
  calls.listOutbox,
  async ({ state, channel, cursor, limit = pageSize }, { db }, _: ListDeps) => {
    const found = await findUnsent(db, { state, channel, after: placeOf(cursor), limit: limit + 1 })
    const rows = found.slice(0, limit)
    const last = found.length > limit ? rows.at(-1) : undefined
    return last === undefined ? { rows } : { rows, next: `${last.endedAt ?? last.createdAt}-${last.id}` }
  },
)

function placeOf(cursor: string | undefined): UnsentPlace | undefined {
  const [at, id] = cursor?.split('-') ?? []
  return at === undefined || id === undefined ? undefined : { at: Number(at), id }
}
