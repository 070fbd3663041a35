import { floorOf } from '../arithmetic.ts'
import type { BooksRead } from '../books-store.ts'
import type { Findings } from '../finding.ts'
import type { DerivedLedger, KeptEntry } from '../journal/check-ledger.ts'
import { type ContractBooks, fineToMinor } from './contract-books.ts'
import {
  type BookingRow,
  type FundingRow,
  type KeptLooks,
  type PaymentRow,
  readBookings,
  readFunding,
  readKeptLooks,
  readPayments,
} from './contract-rows-store.ts'

const billion = 1_000_000_000n

// Parts in a billion, of eight hours: the interest, how far it is pulled to the premium, and how far a rate goes.
const interest = 100_000n
const pulledAtMost = 500_000n
const rateAtMost = 7_500_000n

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
  const funding = await readFunding(read)
  checkRates(funding, await readKeptLooks(read), findings)
  const rounds = new Map(funding.map((row) => [`${row.symbol} ${row.at}`, row]))
  for (const [name, payments] of of) checkZero(name, payments, ledger, findings)
  const seqOf = ({ entryId }: BookingRow): bigint => ledger.entries.get(entryId)?.seq ?? 0n
  const trades = (await readBookings(read))
    .filter(({ size }) => size !== 0n)
    .sort((a, b) => Number(seqOf(a) - seqOf(b)))
  const passed = whenPassed(ledger)
  for (const [name, { symbol, at, rate, mark, holders, paid, byInstant }] of rounds) {
    const payments = of.get(name) ?? []
    if (byInstant) checkHolders(name, payments, heldAt(trades, { ledger, passed }, { symbol, at }), findings)
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

/** I16: a rate is that of the looks it was made of, and its mark the last of them, from the first instant on whose looks were kept. */
function checkRates(funding: readonly FundingRow[], kept: readonly KeptLooks[], findings: Findings): void {
  const looksOf = new Map(kept.map((looks) => [`${looks.symbol} ${looks.at}`, looks]))
  const since = new Map<string, bigint>()
  for (const { symbol, at } of kept) since.set(symbol, since.get(symbol) ?? at)
  for (const { symbol, at, rate, mark, looks } of funding) {
    const own = looksOf.get(`${symbol} ${at}`)
    if (own === undefined) {
      if (at > (since.get(symbol) ?? at))
        findings.add('I16', `funding ${symbol} ${at} has no looks to make its rate of`)
      continue
    }
    const due = rateOf(own.premiums)
    if (rate !== due || mark !== own.mark || looks !== BigInt(own.premiums.length))
      findings.add(
        'I16',
        `funding ${symbol} ${at} is ${rate} at ${mark} of ${looks} looks, its looks come to ${due} at ${own.mark} of ${own.premiums.length}`,
      )
  }
}

/** F = P + clamp(I − P), capped; P is the mean of the looks, towards zero. Source: Binance, funding rates of eight hours. */
function rateOf(premiums: readonly bigint[]): bigint {
  const mean = premiums.reduce((sum, premium) => sum + premium, 0n) / BigInt(premiums.length)
  let pull = interest - mean
  if (pull > pulledAtMost) pull = pulledAtMost
  if (pull < -pulledAtMost) pull = -pulledAtMost
  const rate = mean + pull
  if (rate > rateAtMost) return rateAtMost
  return rate < -rateAtMost ? -rateAtMost : rate
}

/** The journal number of the first entry dated at an instant or later. */
function whenPassed(ledger: DerivedLedger): (at: bigint) => bigint | undefined {
  const latest: { readonly seq: bigint; readonly at: bigint }[] = []
  for (const entry of [...ledger.entries.values()].sort((a, b) => Number(a.seq - b.seq))) {
    const time = BigInt(entry.at)
    if (time > (latest.at(-1)?.at ?? -1n)) latest.push({ seq: entry.seq, at: time })
  }
  return (at) => {
    let [low, high] = [0, latest.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((latest[middle]?.at ?? 0n) >= at) high = middle
      else low = middle + 1
    }
    return latest[low]?.seq
  }
}

/**
 * The size of every position at an instant: the sum of its earlier bookings. A trade dated before the instant but journaled
 * after an entry dated behind it was booked by a clock that had gone back: the payment may or may not include it, so several
 * sizes are possible, one for each such trade.
 */
function heldAt(
  trades: readonly BookingRow[],
  { ledger, passed }: { readonly ledger: DerivedLedger; readonly passed: (at: bigint) => bigint | undefined },
  { symbol, at }: { readonly symbol: string; readonly at: bigint },
): ReadonlyMap<string, readonly bigint[]> {
  const passedAt = passed(at)
  const sizes = new Map<string, bigint[]>()
  for (const trade of trades) {
    if (trade.symbol !== symbol || trade.at >= at) continue
    const known = sizes.get(trade.positionId) ?? [0n]
    const size = (known.at(-1) ?? 0n) + trade.size
    const seq = ledger.entries.get(trade.entryId)?.seq ?? 0n
    if (passedAt !== undefined && seq > passedAt) known.push(size)
    else known[known.length - 1] = size
    sizes.set(trade.positionId, known)
  }
  return sizes
}

/** I16: who held at the instant is paid on what they held, whatever they did since, and nobody else is. */
function checkHolders(
  name: string,
  payments: readonly PaymentRow[],
  held: ReadonlyMap<string, readonly bigint[]>,
  findings: Findings,
): void {
  const paid = new Map(payments.map(({ positionId, size }) => [positionId, size]))
  for (const positionId of new Set([...paid.keys(), ...held.keys()])) {
    const [due, got] = [held.get(positionId) ?? [0n], paid.get(positionId) ?? 0n]
    if (!due.includes(got))
      findings.add(
        'I16',
        `funding ${name} was paid on ${got} of ${positionId}, at the instant it had ${due.join(' or ')}`,
      )
  }
}

/** I16: margin pays only when no free money is left, and others only when no margin is left either. */
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
