import { type Id, type Instant, idOf } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import type { AccountId } from '../../domain/index.ts'
import { actOf, findActs } from '../journal/journal-store.ts'
import { readHead } from '../ledger-store.ts'
import { entriesOf } from './entries-store.ts'
import { findCustomerAccountsOf } from './holders-store.ts'

/** Who had something of an asset, by the journal up to an act. */
export interface HoldersAt {
  /** The number of the last act that counts; 0 when there is none. */
  readonly position: bigint
  /** In the order of their ids; whole numbers of the asset's smallest unit, what is reserved included. */
  readonly holders: ReadonlyArray<{ readonly customerId: Id<'cus'>; readonly units: bigint }>
}

/**
 * What customers had of an asset at an instant, by the journal alone: the answer is the same however much later it is asked.
 * Reads one act for each account: for jobs.
 */
export async function findHoldersAt(db: Db, asset: string, at: Instant): Promise<HoldersAt> {
  const position = await findPositionAt(db, at)
  const sums = new Map<string, bigint>()
  for (const { account, owner } of await findCustomerAccountsOf(db, asset)) {
    const units = await postedAfter(db, account, position)
    if (units > 0n) sums.set(owner, (sums.get(owner) ?? 0n) + units)
  }
  return { position, holders: [...sums].map(([owner, units]) => ({ customerId: idOf('cus', owner), units })) }
}

/**
 * The number of an act of that time or before whose next is of after: where the journal is cut. Found by halving, so that the
 * same journal gives the same place.
 */
async function findPositionAt(db: Db, at: Instant): Promise<bigint> {
  let below = 0n
  let above = (await readHead(db)).seq + 1n
  while (above - below > 1n) {
    const middle = (below + above) / 2n
    const [stored] = await findActs(db, [middle])
    // From before acts: older than any instant this is asked for.
    if (stored === undefined || actOf(stored).at <= at) below = middle
    else above = middle
  }
  return below
}

async function postedAfter(db: Db, account: AccountId, position: bigint): Promise<bigint> {
  for await (const { entry } of entriesOf(db, { account }, { before: position + 1n, atOnce: 1 }))
    return entry.postings.findLast((posting) => posting.account === account)?.postedAfter ?? 0n
  return 0n
}
