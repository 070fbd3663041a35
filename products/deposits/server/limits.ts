import { type Id, type Instant, instantAt, wallTime } from '@bolsillo/kernel'
import type { VerifiedPerson } from '@bolsillo/kyc/server'
import type { Db } from '@bolsillo/server-kit'
import { findCreditedSince } from './deposit-store.ts'
import type { DepositsDeps } from './deps.ts'

/** The zone whose midnight begins a day of limits. */
export const limitZone = 'America/Mexico_City'

/** When today began, by the limits' clock. */
export function dayStart(now: Instant): Instant {
  return instantAt(wallTime(now, limitZone).date, 0, limitZone)
}

/** What a level's day allows of an asset and what is used of it; undefined: no bound. Minor units. */
interface DayRoom {
  readonly limit: bigint
  readonly used: bigint
  readonly left: bigint
}

/** The room a person's level leaves today, asset by asset. */
export async function readDayRoom(
  { people }: Pick<DepositsDeps, 'people'>,
  db: Db,
  owner: { readonly customerId: Id<'cus'>; readonly person: VerifiedPerson },
  now: Instant,
): Promise<(asset: string) => DayRoom | undefined> {
  const credited = await findCreditedSince(db, owner.customerId, dayStart(now))
  return (asset) => {
    const { depositDay } = people.limits(owner.person, asset)
    if (depositDay === undefined) return undefined
    const used = credited.get(asset) ?? 0n
    return { limit: depositDay, used, left: depositDay > used ? depositDay - used : 0n }
  }
}
