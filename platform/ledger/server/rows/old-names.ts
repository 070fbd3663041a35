import type { Tx } from '@bolsillo/server-kit'
import {
  type AccountId,
  type Act,
  accountActKind,
  accountOfAct,
  entryPreimage,
  isAccountId,
  NotCanonical,
  type RecordedEntry,
  readActs,
} from '../../domain/index.ts'
import { findBlocksFrom, findFirstAct, type StoredBlock } from '../journal/journal-store.ts'
import type { OldEntry } from '../journal/old-blocks-store.ts'
import { sha256 } from '../post-entries.ts'
import { findOtherNames } from '../verify/verify-store.ts'

/** Sets of names that are tried for one entry at most: about a second. */
const triesMax = 20_000
const actsPerRead = 2000

/**
 * The names of accounts in blocks from before acts. Such a block has numbers, and its hashes have the names; the row between
 * the two is one that follows. Where it was edited, the name is the one that makes the hash right: what an act says of
 * the number later, what the row's other columns say, or the name of a row that belongs to no balance.
 */
export class OldNames {
  readonly #known = new Map<number, AccountId>()
  #named: ReadonlyMap<number, AccountId> | undefined

  /** The entry with the names its hash was made of; undefined when there are none. */
  async resolve(
    tx: Tx,
    previousHash: string,
    { entry, hash, accountNos }: OldEntry,
  ): Promise<RecordedEntry | undefined> {
    const isRight = (one: RecordedEntry): boolean => sha256(entryPreimage(previousHash, one)) === hash
    const named = (nameOf: (no: number) => AccountId | undefined): RecordedEntry => ({
      ...entry,
      postings: entry.postings.map((posting, place) => ({
        ...posting,
        account: nameOf(accountNos[place] ?? 0) ?? posting.account,
      })),
    })
    const learn = (one: RecordedEntry): RecordedEntry => {
      for (const [place, { account }] of one.postings.entries()) this.#known.set(accountNos[place] ?? 0, account)
      return one
    }
    const first = named((no) => this.#known.get(no))
    if (isRight(first)) return learn(first)
    const open = [...new Set(accountNos)].filter((no) => !this.#known.has(no))
    if (open.length === 0) return undefined
    const stored = new Map(entry.postings.map(({ account }, place) => [accountNos[place] ?? 0, account]))
    this.#named ??= await namesByActs(tx)
    const taken = new Set(this.#known.values())
    const others = (await findOtherNames(tx, open)).filter(isAccountId)
    const choices = open.map((no) => {
      const byAct = this.#named?.get(no)
      const own = stored.get(no)
      const names = byAct === undefined ? [...(own === undefined ? [] : [own]), ...others] : [byAct]
      return [...new Set(names)].filter((name) => !taken.has(name))
    })
    let tries = 0
    for (const names of combinations(choices)) {
      const choice = new Map(open.map((no, place) => [no, names[place]]))
      const one = named((no) => this.#known.get(no) ?? choice.get(no))
      if (isRight(one)) return learn(one)
      tries += 1
      if (tries === triesMax) return undefined
    }
    return undefined
  }
}

/** One of each, none twice, in every way. */
function* combinations<T>(choices: readonly (readonly T[])[], chosen: readonly T[] = []): Generator<readonly T[]> {
  const [first, ...rest] = choices
  if (first === undefined) yield chosen
  for (const one of first ?? []) if (!chosen.includes(one)) yield* combinations(rest, [...chosen, one])
}

/** What acts say of the numbers, as far as they can be read. */
async function namesByActs(tx: Tx): Promise<ReadonlyMap<number, AccountId>> {
  const names = new Map<number, AccountId>()
  for (let first = await findFirstAct(tx); first !== undefined; ) {
    const blocks = await findBlocksFrom(tx, first, actsPerRead)
    for (const act of blocks.flatMap(actsOf)) {
      const named = act.kind === accountActKind ? accountOfAct(act) : undefined
      if (named !== undefined) names.set(named.accountNo, named.account)
    }
    const last = blocks.at(-1)
    first = last === undefined ? undefined : last.last + 1n
  }
  return names
}

function actsOf({ body }: StoredBlock): readonly Act[] {
  try {
    return readActs(body)
  } catch (error) {
    // Found where the block is followed.
    if (error instanceof NotCanonical) return []
    throw error
  }
}
