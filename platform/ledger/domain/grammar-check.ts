import { idOfBytes } from '@bolsillo/kernel'
import { readAccountId } from './account.ts'
import type { Act, ActValue } from './acts/index.ts'
import type { RecordedEntry } from './chain.ts'
import { deskKinds, entryGrammar, type GrammarEntry, grammarProblem, onceKeyOf } from './entry-grammar.ts'
import { isEntryKind } from './entry-kinds.ts'

/** Why a journal has an entry that no grammar allows. */
interface GrammarFault {
  readonly seq: bigint
  readonly problem: string
}

/** Holds entries, in the order of the journal, against the grammar. Begins with the first entry there is. */
export interface GrammarCheck {
  /** The acts of one block with its entries; no acts for entries from before acts. */
  readonly block: (acts: readonly Act[], entries: readonly RecordedEntry[]) => GrammarFault | undefined
}

/** What an order's act says of the entry of a step. */
interface NamedByOrder {
  readonly order: string
  /** What the step says was charged; undefined before decision 75, and of steps that are no fills. */
  readonly charged: { readonly fee: ActValue; readonly vat: ActValue } | undefined
}

/**
 * A check of one journal. `remembers`: causes are remembered, so that one that happens twice is found wherever the second is;
 * memory grows with entries that are not fills. Left out, the database's own list of causes is what refuses them.
 */
export function createGrammarCheck(options: { readonly remembers: boolean }): GrammarCheck {
  const happened = new Set<string>()
  // A journal that begins with entries alone is from before acts; in one that begins with an act, every order leaves its own.
  let ordersKeepActs: boolean | undefined
  const problemOf = (entry: RecordedEntry, orders: ReadonlyMap<string, NamedByOrder>): string | undefined => {
    const problem = grammarProblem(entry)
    if (problem !== undefined) return problem
    if (ordersKeepActs === true && isEntryKind(entry.kind) && entryGrammar[entry.kind].cause === 'fill') {
      const fault = fillProblem(entry, orders.get(entry.id))
      if (fault !== undefined) return fault
    }
    const key = options.remembers ? onceKeyOf(entry) : undefined
    if (key === undefined) return undefined
    if (happened.has(key)) return `repeats what happened already: ${key}`
    happened.add(key)
    return undefined
  }
  return {
    block: (acts, entries) => {
      const orders = entriesOfOrders(acts)
      ordersKeepActs = orders !== undefined || (ordersKeepActs ?? acts.length > 0)
      for (const entry of entries) {
        const beside = orders === undefined || deskKinds.has(entry.kind) ? undefined : `${entry.kind} is not the desk’s`
        const problem = beside ?? problemOf(entry, orders ?? new Map())
        if (problem !== undefined) return { seq: entry.seq, problem: `entry ${entry.seq} (${entry.id}): ${problem}` }
      }
      return undefined
    },
  }
}

const entryIdAt = 6
const feeAt = 10
const vatAt = 11

/** By the id of an entry, the order whose act names it; undefined when the block has no act of an order. */
function entriesOfOrders(acts: readonly Act[]): ReadonlyMap<string, NamedByOrder> | undefined {
  let found: Map<string, NamedByOrder> | undefined
  for (const { kind, subject, payload } of acts) {
    if (kind !== 'order') continue
    found ??= new Map()
    for (const step of listOf(payload.steps)) {
      const values = listOf(step)
      const id = values[entryIdAt]
      const [fee, vat] = [values[feeAt], values[vatAt]]
      const charged = fee === undefined || vat === undefined ? undefined : { fee, vat }
      if (id instanceof Uint8Array) found.set(idOfBytes('ent', id), { order: subject, charged })
    }
  }
  return found
}

const listOf = (value: ActValue | undefined): readonly ActValue[] => (Array.isArray(value) ? value : [])

function fillProblem(entry: GrammarEntry, named: NamedByOrder | undefined): string | undefined {
  if (named === undefined) return `${entry.kind} is of no order’s act beside it`
  if (named.order !== entry.reference) return `${entry.kind} is of ${named.order}, not of ${entry.reference}`
  if (named.charged === undefined) return undefined
  for (const [purse, said] of [
    ['fees', named.charged.fee],
    ['vat', named.charged.vat],
  ] as const) {
    const booked = entry.postings
      .filter(({ account }) => readAccountId(account)?.purse === purse)
      .reduce((sum, { posted }) => sum + posted, 0n)
    if (booked !== said) return `${entry.kind} books ${booked} to ${purse}, the order’s act says ${String(said)}`
  }
  return undefined
}
