import type { Id } from '@bolsillo/kernel'
import { available, emptyBalance } from '@bolsillo/ledger/domain'
import type { Ledger } from '@bolsillo/ledger/server'
import type { Services } from '@bolsillo/server-kit'
import { marginPurse } from '../../domain/contract-transfers.ts'
import type { ContractPosition } from '../../domain/index.ts'
import { findAllOpen, findOpenOf } from '../contracts-store.ts'

/**
 * Reads customers with what they have open from PostgreSQL: at once those who changed, and over and over everything open, a
 * page at a time, so that whatever was lost is found.
 */
export interface OpenReader {
  /** Reads everything open. */
  readonly start: () => Promise<void>
  /** Customers' contracts or purses changed: reads them anew. */
  readonly changed: (customerIds: readonly Id<'cus'>[]) => void
  /** Reads again who could not be read, and now and then the next page of everything open. Called about once a second. */
  readonly retry: () => void
  readonly isBusy: () => boolean
  /** Waits for what is being read now. */
  readonly settled: () => Promise<void>
  readonly stop: () => void
}

/** Where it reads, and who takes it over. */
interface ReaderOptions {
  readonly services: Pick<Services, 'sql' | 'log'>
  readonly ledger: Ledger
  /** Takes a customer over as PostgreSQL has them. */
  readonly take: (customerId: Id<'cus'>, positions: readonly ContractPosition[], free: bigint) => void
  /** Everyone who was taken over with open positions. */
  readonly taken: () => Iterable<Id<'cus'>>
}

/** What is to be read, and what is being read. */
interface Reading {
  readonly options: ReaderOptions
  readonly dirty: Set<Id<'cus'>>
  /** Requested and not loaded: the database failed, or a row could not be parsed. */
  readonly unseen: Set<Id<'cus'>>
  /** The round of pages: where it is, and whom it has found. */
  readonly sweep: { after: string; retries: number; readonly found: Set<Id<'cus'>> }
  sweeping: Promise<void> | undefined
  refreshing: Promise<void> | undefined
  isStopped: boolean
}

const pageSize = 5000
/** Customers looked at in one question. */
const refreshMax = 500
/** Retries from one page of everything open that is read anew to the next, and the positions of such a page. */
const sweepEvery = 5
const sweepMax = 2000

/** Nothing is read before `start`. */
export function createOpenReader(options: ReaderOptions): OpenReader {
  const reading: Reading = {
    options,
    dirty: new Set(),
    unseen: new Set(),
    sweep: { after: '', retries: 0, found: new Set() },
    sweeping: undefined,
    refreshing: undefined,
    isStopped: false,
  }
  return {
    start: () => readAll(reading),
    changed: (customerIds) => mark(reading, customerIds),
    retry: () => retry(reading),
    isBusy: () => reading.refreshing !== undefined || reading.sweeping !== undefined,
    settled: async () => {
      await Promise.all([reading.refreshing, reading.sweeping])
    },
    stop: () => {
      reading.isStopped = true
    },
  }
}

async function readAll(reading: Reading): Promise<void> {
  let after = ''
  for (;;) {
    const page = await findAllOpen(reading.options.services.sql, after, pageSize)
    const last = page.at(-1)
    if (last === undefined) break
    mark(reading, [...new Set(page.map(({ customerId }) => customerId))])
    after = last.positionId
  }
  await reading.refreshing
}

function mark(reading: Reading, customerIds: readonly Id<'cus'>[]): void {
  const { dirty, options } = reading
  for (const id of customerIds) dirty.add(id)
  if (reading.isStopped || dirty.size === 0) return
  reading.refreshing ??= Promise.resolve()
    .then(() => refresh(reading))
    .catch((error: unknown) => {
      options.services.log.error({ error }, 'the engine of contracts could not look')
    })
    .finally(() => {
      reading.refreshing = undefined
      if (dirty.size > 0) mark(reading, [])
    })
}

async function refresh(reading: Reading): Promise<void> {
  const { dirty, unseen, options } = reading
  const { services, ledger, take } = options
  while (dirty.size > 0 && !reading.isStopped) {
    const ids = [...dirty].slice(0, refreshMax)
    for (const id of ids) {
      dirty.delete(id)
      unseen.add(id)
    }
    const [positions, balances] = await Promise.all([
      findOpenOf(services.sql, ids),
      ledger.balances(services.sql, ids.map(marginPurse)),
    ])
    const of = Map.groupBy(positions, ({ customerId }) => customerId)
    for (const id of ids) {
      try {
        take(id, of.get(id) ?? [], available(balances.get(marginPurse(id)) ?? emptyBalance))
        unseen.delete(id)
      } catch (error) {
        // One that cannot be understood must not hide those after it; it is tried again.
        services.log.error({ error, customerId: id }, 'the engine of contracts could not look at a customer')
      }
    }
  }
}

function retry(reading: Reading): void {
  const { options, unseen, sweep } = reading
  mark(reading, [...unseen])
  sweep.retries += 1
  if (sweep.retries % sweepEvery !== 0 || reading.sweeping !== undefined || reading.isStopped) return
  reading.sweeping = sweepOn(reading)
    .catch((error: unknown) => {
      options.services.log.error({ error }, 'the engine of contracts could not read what is open')
    })
    .finally(() => {
      reading.sweeping = undefined
    })
}

/** Reads the next page of everything open anew. What failed is read again the next time. */
async function sweepOn(reading: Reading): Promise<void> {
  const { options, sweep } = reading
  const page = await findAllOpen(options.services.sql, sweep.after, sweepMax)
  const ids = new Set(page.map(({ customerId }) => customerId))
  for (const id of ids) sweep.found.add(id)
  mark(reading, [...ids])
  sweep.after = page.length < sweepMax ? '' : (page.at(-1)?.positionId ?? '')
  if (sweep.after !== '') return
  // Accounts without open positions are removed when a round of pages ends.
  mark(
    reading,
    [...options.taken()].filter((id) => !sweep.found.has(id)),
  )
  sweep.found.clear()
}
