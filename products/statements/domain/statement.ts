import { assert, type Id, type Instant } from '@bolsillo/kernel'
import { accountParts, type EntryPart, type Purse, type RecordedEntry } from '@bolsillo/ledger/domain'
import { ownLines } from './movement-parts.ts'

/** An entry with its fingerprint. */
export interface StatedEntry {
  readonly entry: RecordedEntry
  readonly hash: string
}

/** The balance of an account before a period and after it, as the ledger sums it up. */
interface AccountSums {
  readonly purse: Purse
  readonly asset: string
  readonly opening: bigint
  readonly closing: bigint
}

/** One line of a statement, with the balance it led to within the period. */
export interface StatementLine {
  readonly at: Instant
  readonly seq: bigint
  readonly entryId: string
  readonly kind: string
  readonly details: Readonly<Record<string, string>>
  readonly reference: string
  readonly hash: string
  readonly part: EntryPart
  readonly posted: bigint
  readonly balance: bigint
}

/** One purse and asset: what there was, every line, what there is. */
export interface StatementAccount extends AccountSums {
  readonly in: bigint
  readonly out: bigint
  readonly lines: readonly StatementLine[]
}

export interface AssetSum {
  readonly asset: string
  readonly amount: bigint
}

/** A statement of a period. Everything in it follows from the journal up to one head. */
export interface Statement {
  readonly accounts: readonly StatementAccount[]
  readonly movements: number
  readonly fees: readonly AssetSum[]
  readonly vat: readonly AssetSum[]
  readonly rounding: readonly AssetSum[]
}

/**
 * Makes a statement of the entries of a period, in the order of their times. What the lines come to must be what the
 * ledger says: a statement that does not add up is a bug, and none is made.
 */
export function statementOf(
  customerId: Id<'cus'>,
  sums: readonly AccountSums[],
  entries: readonly StatedEntry[],
): Statement {
  const lines = new Map<string, StatementLine[]>()
  const balances = new Map(sums.map(({ purse, asset, opening }) => [`${purse}:${asset}`, opening]))
  for (const { entry, hash } of entries) {
    const { at, seq, id, kind, details, reference } = entry
    for (const { purse, asset, part, posted } of ownLines(entry, customerId)) {
      const key = `${purse}:${asset}`
      const balance = (balances.get(key) ?? 0n) + posted
      balances.set(key, balance)
      const line = { at, seq, entryId: id, kind, details, reference, hash, part, posted, balance }
      const known = lines.get(key)
      if (known === undefined) lines.set(key, [line])
      else known.push(line)
    }
  }
  const accounts = sums
    .map((account) => accountOf(account, lines.get(`${account.purse}:${account.asset}`) ?? []))
    .filter(({ opening, closing, lines: own }) => opening !== 0n || closing !== 0n || own.length > 0)
    .toSorted((a, b) => placeOf(a) - placeOf(b))
  return { accounts, movements: entries.length, ...chargesOf(customerId, entries) }
}

const purseOrder: readonly Purse[] = ['stock', 'coin', 'contract']

/** Purses in their order, in each money before shares. */
function placeOf({ purse, asset }: AccountSums): number {
  return purseOrder.indexOf(purse) * 2 + Number(asset.startsWith('STK:'))
}

function accountOf(sums: AccountSums, lines: readonly StatementLine[]): StatementAccount {
  const sumOf = (wanted: (posted: bigint) => boolean): bigint =>
    lines.reduce((sum, { posted }) => (wanted(posted) ? sum + posted : sum), 0n)
  const account = { ...sums, in: sumOf((posted) => posted > 0n), out: sumOf((posted) => posted < 0n), lines }
  const { purse, asset, opening, closing } = sums
  assert(opening + account.in + account.out === closing, `${purse}:${asset} of a statement does not add up`)
  return account
}

/**
 * What these entries charged: commissions and tax as their lines are named, so that those lines sum to the totals; and what
 * the house got by rounding, which is within other lines.
 */
function chargesOf(
  customerId: Id<'cus'>,
  entries: readonly StatedEntry[],
): Pick<Statement, 'fees' | 'vat' | 'rounding'> {
  const own = entries.flatMap(({ entry }) => ownLines(entry, customerId))
  const named = (wanted: EntryPart): readonly AssetSum[] => sumsOf(own.filter(({ part }) => part === wanted))
  const rounded = entries.flatMap(({ entry }) =>
    entry.postings.flatMap(({ account, posted }) => {
      const { ownerKind, purse, asset } = accountParts(account)
      return ownerKind === 'house' && purse === 'rounding' ? [{ asset, posted: -posted }] : []
    }),
  )
  return { fees: named('fees'), vat: named('vat'), rounding: sumsOf(rounded) }
}

/** What was paid of each asset, whichever purse it left; what came to nothing is left out. */
function sumsOf(lines: readonly { readonly asset: string; readonly posted: bigint }[]): readonly AssetSum[] {
  const sums = new Map<string, bigint>()
  for (const { asset, posted } of lines) sums.set(asset, (sums.get(asset) ?? 0n) - posted)
  return [...sums].flatMap(([asset, amount]) => (amount === 0n ? [] : [{ asset, amount }]))
}
