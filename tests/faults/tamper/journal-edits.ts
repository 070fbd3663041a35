import { instant } from '@bolsillo/kernel'
import type { Entry } from './tamper-store.ts'

/** A change of the journal by somebody who knows how it is made: what it becomes. Sums and look-ups are mended after. */
export interface JournalEdit {
  readonly what: string
  readonly change: (entries: readonly Entry[], nameOf: (no: number) => string) => readonly Entry[]
}

const indexOf = (entries: readonly Entry[], kind: string): number => {
  const index = entries.findLastIndex((entry) => entry.kind === kind)
  if (index < 0) throw new Error(`the journal has no ${kind}`)
  return index
}
const at = (entries: readonly Entry[], index: number): Entry => {
  const entry = entries[index]
  if (entry === undefined) throw new Error(`the journal has no entry ${index + 1}`)
  return entry
}
const edited = (kind: string, change: (entry: Entry) => Partial<Entry>): JournalEdit['change'] => {
  return (entries) => {
    const index = indexOf(entries, kind)
    return entries.with(index, { ...at(entries, index), ...change(at(entries, index)) })
  }
}

/** More money for a customer out of custody, which may have as much less as anybody likes. */
const enriched = (entry: Entry, nameOf: (no: number) => string): Entry => {
  const sign = (no: number): bigint => (nameOf(no).includes(':custody:') ? -1n : 1n)
  const touched = new Set<number>()
  const postings = entry.postings.map((row) => {
    const isOurs = /^(?:cus_\w+:stock|venue-simulated:custody):MXN$/.test(nameOf(row.account))
    if (!isOurs || touched.has(row.account)) return row
    touched.add(row.account)
    return { ...row, posted: row.posted + sign(row.account) * 1_000_000n }
  })
  return { ...entry, postings }
}

export const journalEdits: readonly JournalEdit[] = [
  {
    what: 'edit: give a customer more',
    change: (entries, nameOf) => {
      const index = indexOf(entries, 'stock-buy')
      return entries.with(index, enriched(at(entries, index), nameOf))
    },
  },
  { what: 'edit: say it was another kind', change: edited('conversion', () => ({ kind: 'correction' })) },
  { what: 'edit: say somebody else did it', change: edited('conversion', () => ({ actor: 'desk' })) },
  {
    what: 'edit: another price in the details',
    change: edited('stock-buy', ({ payload }) => ({ payload: { ...payload, price: '1.000' } })),
  },
  { what: 'backdate by a day', change: edited('stock-sell', (entry) => ({ at: instant(entry.at - 86_400_000) })) },
  { what: 'delete one', change: (entries) => entries.toSpliced(indexOf(entries, 'conversion'), 1) },
  {
    what: 'insert one',
    change: (entries, nameOf) => {
      const index = indexOf(entries, 'conversion')
      const copy = { ...at(entries, index), cause: 'ent_01KJ0000000000000000000009' }
      return entries.toSpliced(index, 0, enriched(copy, nameOf))
    },
  },
  {
    what: 'swap two',
    change: (entries) => {
      // Neither opens or draws on a reservation: what may be done to one has an order of its own, which the verifier knows.
      const isFree = (place: number): boolean => {
        const { postings = [] } = entries[place] ?? {}
        return postings.length > 0 && postings.every(({ holdId }) => holdId === undefined)
      }
      const index = entries.findLastIndex((_, place) => isFree(place) && isFree(place - 1))
      return entries.with(index, at(entries, index - 1)).with(index - 1, at(entries, index))
    },
  },
  {
    what: 'cut off the last block',
    change: (entries) => entries.filter(({ block }) => block.first !== at(entries, entries.length - 1).block.first),
  },
  {
    what: 'make anew from the first entry, a second later',
    change: (entries) => entries.with(0, { ...at(entries, 0), at: instant(at(entries, 0).at + 1000) }),
  },
]
