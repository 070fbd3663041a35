import { readActsSince } from '@bolsillo/checker/journal/acts-since-store'
import type { DecodedAct } from '@bolsillo/checker/journal/decode-acts'
import type { Sql } from '@bolsillo/server-kit'
import { accountsNumbered, type WatchedAccount } from './watch-store.ts'

/** A posting as the journal has it, with what is known of its account. */
export interface WatchedPosting extends WatchedAccount {
  readonly posted: bigint
  readonly held: bigint
  readonly postedAfter: bigint
  readonly heldAfter: bigint
}

/** An act of the journal: one without postings gives an account its number. */
export interface WatchedAct {
  readonly seq: bigint
  readonly kind: string
  readonly postings: readonly WatchedPosting[]
}

/** What the acts read so far came to, where contracts are compared with it. */
export interface ContractJournal {
  /** Decimals of the price and the quantity of fills together, by contract. */
  readonly digits: ReadonlyMap<string, number>
  /** What contracts moved on customers' accounts, by customer. */
  readonly posted: ReadonlyMap<string, bigint>
  /** What was posted to the insurance fund by anything else than contracts. */
  readonly given: bigint
  /** Entries of what a practice market seeded. */
  readonly seeded: readonly string[]
}

/** Follows the journal of a world as it grows; every act is decoded once. */
export interface JournalWatch {
  /** The acts that were recorded since the last call, in order. */
  readonly read: () => Promise<readonly WatchedAct[]>
  readonly contracts: () => ContractJournal
}

const fundAccount = 'house:insurance:USDT'

export function createJournalWatch(sql: Sql): JournalWatch {
  const accounts = new Map<number, WatchedAccount>()
  const digits = new Map<string, number>()
  const posted = new Map<string, bigint>()
  const seeded: string[] = []
  let [seen, given] = [0n, 0n]

  const learn = async (acts: readonly DecodedAct[]): Promise<void> => {
    const numbers = acts.flatMap(({ postings }) => postings.map(({ account }) => account))
    const unknown = [...new Set(numbers)].filter((no) => !accounts.has(no))
    if (unknown.length > 0)
      for (const { no, ...account } of await accountsNumbered(sql, unknown)) accounts.set(no, account)
  }

  const count = ({ kind, cause, payload, postings }: DecodedAct): void => {
    if (payload.has('seed')) seeded.push(cause)
    const isContract = kind.startsWith('contract-')
    const [instrument, price, quantity] = [payload.get('instrument'), payload.get('price'), payload.get('quantity')]
    if (isContract && typeof instrument === 'string' && typeof price === 'string' && typeof quantity === 'string')
      if (!digits.has(instrument)) digits.set(instrument, decimalsOf(price) + decimalsOf(quantity))
    for (const row of postings) {
      const account = accounts.get(row.account)?.account ?? ''
      const [owner = ''] = account.split(':')
      if (isContract && owner.startsWith('cus_')) posted.set(owner, (posted.get(owner) ?? 0n) + row.posted)
      if (!isContract && account === fundAccount) given += row.posted
    }
  }

  const watched = ({ number, kind, postings }: DecodedAct): WatchedAct => ({
    seq: number,
    kind,
    postings: postings.map(({ account: no, posted, held, postedAfter, heldAfter }) => ({
      ...(accounts.get(no) ?? { account: `account ${no}`, asset: '', side: 1 }),
      ...{ posted, held, postedAfter, heldAfter },
    })),
  })

  return {
    read: async () => {
      const acts = await readActsSince(sql, seen)
      await learn(acts)
      for (const act of acts) count(act)
      seen = acts.at(-1)?.number ?? seen
      return acts.map(watched)
    },
    contracts: () => ({ digits, posted, given, seeded }),
  }
}

const decimalsOf = (text: string): number => (text.split('.')[1] ?? '').length
