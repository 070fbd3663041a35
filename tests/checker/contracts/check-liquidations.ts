import { ceiling, readDecimalText, unitsAt } from '../arithmetic.ts'
import type { BooksRead } from '../books-store.ts'
import type { Findings } from '../finding.ts'
import type { KeptEntry } from '../journal/check-ledger.ts'
import { type ContractBooks, type FoldedContract, fineToMinor } from './contract-books.ts'
import {
  type BookingRow,
  type ContractPositionRow,
  type LiquidationStepRow,
  type RecordedMark,
  readLiquidationEnds,
  readLiquidationSteps,
  readMarkTimes,
} from './contract-rows-store.ts'
import { maintenanceOf, tableText } from './margin-tables.ts'

const million = 1_000_000n
/** A liquidation with known marks takes a step, or is handed over, within seconds; after this time without one it is stuck. */
const standsStillMs = 60_000n

/** Follows liquidations through the entries, in their order. */
export interface LiquidationWatch {
  /** An entry is about to be folded. `free`: the customer's free money before it; undefined: it does not touch it. */
  readonly before: (entry: KeptEntry, booking: BookingRow, free: bigint | undefined) => void
  readonly after: (entry: KeptEntry, booking: BookingRow) => void
  /** All entries are folded. */
  readonly end: (rows: ReadonlyMap<string, ContractPositionRow>) => void
}

interface Running {
  readonly steps: readonly LiquidationStepRow[]
  /** The step under way, and what it is of: its order, or the entry of a handing over. */
  at: number
  of: string | undefined
  closed: bigint
  /** Size of the position it began with, as it now stands. */
  left: bigint
}

/** What is followed of all of them, from entry to entry. */
interface Followed {
  readonly books: ContractBooks
  readonly findings: Findings
  readonly running: ReadonlyMap<string, Running>
  /** What was handed over to others, still to be met by whoever was liquidated; by moment, contract and price. */
  readonly handed: Map<string, bigint>
  /** What the fund had before those who meet at a moment, contract and price were booked: it may pay for the first of them. */
  meeting: { readonly place: string; readonly fund: bigint }
}

/**
 * I16 of liquidations: every entry of one belongs to the next of its recorded steps; each step was decided on what there
 * was, at marks that are what they say they were made of, below what the published table asks to keep; no fill was worse
 * than it allowed or more than it asked for; and nothing else closed the position meanwhile.
 */
export async function watchLiquidations(
  read: BooksRead,
  books: ContractBooks,
  findings: Findings,
): Promise<LiquidationWatch> {
  const running = new Map<string, Running>()
  for (const [id, steps] of Map.groupBy(await readLiquidationSteps(read), ({ liquidationId }) => liquidationId))
    running.set(id, { steps, at: -1, of: undefined, closed: 0n, left: 0n })
  const ends = await readLiquidationEnds(read)
  const markTimes = await readMarkTimes(read)
  const followed: Followed = { books, findings, running, handed: new Map(), meeting: { place: '', fund: 0n } }
  return {
    before: (entry, booking, free) => checkEntry(followed, entry, booking, free),
    after: (_entry, { liquidationId, positionId }) => {
      const own = liquidationId === undefined ? undefined : running.get(liquidationId)
      if (own?.steps[0]?.positionId === positionId) own.left = books.positions.get(positionId)?.size ?? 0n
    },
    end: (rows) => {
      checkLiveness(rows, running, markTimes, findings)
      checkEnds(followed, rows, ends)
    },
  }
}

/** An entry that is about to be folded: of the next step of a liquidation, or of nothing that one forbids. */
function checkEntry(followed: Followed, entry: KeptEntry, booking: BookingRow, free: bigint | undefined): void {
  const { books, findings, running, handed } = followed
  const { liquidationId, positionId, price } = booking
  const length = booking.size < 0n ? -booking.size : booking.size
  const place = `${booking.at} ${booking.symbol} ${price}`
  if (followed.meeting.place !== place) followed.meeting = { place, fund: books.fund }
  if (liquidationId === undefined) {
    if (booking.what === 'deleveraging') handed.set(place, (handed.get(place) ?? 0n) + length)
    checkMeanwhile(followed, entry, positionId)
    return
  }
  const own = running.get(liquidationId)
  const step = own === undefined ? undefined : nextStep(followed, own, entry, booking, free)
  if (own === undefined || step === undefined) {
    if (own === undefined)
      findings.add('I16', `entry ${entry.seq} is of liquidation ${liquidationId}, which has no step`)
    return
  }
  own.closed += length
  const isWorse = booking.size < 0n ? price < step.worstPrice : price > step.worstPrice
  if (isWorse || own.closed > step.quantity)
    findings.add(
      'I16',
      `entry ${entry.seq} closed ${own.closed} at ${price}; step ${step.number} of ${liquidationId} allowed ${step.quantity} at ${step.worstPrice}`,
    )
  if (booking.what !== 'deleveraging') return
  if ((handed.get(place) ?? 0n) > length)
    findings.add('I16', `entry ${entry.seq} handed over ${length}, others were given ${handed.get(place)}`)
  handed.delete(place)
}

/** Nothing else moves a position while it is being liquidated. */
function checkMeanwhile({ running, findings }: Followed, entry: KeptEntry, positionId: string): void {
  for (const [id, own] of running) {
    const step = own.steps[own.at]
    const isMeanwhile = step?.positionId === positionId && own.at < own.steps.length - 1
    if (isMeanwhile) findings.add('I16', `entry ${entry.seq} moved ${positionId} while ${id} liquidated it`)
  }
}

/** The step an entry is of: the one under way, or the next, which is looked at as it begins. */
function nextStep(
  followed: Followed,
  own: Running,
  entry: KeptEntry,
  booking: BookingRow,
  free: bigint | undefined,
): LiquidationStepRow | undefined {
  const { books, findings } = followed
  const before = own.steps[own.at]
  const of = booking.orderId ?? entry.id
  if (own.of === of) return own.steps[own.at]
  own.at += 1
  own.of = of
  own.closed = 0n
  const step = own.steps[own.at]
  const kind = booking.what === 'deleveraging' ? step?.kind === 'deleveraging' : step?.kind !== 'deleveraging'
  if (
    step === undefined ||
    step.number !== own.at + 1 ||
    step.orderId !== booking.orderId ||
    step.positionId !== booking.positionId ||
    !kind
  ) {
    findings.add(
      'I16',
      `entry ${entry.seq} of liquidation ${booking.liquidationId} is of no recorded step ${own.at + 1}`,
    )
    return undefined
  }
  if (before === undefined || !isSameDecision(before, step))
    checkStep(step, { books, funds: [books.fund, followed.meeting.fund] }, free, findings)
  return step
}

/** After all entries: everything handed over was somebody's, and every liquidation is over or under way. */
function checkEnds(
  { findings, running, handed }: Followed,
  rows: ReadonlyMap<string, ContractPositionRow>,
  ends: Awaited<ReturnType<typeof readLiquidationEnds>>,
): void {
  for (const place of handed.keys())
    findings.add('I16', `positions were handed over at ${place}, and nobody’s was liquidated`)
  for (const [id, { steps, at, left }] of running) {
    if (at !== steps.length - 1)
      findings.add('I16', `liquidation ${id} has ${steps.length} steps, its entries are of ${at + 1}`)
    const [first] = steps
    const row = first === undefined ? undefined : rows.get(first.positionId)
    const end = ends.get(id)
    // Over with a record, over because nothing is left, or under way: one of the three.
    const isSound = end === undefined ? row?.liquidationId === id : row?.liquidationId !== id || left === 0n
    if (!isSound) findings.add('I16', `liquidation ${id} ended with ${end}, its position names ${row?.liquidationId}`)
    if (end !== undefined && first?.mode === 'isolated' && end !== left)
      findings.add('I16', `liquidation ${id} ended with ${end}, its entries leave ${left}`)
  }
}

/**
 * Every liquidation ends: there is none that was begun, whose contracts had marks more than a minute after anything was done
 * about it, and had them again a look later. While a mark is missing nothing can be done, and a look right after an outage
 * comes before the step.
 */
function checkLiveness(
  rows: ReadonlyMap<string, ContractPositionRow>,
  running: ReadonlyMap<string, Running>,
  markTimes: ReadonlyMap<string, readonly bigint[]>,
  findings: Findings,
): void {
  const under = [...rows.values()].filter(({ liquidationId, isClosed }) => liquidationId !== undefined && !isClosed)
  for (const [id, own] of Map.groupBy(under, ({ liquidationId }) => liquidationId ?? '')) {
    const steps = running.get(id)?.steps ?? []
    const moments = [...own.map(({ updatedAt }) => updatedAt), ...steps.map(({ at }) => at)]
    const last = moments.reduce((latest, at) => (at > latest ? at : latest), 0n)
    const isSeen = own.every(
      ({ symbol }) => (markTimes.get(symbol) ?? []).filter((at) => at > last + standsStillMs).length >= 2,
    )
    if (isSeen) findings.add('I16', `liquidation ${id} stands still since ${last}, though its marks were known`)
  }
}

/** All of an account is handed over by one decision: a step for each position, of one moment and on the same inputs. */
function isSameDecision(before: LiquidationStepRow, step: LiquidationStepRow): boolean {
  const said = ({ kind, at, inputs }: LiquidationStepRow): string =>
    JSON.stringify([kind, String(at), inputs.cashFine, inputs.fund, inputs.positions, inputs.marks])
  return step.kind === 'deleveraging' && step.positionId !== before.positionId && said(before) === said(step)
}

/** What a step was decided on is what there was, and called for it. */
function checkStep(
  step: LiquidationStepRow,
  { books, funds }: { readonly books: ContractBooks; readonly funds: readonly bigint[] },
  free: bigint | undefined,
  findings: Findings,
): void {
  const { inputs, positionId } = step
  const name = `step ${step.number} of ${step.liquidationId}`
  const subject = books.positions.get(positionId)
  const account = accountOf(books, subject, step.mode)
  const had = account.map(({ symbol, size, entry }) => `${symbol} ${size} ${entry}`).sort()
  const said = inputs.positions.map(({ symbol, size, entryFine }) => `${symbol} ${size} ${entryFine}`).sort()
  if (had.join() !== said.join() || subject?.size !== step.size)
    findings.add(
      'I16',
      `${name} was decided on ${said.join()} and ${step.size}, there was ${had.join()} and ${subject?.size}`,
    )
  const cash = account.reduce((sum, { margin }) => sum + margin, step.mode === 'cross' ? (free ?? 0n) : 0n)
  const isKnown = step.mode === 'isolated' || free !== undefined
  if ((isKnown && BigInt(inputs.cashFine) !== cash * fineToMinor) || !funds.includes(BigInt(inputs.fund)))
    findings.add(
      'I16',
      `${name} was decided on ${inputs.cashFine} and a fund of ${inputs.fund}, there was ${cash} and ${books.fund}`,
    )
  let [equity, keep] = [BigInt(inputs.cashFine), 0n]
  for (const one of inputs.positions) {
    const worth = BigInt(one.mark) * BigInt(one.size) * 10n ** BigInt(12 - one.priceScale - one.quantityScale)
    equity += worth - BigInt(one.entryFine)
    keep += maintenanceOf(one.symbol, worth < 0n ? -worth : worth)
    const tiers = one.tiers.map(
      ({ upToFine = '', initialPpm, maintenancePpm }) => `${upToFine} ${initialPpm} ${maintenancePpm}`,
    )
    if (tiers.join(' | ') !== tableText(one.symbol))
      findings.add('I16', `${name} used a table of ${one.symbol} nobody published`)
    const mark = inputs.marks.find(({ symbol }) => symbol === one.symbol)
    if (mark === undefined || unitsAt(mark.mark, one.priceScale) !== BigInt(one.mark) || !isMade(mark, one.priceScale))
      findings.add('I16', `${name} used a mark of ${one.symbol}, ${one.mark}, that is not what it was made of`)
  }
  if (String(equity) !== inputs.equityFine || String(ceiling(keep, million)) !== inputs.maintenanceFine)
    findings.add(
      'I16',
      `${name} says ${inputs.equityFine} of ${inputs.maintenanceFine}, it comes to ${equity} of ${ceiling(keep, million)}`,
    )
  if (equity * million >= keep)
    findings.add('I16', `${name}: the account had ${equity} and was to keep ${keep / million}`)
}

/** The positions that answered with one. */
function accountOf(
  { positions }: ContractBooks,
  subject: FoldedContract | undefined,
  mode: 'isolated' | 'cross',
): readonly FoldedContract[] {
  if (subject === undefined) return []
  if (mode === 'isolated') return [subject]
  return [...positions.values()].filter(
    (one) => one.customerId === subject.customerId && one.mode === 'cross' && one.size !== 0n,
  )
}

/** The index is the middle of what counted, the mark the middle of three; of two the middle of them, rounded down. */
export function isMade({ mark, index, components, funded, basis, last }: RecordedMark, scale: number): boolean {
  const used = components.filter((one) => one.used).map(({ price }) => price)
  return middleIs(used, index, scale) && middleIs([funded, basis, last], mark, scale)
}

function middleIs(prices: readonly string[], said: string, scale: number): boolean {
  const units = prices.map((price) => unitsAt(price, scale) ?? -1n).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const wanted = readDecimalText(said) === undefined ? undefined : unitsAt(said, scale)
  const [low, high] = [units[Math.floor((units.length - 1) / 2)], units[Math.floor(units.length / 2)]]
  if (low === undefined || high === undefined || wanted === undefined) return false
  return wanted === (low + high) / 2n
}
