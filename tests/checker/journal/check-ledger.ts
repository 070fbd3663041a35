import {
  type AccountRow,
  type BooksRead,
  type EntryRow,
  readAccounts,
  readGrants,
  readHead,
  readHolds,
} from '../books-store.ts'
import type { Findings } from '../finding.ts'
import { checkAudit } from './check-audit.ts'
import { checkFiled, checkJournal } from './check-journal.ts'
import { readLiabilities } from './check-liabilities.ts'
import type { RowActs } from './check-rows.ts'
import { createGrammarFold } from './entry-grammar.ts'

/** What the journal alone says of a reservation. */
export interface DerivedHold {
  readonly account: string
  readonly opened: bigint
  remaining: bigint
  readonly openedSeq: bigint
  closedSeq: bigint | undefined
}

/** An entry that moved a trade or a conversion, kept to be compared with what it belongs to. */
export type KeptEntry = Pick<EntryRow, 'seq' | 'id' | 'kind' | 'at' | 'actor' | 'reference' | 'details'> & {
  readonly moved: readonly MovedLine[]
}

/** A line of an entry: what it moved and reserved, and what the account had after it. */
interface MovedLine {
  readonly account: string
  readonly posted: bigint
  readonly held: bigint
  readonly holdId: string | undefined
  readonly postedAfter: bigint
  readonly heldAfter: bigint
}

/** The ledger as the journal alone makes it. */
export interface DerivedLedger {
  readonly entries: ReadonlyMap<string, KeptEntry>
  readonly holds: ReadonlyMap<string, DerivedHold>
  /** What each account has, by its name. */
  readonly posted: ReadonlyMap<string, bigint>
  /** When an entry last moved or reserved anything on an account, by its name. */
  readonly touchedAt: ReadonlyMap<string, bigint>
  readonly entryCount: number
  /** How many acts say what was done to an order. */
  readonly orderActs: bigint
  /** The latest time any entry bears. */
  readonly latestAt: bigint
  /** See `Journal`. */
  readonly setBackMs: bigint
  /** What acts say of rows that decide something, and the last record of the audit. */
  readonly rows: RowActs
  readonly lastRecord: bigint
}

interface Fold {
  readonly id: string
  readonly asset: string
  readonly isDebit: boolean
  posted: bigint
  held: bigint
  /** The latest time of an entry that moved or reserved something here. */
  touchedAt: bigint
}

/**
 * Custody is what others hold for us, claims what customers owe us after a deposit was taken back: neither ever rises
 * above zero; every other account never falls below.
 */
const isDebit = (account: string): boolean => ['custody', 'claims'].includes(account.split(':')[1] ?? '')
const assetOf = (account: string): string => account.split(':').slice(2).join(':')
const isCustomers = (account: string): boolean => account.startsWith('cus_')

/**
 * I1, I2, I3, I8, I14, I17, of I15 proofs of liabilities, and the ledger's half of I5: folds the journal from its first entry
 * and compares what is kept.
 */
export async function checkLedger(
  read: BooksRead,
  findings: Findings,
  { isFixture }: { readonly isFixture: boolean },
): Promise<DerivedLedger> {
  const accounts = new Map((await readAccounts(read)).map((row) => [row.no, row]))
  const folds = new Map<number, Fold>()
  const holds = new Map<string, DerivedHold>()
  const entries = new Map<string, KeptEntry>()
  const grants = new Map<string, string>()
  const nameOf = (no: number): string => accounts.get(no)?.id ?? `account ${no}`
  const foldOf = (no: number): Fold => {
    const known = folds.get(no)
    if (known !== undefined) return known
    const id = nameOf(no)
    const fresh = { id, asset: assetOf(id), isDebit: isDebit(id), posted: 0n, held: 0n, touchedAt: 0n }
    folds.set(no, fresh)
    return fresh
  }
  let [latestAt, entryCount] = [0n, 0]
  const followGrammar = createGrammarFold(findings)
  const liabilities = await readLiabilities(read, findings)
  const owned = (): Iterable<Fold> => folds.values()
  const journal = await checkJournal(read, accounts, findings, (entry) => {
    liabilities.before(entry.seq, owned)
    if (entries.has(entry.id)) findings.add('I8', `entry ${entry.seq} repeats the id ${entry.id}`)
    checkEntry(entry, { foldOf, holds, nameOf, findings })
    if (entry.kind === 'practice-grant' && isCustomers(entry.actor)) {
      if (grants.has(entry.actor))
        findings.add('I9', `${entry.actor} was granted practice money twice: entry ${entry.seq}`)
      grants.set(entry.actor, entry.id)
    }
    if (!isFixture) followGrammar(namedOf(entry, nameOf))
    entries.set(entry.id, keptOf(entry, nameOf))
    if (entry.at > latestAt) latestAt = entry.at
    entryCount += 1
  })
  liabilities.end(owned)
  const head = await readHead(read)
  if (head === undefined || head.seq !== journal.last || head.hash !== journal.head)
    findings.add('I8', `the head says ${head?.seq} ${head?.hash}, the journal ends at ${journal.last} ${journal.head}`)
  await checkFiled(read, new Map<string, { readonly seq: bigint }>([...entries, ...journal.notes]), findings)
  const lastRecord = await checkAudit(read, journal.audit, findings)
  checkBalances(accounts, folds, findings)
  await checkHolds(read, holds, accounts, findings)
  checkLiabilities(folds, findings)
  await checkGrants(read, grants, findings)
  return {
    entries,
    holds,
    posted: new Map([...folds.values()].map(({ id, posted }) => [id, posted])),
    touchedAt: new Map([...folds.values()].map(({ id, touchedAt }) => [id, touchedAt])),
    entryCount,
    orderActs: journal.orderActs,
    latestAt,
    setBackMs: journal.setBackMs,
    rows: journal.rows,
    lastRecord,
  }
}

const namedOf = (entry: EntryRow, nameOf: (no: number) => string) => ({
  ...entry,
  postings: entry.postings.map(({ accountNo, posted, held }) => ({ account: nameOf(accountNo), posted, held })),
})

const comparedKinds: ReadonlySet<string> = new Set([
  'stock-buy',
  'stock-sell',
  'spot-buy',
  'spot-sell',
  'conversion',
  'stock-allotment',
])
const isCompared = (kind: string): boolean =>
  comparedKinds.has(kind) || /^(withdrawal|deposit|contract-(?!order)|insurance-pool)/.test(kind)

const keptOf = (entry: EntryRow, nameOf: (no: number) => string): KeptEntry => ({
  seq: entry.seq,
  id: entry.id,
  kind: entry.kind,
  at: entry.at,
  actor: entry.actor,
  reference: entry.reference,
  details: entry.details,
  // Only trades, contracts, conversions, deposits and withdrawals are compared with what they belong to; the rest would be kept for nothing.
  moved: isCompared(entry.kind)
    ? entry.postings.map(({ accountNo, posted, held, holdId, postedAfter, heldAfter }) => ({
        ...{ account: nameOf(accountNo), posted, held, holdId },
        ...{ postedAfter, heldAfter },
      }))
    : [],
})

interface Books {
  readonly foldOf: (no: number) => Fold
  readonly holds: Map<string, DerivedHold>
  readonly nameOf: (no: number) => string
  readonly findings: Findings
}

function checkEntry(entry: EntryRow, { foldOf, holds, nameOf, findings }: Books): void {
  const sums = new Map<string, bigint>()
  if (entry.postings.length === 0) findings.add('I1', `entry ${entry.seq} moves nothing`)
  for (const row of entry.postings) {
    const fold = foldOf(row.accountNo)
    fold.posted += row.posted
    fold.held += row.held
    if (entry.at > fold.touchedAt) fold.touchedAt = entry.at
    if (row.posted !== 0n) sums.set(fold.asset, (sums.get(fold.asset) ?? 0n) + row.posted)
    if (row.postedAfter !== fold.posted || row.heldAfter !== fold.held)
      findings.add(
        'I2',
        `posting ${row.line} of entry ${entry.seq}: ${fold.id} has ${row.postedAfter}/${row.heldAfter} after it, its postings come to ${fold.posted}/${fold.held}`,
      )
    if ((row.held === 0n) !== (row.holdId === undefined))
      findings.add('I5', `posting ${row.line} of entry ${entry.seq} reserves ${row.held} under ${row.holdId}`)
    if (row.holdId !== undefined) moveHold(holds, row.holdId, row.held, nameOf(row.accountNo), entry, findings)
  }
  for (const [asset, sum] of sums)
    if (sum !== 0n) findings.add('I1', `entry ${entry.seq} (${entry.kind}): ${asset} sums to ${sum}`)
  for (const no of new Set(entry.postings.map(({ accountNo }) => accountNo))) {
    const { id, isDebit: isBelow, posted, held } = foldOf(no)
    const isSound = isBelow ? posted <= 0n && held === 0n : held >= 0n && posted - held >= 0n
    if (!isSound) findings.add('I3', `${id} has ${posted}, held ${held}, after entry ${entry.seq}`)
  }
}

function moveHold(
  holds: Map<string, DerivedHold>,
  id: string,
  held: bigint,
  account: string,
  entry: EntryRow,
  findings: Findings,
): void {
  const hold = holds.get(id)
  if (hold === undefined) {
    if (held <= 0n) findings.add('I5', `hold ${id} is drawn on in entry ${entry.seq} before it is opened`)
    holds.set(id, { account, opened: held, remaining: held, openedSeq: entry.seq, closedSeq: undefined })
    return
  }
  hold.remaining += held
  if (hold.remaining === 0n) hold.closedSeq = entry.seq
  if (held >= 0n || hold.remaining < 0n || hold.account !== account)
    findings.add(
      'I5',
      `entry ${entry.seq} moves hold ${id} of ${hold.account} by ${held} on ${account}, ${hold.remaining} left`,
    )
}

/** I2 and I3 of what is kept: every balance is the fold of its postings, and is on its side of zero. */
function checkBalances(
  accounts: ReadonlyMap<number, AccountRow>,
  folds: ReadonlyMap<number, Fold>,
  findings: Findings,
): void {
  for (const [no, fold] of folds) if (!accounts.has(no)) findings.add('I2', `${fold.id} has postings and no balance`)
  for (const row of accounts.values()) {
    const fold = folds.get(row.no) ?? { posted: 0n, held: 0n }
    const name = row.id === '' ? `account ${row.no}` : row.id
    if (row.id === '') findings.add('I2', `balance ${row.no} belongs to no account`)
    if (row.posted !== fold.posted || row.held !== fold.held)
      findings.add(
        'I2',
        `${name}: balance ${row.posted}, held ${row.held}; its postings come to ${fold.posted}, held ${fold.held}`,
      )
    const [posted, held] = [row.posted ?? 0n, row.held ?? 0n]
    const isSound = isDebit(row.id) ? posted <= 0n && held === 0n : held >= 0n && posted - held >= 0n
    if (!isSound) findings.add('I3', `${name}: balance ${posted}, held ${held}`)
  }
}

/** I5 of what is kept: every open reservation is what its postings made of it, and counted in its balance; no other is kept. */
async function checkHolds(
  read: BooksRead,
  derived: ReadonlyMap<string, DerivedHold>,
  accounts: ReadonlyMap<number, AccountRow>,
  findings: Findings,
): Promise<void> {
  const open = new Map<number, bigint>()
  const seen = new Set<string>()
  for (const row of await readHolds(read)) {
    seen.add(row.id)
    const hold = derived.get(row.id)
    const account = accounts.get(row.accountNo)?.id
    if (
      hold === undefined ||
      row.remaining === 0n ||
      hold.opened !== row.opened ||
      hold.remaining !== row.remaining ||
      hold.account !== account
    )
      findings.add(
        'I5',
        `hold ${row.id} on ${account}: ${row.remaining} of ${row.opened}; its postings come to ${hold?.remaining} of ${hold?.opened} on ${hold?.account}`,
      )
    if (hold !== undefined && hold.openedSeq !== row.openedSeq)
      findings.add('I5', `hold ${row.id} is of entry ${row.openedSeq}, the journal says ${hold.openedSeq}`)
    open.set(row.accountNo, (open.get(row.accountNo) ?? 0n) + row.remaining)
  }
  for (const [id, hold] of derived)
    if (hold.remaining !== 0n && !seen.has(id))
      findings.add('I5', `hold ${id} on ${hold.account} is in the journal and nowhere else`)
  for (const row of accounts.values()) {
    const held = open.get(row.no) ?? 0n
    if (row.held !== held) findings.add('I5', `${row.id}: held ${row.held}, its open holds come to ${held}`)
  }
}

/** I14: what customers are owed is there, asset by asset: in custody, or claimed from whoever was paid too much. */
function checkLiabilities(folds: ReadonlyMap<number, Fold>, findings: Findings): void {
  const owed = new Map<string, bigint>()
  const kept = new Map<string, bigint>()
  for (const { id, asset, posted } of folds.values()) {
    if (isCustomers(id)) owed.set(asset, (owed.get(asset) ?? 0n) + posted)
    if (isDebit(id)) kept.set(asset, (kept.get(asset) ?? 0n) - posted)
  }
  for (const [asset, amount] of owed)
    if (amount > (kept.get(asset) ?? 0n))
      findings.add('I14', `customers are owed ${amount} ${asset}, custody has ${kept.get(asset) ?? 0n}`)
}

async function checkGrants(read: BooksRead, granted: ReadonlyMap<string, string>, findings: Findings): Promise<void> {
  const recorded = new Map((await readGrants(read)).map(({ customerId, entryId }) => [customerId, entryId]))
  for (const customerId of new Set([...recorded.keys(), ...granted.keys()]))
    if (recorded.get(customerId) !== granted.get(customerId))
      findings.add(
        'I9',
        `the practice grant of ${customerId} is ${recorded.get(customerId)} by its record, ${granted.get(customerId)} by the journal`,
      )
}
