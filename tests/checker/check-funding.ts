import { floorOf } from './arithmetic.ts'
import type { BooksRead } from './books-store.ts'
import type { DerivedLedger, KeptEntry } from './check-ledger.ts'
import { type ContractBooks, fineToMinor } from './contract-books.ts'
import { type BookingRow, type PaymentRow, readBookings, readFunding, readPayments } from './contract-rows-store.ts'
import type { Findings } from './finding.ts'

const billion = 1_000_000_000n

/**
 * I16 of funding: everybody was paid −size × mark × rate, rounded by less than a unit, and the market's side was moved
 * by exactly the sum of all others with the sign turned, so that all payments of an instant come to zero.
 */
export async function checkFunding(
  read: BooksRead,
  ledger: DerivedLedger,
  { factors }: ContractBooks,
  findings: Findings,
): Promise<void> {
  const of = Map.groupBy(await readPayments(read), ({ symbol, at }) => `${symbol} ${at}`)
  const rounds = new Map((await readFunding(read)).map((row) => [`${row.symbol} ${row.at}`, row]))
  for (const [name, payments] of of) checkZero(name, payments, ledger, findings)
  const trades = (await readBookings(read)).filter(({ size }) => size !== 0n)
  for (const [name, { symbol, at, rate, mark, holders, paid, byInstant }] of rounds) {
    const payments = of.get(name) ?? []
    if (byInstant) checkHolders(name, payments, heldAt(trades, symbol, at), findings)
    const unit = fineToMinor * billion
    const factor = factors.get(symbol)
    for (const { positionId, size, minor } of factor === undefined ? [] : payments) {
      const due = floorOf(-size * mark * (factor ?? 1n) * rate, unit)
      if (minor !== due && minor !== due + 1n)
        findings.add('I16', `funding ${name}: ${positionId} was paid ${minor}, ${size} at ${mark} come to ${due}`)
    }
    const into = payments.reduce((sum, { minor }) => (minor > 0n ? sum + minor : sum), 0n)
    const out = payments.reduce((sum, { minor }) => (minor < 0n ? sum - minor : sum), 0n)
    // Whichever is more: the market is on the other side.
    let most = into
    if (out > most) most = out
    if (paid !== most || holders !== BigInt(payments.length) + 1n)
      findings.add(
        'I16',
        `funding ${name} says ${paid} among ${holders}, its payments come to ${most} among ${payments.length + 1}`,
      )
  }
}

/** What every position was at an instant: all that was booked of it before. */
function heldAt(trades: readonly BookingRow[], symbol: string, at: bigint): ReadonlyMap<string, bigint> {
  const sizes = new Map<string, bigint>()
  for (const trade of trades)
    if (trade.symbol === symbol && trade.at < at)
      sizes.set(trade.positionId, (sizes.get(trade.positionId) ?? 0n) + trade.size)
  return sizes
}

/** I16: who held at the instant is paid on what they held, whatever they did since, and nobody else is. */
function checkHolders(
  name: string,
  payments: readonly PaymentRow[],
  held: ReadonlyMap<string, bigint>,
  findings: Findings,
): void {
  const paid = new Map(payments.map(({ positionId, size }) => [positionId, size]))
  for (const positionId of new Set([...paid.keys(), ...held.keys()])) {
    const [due, got] = [held.get(positionId) ?? 0n, paid.get(positionId) ?? 0n]
    if (due !== got)
      findings.add('I16', `funding ${name} was paid on ${got} of ${positionId}, at the instant it had ${due}`)
  }
}

/** I16: margin is asked only when nothing is free, and others only when no margin is left either. */
export function checkPayers(
  { seq }: Pick<KeptEntry, 'seq'>,
  {
    free,
    left,
    ofMargin,
    borne,
  }: { readonly free: bigint; readonly left: bigint; readonly ofMargin: bigint; readonly borne: bigint },
  findings: Findings,
): void {
  if (ofMargin > 0n && free > 0n)
    findings.add('I16', `entry ${seq} took ${ofMargin} of margin for funding, ${free} was free`)
  if (borne > 0n && free + left > 0n)
    findings.add(
      'I16',
      `entry ${seq}: ${borne} of funding was paid by others, ${free} was free and ${left} of margin left`,
    )
}

/** Whatever others bore of it: customers, the market, the fund together were moved by nothing. */
function checkZero(name: string, payments: readonly PaymentRow[], ledger: DerivedLedger, findings: Findings): void {
  let [customers, others] = [0n, 0n]
  for (const { entryId } of payments) {
    for (const { account, posted } of (entryId === undefined ? undefined : ledger.entries.get(entryId))?.moved ?? []) {
      if (account.startsWith('cus_')) customers += posted
      else others += posted
    }
  }
  const sum = payments.reduce((all, { minor }) => all + minor, 0n)
  if (customers + others !== 0n) findings.add('I16', `funding ${name} comes to ${customers + others} instead of zero`)
  const repeated = payments.length - new Set(payments.map(({ positionId }) => positionId)).size
  if (repeated > 0) findings.add('I16', `funding ${name} was paid ${repeated} times more than once`)
  // What a holder could not pay is paid for them: they were moved by no less than their own sum.
  if (customers < sum)
    findings.add('I16', `funding ${name} moved ${customers} of customers, their payments come to ${sum}`)
}
