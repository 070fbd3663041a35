import { ceiling, halfEven, unitsAt } from '../arithmetic.ts'
import type { BooksRead } from '../books-store.ts'
import type { Findings } from '../finding.ts'
import { type AuditRecord, followRecords } from '../journal/audit-records.ts'
import { isMade } from './check-liquidations.ts'
import { maintenanceOf, tableText } from './margin-tables.ts'
import { readWarnings, type WarningInputs, type WarningRow } from './warning-rows-store.ts'

const million = 1_000_000n

/**
 * I16 of warnings before a liquidation: each is in the audit as it was decided, and each of the audit is there; its marks are
 * what they say they were made of and bring the account to the ratio it names, which calls for it; an episode warns once at
 * each level. Not checked: that none is missing, because marks are not all recorded, and that size and money were those of
 * the moment.
 */
export async function checkWarnings(read: BooksRead, findings: Findings): Promise<void> {
  const rows = await readWarnings(read)
  if (rows === undefined) return
  const wrong = (what: string): void => findings.add('I16', what)
  const { take, end } = await followRecords(read, ['contracts.margin-warn'], wrong)
  for (const [account, own] of Map.groupBy(rows, (row) => `${row.customerId} ${row.account}`)) {
    let last: WarningRow | undefined
    for (const [place, row] of own.entries()) {
      const what = `warning ${row.number} of ${account}`
      if (row.number !== place + 1 || !follows(last, row)) wrong(`${what} (${row.step}) does not follow ${last?.step}`)
      for (const problem of problemsOf(row)) wrong(`${what} ${problem}`)
      const record = recordOf(row)
      if (record !== undefined) take(what, record)
      last = row
    }
  }
  end()
}

/** After which steps one may come. */
const after: Readonly<Record<WarningRow['step'], readonly (WarningRow['step'] | undefined)[]>> = {
  first: [undefined, 'calm'],
  urgent: [undefined, 'calm', 'first'],
  calm: ['first', 'urgent'],
}

const follows = (last: WarningRow | undefined, { step, at }: WarningRow): boolean =>
  after[step].includes(last?.step) && (last === undefined || last.at <= at)

function problemsOf({ customerId, account, step, of }: WarningRow): readonly string[] {
  if (of === undefined) return step === 'calm' && account === 'cross' ? [] : ['is of nothing']
  const { inputs, ratio, threshold, position, positionId } = of
  const problems: string[] = []
  const mode = account === 'cross' ? 'cross' : 'isolated'
  if (position.customerId !== customerId || position.mode !== mode || (mode === 'isolated' && positionId !== account))
    problems.push(`is of ${positionId}, which is none of theirs`)
  const [mark] = leadOf(inputs)
  if (mark === undefined || (position.closedAt !== undefined && BigInt(mark.at) > position.closedAt))
    problems.push(`is of a mark after ${positionId} was closed`)
  const { equity, keep, unknown } = sumsOf(inputs)
  for (const symbol of unknown) problems.push(`used a mark or a table of ${symbol} that nobody published`)
  const isSaid = decimal(equity) === inputs.equity && decimal(ceiling(keep, million)) === inputs.maintenance
  if (equity <= 0n || equity * million < keep || !isSaid || halfEven(keep * 10_000n, equity * million) !== ratio)
    problems.push(`says ${ratio}, ${inputs.maintenance} of ${inputs.equity}; it comes to ${keep} of ${equity}`)
  const calls = step === 'calm' ? ratio < threshold : ratio >= threshold
  if (!calls) problems.push(`at ${ratio} is not called for by ${threshold}`)
  return problems
}

const leadOf = (inputs: WarningInputs) => [inputs.marks[inputs.lead], inputs.positions[inputs.lead]] as const

/** Sums of an account at its recorded marks: 10^-12 USDT, what it must keep × a million. */
function sumsOf({ cashFine, positions, marks }: WarningInputs) {
  let [equity, keep] = [BigInt(cashFine), 0n]
  const unknown: string[] = []
  for (const one of positions) {
    const worth = BigInt(one.mark) * BigInt(one.size) * 10n ** BigInt(12 - one.priceScale - one.quantityScale)
    equity += worth - BigInt(one.entryFine)
    keep += maintenanceOf(one.symbol, worth < 0n ? -worth : worth)
    const table = one.tiers
      .map(({ upToFine = '', initialPpm, maintenancePpm }) => `${upToFine} ${initialPpm} ${maintenancePpm}`)
      .join(' | ')
    const mark = marks.find(({ symbol }) => symbol === one.symbol)
    const isKnown =
      mark !== undefined && unitsAt(mark.mark, one.priceScale) === BigInt(one.mark) && isMade(mark, one.priceScale)
    if (!isKnown || table !== tableText(one.symbol)) unknown.push(one.symbol)
  }
  return { equity, keep, unknown }
}

/** 10^-12 USDT as the app shows it: six decimals, halves to the even one. */
function decimal(fine: bigint): string {
  const minor = halfEven(fine < 0n ? -fine : fine, million)
  const digits = String(minor).padStart(7, '0')
  return `${fine < 0n && minor > 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}

const percent = (hundredths: bigint): string => {
  const digits = String(hundredths).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The record a step left; of one that is safe again there is none. */
function recordOf({ customerId, account, number, step, at, of }: WarningRow): AuditRecord | undefined {
  if (of === undefined || step === 'calm') return undefined
  const { inputs, positionId, ratio, threshold } = of
  const [mark] = leadOf(inputs)
  const source = mark?.components.flatMap(({ venue, used }) => (used ? [venue] : [])).join(', ')
  return {
    ...{ action: 'contracts.margin-warn', actor: 'contracts', at, subject: customerId },
    details: {
      ...{ level: step, number: String(number), kind: account === 'cross' ? 'cross' : 'isolated' },
      ...{ position: positionId, symbol: mark?.symbol, ratio: percent(ratio), threshold: percent(threshold) },
      ...{ equity: inputs.equity, maintenance: inputs.maintenance, mark: mark?.mark, markAt: String(mark?.at) },
      ...{ source, liquidation: inputs.liquidationPrice },
    },
  }
}
