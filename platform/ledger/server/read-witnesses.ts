import type { ReplyOf } from '@bolsillo/contract'
import { useCase } from '@bolsillo/server-kit'
import type { readWitnesses as contract } from '../contract/index.ts'
import * as calls from '../contract/index.ts'
import type { LedgerRoomDeps } from './deps.ts'

/** See the contract. */
export const readWitnesses = useCase(
  calls.readWitnesses,
  async (_request, { now }, { cosigner }: LedgerRoomDeps): Promise<ReplyOf<typeof contract>> => {
    const published = await cosigner?.published(now)
    if (published === undefined) return { witnesses: [] }
    const { witnesses, ...cosigned } = published
    return {
      cosigned,
      witnesses: witnesses.map(({ size, ...one }) => (size === undefined ? one : { ...one, size: String(size) })),
    }
  },
)
