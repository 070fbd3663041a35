import { type Clock, type Id, type Ids, type Instant, idOf, instant } from '@bolsillo/kernel'
import {
  type AccountId,
  type Act,
  accountId,
  actBytes,
  actOfAccount,
  actOfEntry,
  bytesOfHex,
  CborReader,
  customerAccount,
  type HashedEntry,
  hexText,
  type JournalEntry,
  type Posting,
  type RecordedPosting,
  readAct,
  type Sha256,
  type Sha256Bytes,
} from './domain/index.ts'

/** Monday 2026-03-02, 10:00 in Mexico City. */
export const fixtureAt: Instant = instant(Date.UTC(2026, 2, 2, 16))

/** A fixed identifier ending in a number, for examples and tests. */
export function fixtureId<Prefix extends string>(prefix: Prefix, number: number): Id<Prefix> {
  return idOf(prefix, `${prefix}_01KJ${String(number).padStart(22, '0')}`)
}

/** Maria has pesos and dollars, and buys; Jorge has shares, and sells. */
export const maria = fixtureId('cus', 1)
export const jorge = fixtureId('cus', 2)

export const mariaPesos = customerAccount(maria, 'stock', 'MXN')
export const mariaDollars = customerAccount(maria, 'stock', 'USD')
export const mariaWalmex = customerAccount(maria, 'stock', 'STK:WALMEX.MX')
export const jorgePesos = customerAccount(jorge, 'stock', 'MXN')
export const jorgeWalmex = customerAccount(jorge, 'stock', 'STK:WALMEX.MX')
export const custodyPesos = accountId('venue-simulated', 'custody', 'MXN')
export const custodyWalmex = accountId('venue-simulated', 'custody', 'STK:WALMEX.MX')
export const feesPesos = accountId('house', 'fees', 'MXN')
const vatPesos = accountId('house', 'vat', 'MXN')

/** An entry with the parts a test does not care about filled in. */
export function fixtureEntry(
  number: number,
  postings: readonly Posting[],
  changes: Partial<Omit<JournalEntry, 'postings'>> = {},
): JournalEntry {
  return {
    id: fixtureId('ent', number),
    kind: 'practice-grant',
    at: fixtureAt,
    actor: 'seed',
    reference: `example:${number}`,
    details: {},
    postings,
    ...changes,
  }
}

/** A posting that moves money. */
export const moves = (account: AccountId, posted: bigint): Posting => ({ account, posted, held: 0n })

/** A posting that only reserves (held > 0) or releases (held < 0). */
export const reserves = (account: AccountId, held: bigint, holdId: Id<'hld'>): Posting => ({
  account,
  posted: 0n,
  held,
  holdId,
})

/** What a market holds for a customer, paid in: the start of most examples. */
export function fundingEntry(number: number, account: AccountId, amount: bigint): JournalEntry {
  const asset = account.split(':').slice(2).join(':')
  return fixtureEntry(number, [moves(account, amount), moves(accountId('venue-simulated', 'custody', asset), -amount)])
}

/** The same with the ids and the clock of something that runs: practice money, coins or shares for a test's customer. */
export function grantEntry(
  { ids, clock }: { readonly ids: Ids; readonly clock: Clock },
  account: AccountId,
  amount: bigint,
): JournalEntry {
  const reference = `grant:${account.split(':')[0]}`
  return { ...fundingEntry(0, account, amount), id: ids.next('ent'), at: clock.now(), reference }
}

/** A buy of 50 WALMEX at 62.396, paid with what was reserved for it: shares, commission and VAT as lines of their own. */
export function walmexBuyEntry(number: number, holdId: Id<'hld'>): JournalEntry {
  return fixtureEntry(
    number,
    [
      { account: mariaPesos, posted: -311_980n, held: -312_885n, holdId },
      moves(mariaPesos, -780n),
      moves(mariaPesos, -125n),
      moves(custodyPesos, 311_980n),
      moves(feesPesos, 780n),
      moves(vatPesos, 125n),
      moves(mariaWalmex, 50n),
      moves(custodyWalmex, -50n),
    ],
    { kind: 'stock-buy', actor: 'desk', details: { instrument: 'WALMEX.MX', quantity: '50' } },
  )
}

/** SHA-256 as a browser takes it: what the checks of a receipt are given. */
export const deviceSha256: Sha256 = async (bytes) =>
  hexText(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))

/** The hex of an act with something changed and written anew, canonical in every other respect. */
export function editedAct(hex: string | undefined, change: (act: Act) => Partial<Act>): string {
  const act = readAct(new CborReader(bytesOfHex(hex ?? '') ?? new Uint8Array()))
  return hexText(actBytes({ ...act, ...change(act) }))
}

/** A shown entry whose act is not the one that was hashed any more: every line moves one unit more. */
export function editedEntry<Entry extends HashedEntry>(entry: Entry): Entry {
  const change = ({ postings }: Act) => ({ postings: postings.map((line) => ({ ...line, posted: line.posted + 1n })) })
  return { ...entry, act: editedAct(entry.act, change) }
}

/** A journal of acts as a server keeps it, from the first: each account named before it is moved; and its entries as shown. */
export function fixtureJournal(entries: readonly JournalEntry[], sha256: Sha256Bytes) {
  const acts: Uint8Array[] = []
  const shown: HashedEntry[] = []
  const books = new Map<AccountId, { number: number; named: bigint; posted: bigint; held: bigint }>()
  const bookOf = (account: AccountId) => {
    const found = books.get(account)
    if (found !== undefined) return found
    const made = { number: books.size + 1, named: BigInt(acts.length + 1), posted: 0n, held: 0n }
    acts.push(actBytes(actOfAccount(made.named, fixtureAt, { account, accountNo: made.number })))
    books.set(account, made)
    return made
  }
  for (const entry of entries) {
    const own = [...new Set(entry.postings.map(({ account }) => bookOf(account)))]
    const postings = entry.postings.map((posting): RecordedPosting => {
      const book = bookOf(posting.account)
      book.posted += posting.posted
      book.held += posting.held
      return { ...posting, postedAfter: book.posted, heldAfter: book.held }
    })
    const seq = BigInt(acts.length + 1)
    const bytes = actBytes(actOfEntry({ ...entry, seq, postings }, (account) => bookOf(account).number))
    acts.push(bytes)
    const names = own.map(({ named }) => ({ seq: String(named), act: hexText(acts[Number(named) - 1] ?? bytes) }))
    const hash = hexText(sha256(bytes))
    shown.push({ seq: String(seq), entryId: entry.id, hash, act: hexText(bytes), names })
  }
  return { acts, shown }
}
