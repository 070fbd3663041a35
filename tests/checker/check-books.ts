import { checkAlerts } from './alerts/check-alerts.ts'
import { type BooksPool, type BooksRead, onSnapshot } from './books-store.ts'
import { type ClientTally, checkAnswers, checkClients } from './check-clients.ts'
import { checkNews } from './check-news.ts'
import type { ClientLine } from './client-journal.ts'
import { checkContracts } from './contracts/check-contracts.ts'
import { contractHolds } from './contracts/contract-holds.ts'
import { findUnevenContracts } from './contracts/uneven-contracts-store.ts'
import { checkFeeds } from './feeds/check-feeds.ts'
import { collectFindings, type Finding, type Findings } from './finding.ts'
import { checkLedger } from './journal/check-ledger.ts'
import { checkRows } from './journal/check-rows.ts'
import { readMode, readPracticeRows } from './journal/practice-store.ts'
import { readTables } from './journal/rows-store.ts'
import { checkMoney } from './money/check-money.ts'
import { checkWithdrawals } from './money/check-withdrawals.ts'
import { checkOfferings } from './offerings/check-offerings.ts'
import { checkOrders } from './orders/check-orders.ts'
import { checkPositions } from './orders/check-positions.ts'
import { checkTicks } from './orders/check-ticks.ts'
import { checkPlaces } from './places/check-places.ts'
import { checkSupport } from './support/check-support.ts'
import { checkVotes } from './votes/check-votes.ts'

export interface CheckOptions {
  /** What clients meant to do and how they were answered, for I4. */
  readonly clients?: readonly ClientLine[]
  /**
   * `exchange` (the default): instruments are listed in Mexico or the United States and keep their calendars, and a
   * sequence of a book is one trade. `fixture`: the market is made up by a test, so its own word is taken for both.
   */
  readonly market?: 'exchange' | 'fixture'
  /** The server's time, epoch milliseconds; the machine's unless given. Sell locks before it may have been swept. */
  readonly now?: number
  /** The most findings of one invariant that are listed. */
  readonly findingsMax?: number
}

/** What was looked at, and what is wrong with it. */
export interface BooksReport {
  readonly findings: readonly Finding[]
  readonly entries: number
  readonly orders: number
  readonly fills: number
  /** Kept answers to requests with a key. */
  readonly answers: number
  /** Undefined without journals of clients. */
  readonly clients: ClientTally | undefined
}

/** Everything in the books that must not be; empty when all of it follows. Reads one snapshot, and nothing but SQL. */
export async function checkBooks(sql: BooksPool | BooksRead, options: CheckOptions = {}): Promise<readonly Finding[]> {
  return (await reportBooks(sql, options)).findings
}

/** What must not be in the journal, the audit, and the rows that decide something: nothing else is looked at. */
export async function checkDecisions(sql: BooksPool | BooksRead, findingsMax = 50): Promise<readonly Finding[]> {
  return await onSnapshot(sql, async (read) => {
    const findings = collectFindings(findingsMax)
    const { rows, lastRecord } = await checkLedger(read, findings, { isFixture: false })
    await checkRows(read, rows, { isFixture: false, lastRecord }, findings)
    return findings.list()
  })
}

/** The same as `checkBooks`, with what was looked at. */
export async function reportBooks(sql: BooksPool | BooksRead, options: CheckOptions = {}): Promise<BooksReport> {
  return await onSnapshot(sql, async (read) => {
    const findings = collectFindings(options.findingsMax ?? 50)
    const isExchange = options.market !== 'fixture'
    const ledger = await checkLedger(read, findings, { isFixture: !isExchange })
    await checkRows(read, ledger.rows, { isFixture: !isExchange, lastRecord: ledger.lastRecord }, findings)
    await checkPractice(read, findings)
    // Books of a version before the market wrote news have none.
    if ((await readTables(read)).has('content_market_news')) await checkNews(read, findings)
    await checkAlerts(read, findings)
    const withdrawals = await checkMoney(read, ledger, findings)
    await checkWithdrawals(read, ledger, findings)
    await checkVotes(read, findings)
    const subscribed = await checkOfferings(read, ledger, findings)
    await checkPlaces(read, findings)
    await checkFeeds(read, findings)
    await checkSupport(read, findings)
    if (isExchange) {
      const seeded = [...ledger.entries.values()]
        .filter(({ details }) => details.seed !== undefined)
        .map(({ id }) => id)
      for (const { invariant, what } of await findUnevenContracts(read, seeded)) findings.add(invariant, what)
    }
    const elsewhere = new Set([...withdrawals, ...subscribed, ...(await contractHolds(read, ledger, findings))])
    const orders = await checkOrders(read, { ledger, elsewhere }, findings, isExchange)
    if (isExchange) await checkTicks(read, ledger, findings)
    await checkContracts(read, ledger, orders, findings)
    const now = BigInt(options.now ?? Date.now())
    await checkPositions(read, ledger, orders, { isExchange, now }, findings)
    const stored = { ledger, orders }
    const answers = await checkAnswers(read, stored, findings)
    const clients = options.clients === undefined ? undefined : checkClients(options.clients, answers, stored, findings)
    return {
      findings: findings.list(),
      entries: ledger.entryCount,
      orders: orders.orders.size,
      fills: orders.fills.size,
      answers: answers.length,
      clients,
    }
  })
}

/** I8 of what passes for one customer alone: only in the practice market, and each time with a record in their log. */
async function checkPractice(read: BooksRead, findings: Findings): Promise<void> {
  const there = await readTables(read)
  // Books of a version before there were such shortcuts.
  if (!there.has('destination_wait_passed') || !there.has('position_lock_passed')) return
  const mode = await readMode(read)
  for (const { what, customerId, rows, records } of await readPracticeRows(read)) {
    if (mode !== 'SIM') findings.add('I8', `${what} has rows of ${customerId}, and the market is ${mode ?? 'not said'}`)
    if (rows > records)
      findings.add('I8', `${what}: something passed ${rows} times for ${customerId}, the audit has ${records} of them`)
  }
}
