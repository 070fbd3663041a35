import { checkBooks } from '@bolsillo/checker/check-books'
import { type Id, integerBetween, pick, type Rng, seededRng } from '@bolsillo/kernel'
import { type AccountId, accountId, customerAccount, type JournalEntry } from '@bolsillo/ledger/domain'
import { createLedger, type Ledger } from '@bolsillo/ledger/server'
import { transaction } from '@bolsillo/server-kit'
import { type TestServices, testDatabase, testServices } from '@bolsillo/test-kit'
import { fillPurses, moveUnsafely, openUnsafeBank, readPurses } from './unsafe-store.ts'
import { readTotals } from './watch-store.ts'

const [accountCount, clientCount, centavosEach] = [10, 16, 100_000n] as const
const readEveryMs = 50

export interface BankResult {
  readonly transfers: number
  /** Transfers the sender could not bear. */
  readonly refused: number
  readonly reads: number
  /** Reads in which the accounts did not have together what they began with, or one was below zero. */
  readonly wrong: number
  readonly findings: readonly string[]
}

/** Sixteen clients move money between ten accounts through the ledger, as four processes; somebody adds up all the while. */
export async function bankTest(forMs: number, seed: number): Promise<BankResult> {
  const database = await testDatabase({ connectionsMax: clientCount + 1 })
  try {
    const services = testServices({ sql: database.sql, seed })
    const ledgers = Array.from({ length: 4 }, createLedger)
    const customers = Array.from({ length: accountCount }, () => services.ids.next('cus'))
    const accounts = customers.map((customerId) => customerAccount(customerId, 'stock', 'MXN'))
    const [first = createLedger()] = ledgers
    for (const account of accounts)
      await transaction(database.sql, (tx) => first.post(tx, [moved(services, custody, account, centavosEach)]))
    const expected = centavosEach * BigInt(accountCount)
    const counts = { transfers: 0, refused: 0, reads: 0, wrong: 0 }
    const until = performance.now() + forMs
    const clients = Array.from({ length: clientCount }, async (_, client) => {
      const rng = seededRng(seed, `client ${client}`)
      const ledger = ledgers[client % ledgers.length] ?? first
      while (performance.now() < until) {
        const outcome = await transfer(services, ledger, accounts, rng)
        if (outcome === 'posted') counts.transfers += 1
        else counts.refused += 1
      }
    })
    const reader = every(until, async () => {
      const { total, least, accounts: found } = await readTotals(database.sql, accounts)
      counts.reads += 1
      if (total !== expected || least < 0n || found !== accountCount) counts.wrong += 1
    })
    await Promise.all([...clients, reader])
    const findings = await checkBooks(database.owner, { market: 'fixture' })
    return { ...counts, findings: findings.map(({ invariant, what }) => `${invariant} ${what}`) }
  } finally {
    await database.drop()
  }
}

const custody = accountId('venue-simulated', 'custody', 'MXN')

function moved(services: TestServices, from: AccountId, to: AccountId, amount: bigint): JournalEntry {
  const id: Id<'ent'> = services.ids.next('ent')
  return {
    id,
    kind: 'bank-transfer',
    at: services.clock.now(),
    actor: 'seed',
    reference: `transfer:${id}`,
    details: {},
    postings: [
      { account: from, posted: -amount, held: 0n },
      { account: to, posted: amount, held: 0n },
    ],
  }
}

async function transfer(
  services: TestServices,
  ledger: Ledger,
  accounts: readonly AccountId[],
  rng: Rng,
): Promise<string> {
  const from = pick(rng, accounts)
  const to = pick(
    rng,
    accounts.filter((account) => account !== from),
  )
  const amount = BigInt(integerBetween(rng, 1, Number(centavosEach)))
  return await transaction(
    services.sql,
    async (tx) => (await ledger.post(tx, [moved(services, from, to, amount)])).kind,
  )
}

async function every(until: number, work: () => Promise<void>): Promise<void> {
  while (performance.now() < until) {
    const next = performance.now() + readEveryMs
    await work()
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())))
  }
}

/** The control: the same sixteen clients over a bank that reads, decides and writes at READ COMMITTED without a lock. */
export async function unsafeBankTest(forMs: number, seed: number): Promise<{ reads: number; wrong: number }> {
  const database = await testDatabase({ connectionsMax: clientCount + 1 })
  try {
    await openUnsafeBank(database.owner)
    const names = Array.from({ length: accountCount }, (_, at) => `purse ${at}`)
    await fillPurses(database.sql, names, Number(centavosEach))
    const until = performance.now() + forMs
    const counts = { reads: 0, wrong: 0 }
    const clients = Array.from({ length: clientCount }, async (_, client) => {
      const rng = seededRng(seed, `unsafe ${client}`)
      while (performance.now() < until) {
        const [from, to] = [pick(rng, names), pick(rng, names)]
        const amount = integerBetween(rng, 1, Number(centavosEach))
        // Rows are written in no order, so two may wait for each other; the driver tries such a transaction again.
        if (from !== to) await transaction(database.sql, (tx) => moveUnsafely(tx, ...sorted(from, to), amount))
      }
    })
    const reader = every(until, async () => {
      const { total, least } = await readPurses(database.sql, names)
      counts.reads += 1
      if (total !== Number(centavosEach) * accountCount || least < 0) counts.wrong += 1
    })
    await Promise.all([...clients, reader])
    return counts
  } finally {
    await database.drop()
  }
}

const sorted = (one: string, two: string): [string, string] => (one < two ? [one, two] : [two, one])
