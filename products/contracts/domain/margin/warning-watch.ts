import { assert } from '@bolsillo/kernel'
import type { WatchedAccount } from './account-watch.ts'
import type { WarningStep, WarningTerms } from './margin-warning.ts'
import { createPriceAlarms, type PriceAlarms } from './price-alarms.ts'
import { quietBand } from './quiet-bands.ts'
import { createSlots } from './slots.ts'

/** What a look found: nothing to do, a step that is due, or nothing: a mark is missing, or the account is below maintenance. */
type WarningLook = 'quiet' | 'unknown' | WarningStep

/** The mark of a contract now, units of price. */
type MarkOf = (symbol: string) => bigint | undefined

/** The margin ratio of every account with positions, by id, looked at when a mark gets to where a step may be due. */
interface WarningWatch {
  /** Takes an account over as it now is, with the last step it made, and looks at it. */
  readonly put: (id: string, account: WatchedAccount, last: WarningStep | undefined, markOf: MarkOf) => WarningLook
  /** Looks at an account again, as it was taken over. Undefined: there is none of this id. */
  readonly again: (id: string, markOf: MarkOf) => WarningLook | undefined
  readonly remove: (id: string) => void
  /** A mark has moved: looks at whoever it wakes. @returns those of whom a step is due. */
  readonly tick: (symbol: string, mark: bigint, markOf: MarkOf) => readonly string[]
  /** Those whose last look was not `quiet`: no mark wakes them, they are to be looked at again. */
  readonly waiting: () => ReadonlySet<string>
  readonly count: () => number
}

interface Kept {
  readonly account: WatchedAccount
  readonly last: WarningStep | undefined
  readonly slots: readonly number[]
}

/** `termsOf`: the ratios of now. */
export function createWarningWatch(termsOf: () => WarningTerms): WarningWatch {
  const accounts = new Map<string, Kept>()
  const alarms = new Map<string, PriceAlarms>()
  const slots = createSlots()
  const waiting = new Set<string>()
  const woken: number[] = []
  const alarmsOf = (symbol: string): PriceAlarms => {
    const known = alarms.get(symbol) ?? createPriceAlarms()
    alarms.set(symbol, known)
    return known
  }
  const look = (id: string, kept: Kept, markOf: MarkOf): WarningLook => {
    const seen = lookAt(alarmsOf, kept, termsOf(), markOf)
    if (seen === 'quiet') waiting.delete(id)
    else waiting.add(id)
    return seen
  }
  const remove = (id: string): void => {
    const kept = accounts.get(id)
    if (kept === undefined) return
    accounts.delete(id)
    waiting.delete(id)
    kept.account.positions.forEach(({ terms }, at) => {
      const slot = kept.slots[at]
      if (slot === undefined) return
      alarmsOf(terms.symbol).clear(slot)
      slots.free(slot)
    })
  }
  return {
    put: (id, account, last, markOf) => {
      remove(id)
      const kept = { account, last, slots: account.positions.map(() => slots.take(id)) }
      accounts.set(id, kept)
      return look(id, kept, markOf)
    },
    again: (id, markOf) => {
      const kept = accounts.get(id)
      return kept === undefined ? undefined : look(id, kept, markOf)
    },
    remove,
    tick: (symbol, mark, markOf) => {
      woken.length = 0
      if ((alarms.get(symbol)?.take(mark, woken) ?? 0) === 0) return []
      const again = new Set(woken.flatMap((slot) => slots.idOf(slot) ?? []))
      return [...again].filter((id) => {
        const kept = accounts.get(id)
        if (kept === undefined) return false
        const seen = look(id, kept, markOf)
        return seen !== 'quiet' && seen !== 'unknown'
      })
    },
    waiting: () => waiting,
    count: () => accounts.size,
  }
}

/** Sets the alarms of an account by what its marks are now; none while it is looked at again anyway. */
function lookAt(
  alarmsOf: (symbol: string) => PriceAlarms,
  { account, last, slots }: Kept,
  terms: WarningTerms,
  markOf: MarkOf,
): WarningLook {
  const positions = account.positions.flatMap((position) => {
    const mark = markOf(position.terms.symbol)
    return mark === undefined ? [] : [{ ...position, mark }]
  })
  const isBlind = positions.length < account.positions.length
  const band = isBlind ? undefined : quietBand({ cash: account.cash, positions }, last, terms)
  account.positions.forEach(({ terms: { symbol }, size }, at) => {
    const slot = slots[at]
    assert(slot !== undefined, 'a position has a slot')
    const own = alarmsOf(symbol)
    own.clear(slot)
    const { losing, gaining } = band?.kind === 'quiet' ? (band.alarms[at] ?? noAlarms) : noAlarms
    const [above, below] = size < 0n ? [losing, gaining] : [gaining, losing]
    if (above !== undefined) own.setAbove(slot, above)
    if (below !== undefined) own.setBelow(slot, below)
  })
  if (band === undefined || band.kind === 'under') return 'unknown'
  return band.kind === 'due' ? band.step : 'quiet'
}

const noAlarms = { losing: undefined, gaining: undefined }
