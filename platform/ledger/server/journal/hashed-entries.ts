import { present } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import {
  type AccountId,
  accountOfAct,
  entryPreimage,
  type HashedEntry,
  hexText,
  isForEyesOf,
} from '../../domain/index.ts'
import type { ChainedEntry } from '../ledger.ts'
import { actOf, findNamingActs } from './journal-store.ts'

/**
 * Entries as they were hashed, for the eyes of one customer: what the hash is taken of is left out where it names another.
 * The order is that of `entries`.
 */
export async function writeHashedEntries(
  db: Db,
  entries: readonly ChainedEntry[],
  customerId: string,
): Promise<HashedEntry[]> {
  const shown = entries.filter(({ entry, act }) => act !== undefined && isForEyesOf(entry, customerId))
  const names = await findNames(db, new Set(shown.flatMap(({ entry }) => entry.postings.map(({ account }) => account))))
  return entries.map((chained) => {
    const { entry, hash, previousHash } = chained
    return {
      seq: String(entry.seq),
      entryId: entry.id,
      hash,
      ...(previousHash === undefined ? {} : { previousHash }),
      ...(isForEyesOf(entry, customerId) ? writeHashed(chained, names) : {}),
    }
  })
}

interface Naming {
  readonly seq: bigint
  readonly act: string
}

/** The acts that gave these accounts their numbers. */
async function findNames(db: Db, accounts: ReadonlySet<AccountId>): Promise<ReadonlyMap<AccountId, Naming>> {
  if (accounts.size === 0) return new Map()
  const acts = await findNamingActs(db, [...accounts])
  return new Map(
    acts.map((stored) => {
      const { account } = present(accountOfAct(actOf(stored)), `act ${stored.seq} names an account`)
      return [account, { seq: stored.seq, act: hexText(stored.bytes) }]
    }),
  )
}

function writeHashed({ entry, act, previousHash }: ChainedEntry, names: ReadonlyMap<AccountId, Naming>) {
  if (act === undefined) return { canonical: entryPreimage(present(previousHash, `before ${entry.id}`), entry) }
  const accounts = [...new Set(entry.postings.map(({ account }) => account))]
  const own = accounts.map((account) => present(names.get(account), `the act that names ${account}`))
  own.sort((one, other) => (one.seq < other.seq ? -1 : 1))
  return { act: hexText(act), names: own.map(({ seq, act: bytes }) => ({ seq: String(seq), act: bytes })) }
}
