import { ceiling } from '../arithmetic.ts'
import type { BooksRead } from '../books-store.ts'
import type { Findings } from '../finding.ts'
import { readTables } from '../journal/rows-store.ts'
import { type FactAlertRow, readFactAlerts, readRates, readVolume } from './alerts-store.ts'

/**
 * I16 of alerts on recorded facts: the level follows from what was asked; what fired by funding did so by the first recorded
 * rate that reached it, and none that was compared was passed over; what fired by volume has it in its minutes, for as long as
 * those are kept. Not checked of volumes: that it was the first such window, because minutes decide nothing and may get a
 * print that came late.
 */
export async function checkAlerts(read: BooksRead, findings: Findings): Promise<void> {
  // Books of a version before there were such alerts have none.
  if (!(await readTables(read)).has('fact_alert')) return
  for (const alert of await readFactAlerts(read)) {
    const wrong = (what: string): void => findings.add('I16', `alert ${alert.id} of ${alert.symbol} ${what}`)
    const level = levelOf(alert)
    if (level !== alert.level) wrong(`fires at ${alert.level}, what was asked comes to ${level}`)
    await (alert.fact === 'funding' ? checkFunding : checkVolume)(read, alert, wrong)
  }
}

/** What an alert fires at: asked for as a quantity, as hundredths of the usual volume, or as 0.0001 %. */
function levelOf({ kind, wanted, reference = 0n }: FactAlertRow): bigint {
  if (kind === 'volume') return wanted
  return kind === 'surge' ? ceiling(wanted * reference, 100n) : wanted * 1_000n
}

type Wrong = (what: string) => void

async function checkVolume(read: BooksRead, { symbol, fired }: FactAlertRow, wrong: Wrong): Promise<void> {
  if (fired === undefined) return
  const { from, at, value } = fired
  if (from % 300_000n !== 0n) wrong(`fired by a window from ${from}, which is none`)
  const volume = await readVolume(read, symbol, from, at)
  if (volume !== undefined && volume < value) wrong(`fired by ${value} from ${from}, recorded is ${volume}`)
}

async function checkFunding(
  read: BooksRead,
  { symbol, rises, level, armedAt, fired }: FactAlertRow,
  wrong: Wrong,
): Promise<void> {
  const rates = await readRates(read, symbol, armedAt)
  const first = rates.find(({ rate }) => (rises ? rate >= level : rate <= level))
  if (fired === undefined) {
    if (first?.isCompared === true) wrong(`did not fire by ${first.rate} of ${first.at}`)
    return
  }
  if (first?.at !== fired.at || first.rate !== fired.value)
    wrong(`fired by ${fired.value} of ${fired.at}, the first that reached it is ${first?.rate} of ${first?.at}`)
}
