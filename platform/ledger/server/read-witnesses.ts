import type { ReplyOf } from '@bolsillo/contract'
import type { Instant } from '@bolsillo/kernel'
import type { readWitnesses as contract } from '../contract/index.ts'
import type { Cosigning } from './cosigning.ts'

/** See the contract. */
export async function readWitnesses(cosigning: Cosigning | undefined, now: Instant): Promise<ReplyOf<typeof contract>> {
  const published = await cosigning?.published(now)
  if (published === undefined) return { witnesses: [] }
  const { witnesses, ...cosigned } = published
  return {
    cosigned,
    witnesses: witnesses.map(({ size, ...one }) => (size === undefined ? one : { ...one, size: String(size) })),
  }
}
