import type { ReplyOf } from '@bolsillo/contract'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import type { LedgerRoomDeps } from '../deps.ts'

/** See the contract. */
export const readWitnesses = useCase(
  calls.readWitnesses,
  async (_request, { now }, { cosigner }: LedgerRoomDeps): Promise<ReplyOf<typeof calls.readWitnesses>> => {
    const published = await cosigner?.published(now)
    if (published === undefined) return { witnesses: [] }
    const { witnesses, ...cosigned } = published
    return {
      cosigned,
      witnesses: witnesses.map(({ size, ...one }) => (size === undefined ? one : { ...one, size: String(size) })),
    }
  },
)
