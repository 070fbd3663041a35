import type { BooksRead } from '../books-store.ts'
import { type ContractBooks, fineToMinor, purseOf } from '../contracts/contract-books.ts'
import { type ContractPositionRow, readMarkLooks } from '../contracts/contract-rows-store.ts'
import { maintenanceOf } from '../contracts/margin-tables.ts'
import type { Findings } from '../finding.ts'
import type { DerivedLedger } from '../journal/check-ledger.ts'

const million = 1_000_000n
/**
 * Consecutive checks at which an account was below maintenance without a liquidation. They are a minute apart and a
 * liquidation begins within seconds; one or two are possible at the two ends of an outage.
 */
const looksBelow = 3

/** Positions that answer together and the money behind them. */
interface Account {
  readonly name: string
  readonly positions: readonly ContractPositionRow[]
  /** Minor units. */
  readonly cash: bigint
  /** The account has not changed since then. */
  readonly since: bigint
}

/**
 * I16 of accounts without a liquidation: no unchanged account was below maintenance at several consecutive checks, by the
 * marks stored with the premium samples. Accounts without a stored mark, or changed since, are not judged.
 */
export async function checkWaiting(
  read: BooksRead,
  rows: ReadonlyMap<string, ContractPositionRow>,
  { ledger, books }: { readonly ledger: DerivedLedger; readonly books: ContractBooks },
  findings: Findings,
): Promise<void> {
  const open = [...rows.values()].filter(({ isClosed }) => !isClosed)
  const looks = await readMarkLooks(read)
  for (const account of accountsOf(open, ledger)) {
    if (account.positions.some(({ liquidationId }) => liquidationId !== undefined)) continue
    let inRow = 0
    for (const [at, marks] of looks) {
      if (at <= account.since) continue
      const isBelow = isBelowAt(account, marks, books)
      if (isBelow === undefined) continue
      inRow = isBelow ? inRow + 1 : 0
      if (inRow < looksBelow) continue
      findings.add('I16', `${account.name} is below what it must keep up to ${at}, and no liquidation was begun`)
      break
    }
  }
}

function accountsOf(open: readonly ContractPositionRow[], ledger: DerivedLedger): readonly Account[] {
  const latest = (times: readonly bigint[]): bigint => [0n, ...times].toSorted((a, b) => (a < b ? 1 : -1))[0] ?? 0n
  const accounts: Account[] = open
    .filter(({ mode }) => mode === 'isolated')
    .map((one) => ({ name: `position ${one.positionId}`, positions: [one], cash: one.margin, since: one.updatedAt }))
  const cross = open.filter(({ mode }) => mode === 'cross')
  for (const [customerId, positions] of Map.groupBy(cross, (one) => one.customerId)) {
    const purse = purseOf(customerId)
    let cash = ledger.posted.get(purse) ?? 0n
    for (const { account, remaining } of ledger.holds.values()) if (account === purse) cash -= remaining
    for (const { margin } of positions) cash += margin
    const since = latest([...positions.map(({ updatedAt }) => updatedAt), ledger.touchedAt.get(purse) ?? 0n])
    accounts.push({ name: `the cross account of ${customerId}`, positions, cash, since })
  }
  return accounts
}

/** Undefined where a mark of it was not kept. */
function isBelowAt(
  { positions, cash }: Account,
  marks: ReadonlyMap<string, bigint>,
  { factors }: ContractBooks,
): boolean | undefined {
  let [equity, keep] = [cash * fineToMinor, 0n]
  for (const { symbol, size, entry } of positions) {
    const [mark, factor] = [marks.get(symbol), factors.get(symbol)]
    if (mark === undefined || factor === undefined) return undefined
    const worth = mark * size * factor
    equity += worth - entry
    keep += maintenanceOf(symbol, worth < 0n ? -worth : worth)
  }
  return equity * million < keep
}
