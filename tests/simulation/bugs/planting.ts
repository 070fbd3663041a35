import type { JournalEntry, NewAct, Posting } from '@bolsillo/ledger/domain'
import type { ExecutionReport, Venue } from '@bolsillo/trading/domain'
import type { PlantedBug } from './planted-bug.ts'

type LedgerChange = NonNullable<PlantedBug['ledger']>
type MarketChange = NonNullable<PlantedBug['market']>
type Alteration = NonNullable<PlantedBug['alter']>
type Filled = Extract<ExecutionReport, { kind: 'filled' }>

/** Entries of a kind are posted otherwise. */
export const entries =
  (kind: RegExp, change: (postings: readonly Posting[]) => readonly Posting[]): LedgerChange =>
  (ledger) => ({
    post: (tx, given, options) =>
      ledger.post(
        tx,
        given.map(
          (entry): JournalEntry =>
            kind.test(entry.kind) ? { ...entry, postings: [...change(entry.postings)] } : entry,
        ),
        options,
      ),
  })

/** Acts that move nothing are posted otherwise. */
export const notes =
  (change: (act: NewAct, isLast: boolean) => readonly NewAct[]): LedgerChange =>
  (ledger) => ({
    post: (tx, given, options) => {
      const all = options?.notes ?? []
      const changed = all.flatMap((act, place) => change(act, place === all.length - 1))
      return ledger.post(tx, given, { ...options, notes: changed })
    },
  })

/** Moves units from one account to another, each named by a part of its name, where an entry has both. */
export const shift =
  (from: RegExp, to: RegExp, units: bigint) =>
  (postings: readonly Posting[]): readonly Posting[] => {
    const [giving, taking] = [from, to].map((name) => postings.findIndex(({ account }) => name.test(account)))
    if (giving === undefined || taking === undefined || giving < 0 || taking < 0) return postings
    return postings.map((posting, index) => ({
      ...posting,
      posted: posting.posted + (index === taking ? units : index === giving ? -units : 0n),
    }))
  }

export const venue =
  (change: (own: Venue) => Partial<Venue>): MarketChange =>
  (market) => ({ venue: { ...market.venue, ...change(market.venue) } })

export const fills = (change: (report: Filled) => readonly ExecutionReport[]): MarketChange =>
  venue((own) => ({
    submit: (order) => own.submit(order).flatMap((report) => (report.kind === 'filled' ? change(report) : [report])),
  }))

export const facts =
  (
    change: (own: Parameters<MarketChange>[0]['facts']) => Partial<Parameters<MarketChange>[0]['facts']>,
  ): MarketChange =>
  (market) => ({ facts: { ...market.facts, ...change(market.facts) } })

/** Replaces a part of every statement that contains it. */
export const text =
  (part: RegExp, by: string): Alteration =>
  (statement) =>
    statement.replace(part, by)

/** A statement that inserts rows inserts none. */
export const insertsNothing =
  (table: string): Alteration =>
  (statement) => {
    if (!new RegExp(`insert into ${table}\\s`).test(statement)) return statement
    return /on conflict/.test(statement)
      ? statement.replace('on conflict', 'limit 0 on conflict')
      : `${statement} limit 0`
  }

/** True every so many times. */
export const every = (times: number): (() => boolean) => {
  let count = 0
  return () => {
    count += 1
    return count % times === 0
  }
}
