import { assert } from '@bolsillo/kernel'
import type { MarginAccount } from './margin.ts'
import { type ContractTerms, worthOf } from './margin-tiers.ts'
import { createPriceAlarms, type PriceAlarms } from './price-alarms.ts'
import { safeBand } from './safe-bands.ts'
import { createSlots } from './slots.ts'

/** A position that is watched. */
interface WatchedPosition {
  readonly terms: ContractTerms
  readonly size: bigint
  readonly entry: bigint
}

/** Positions that answer for each other, and the money behind them (fine units). */
export interface WatchedAccount {
  readonly cash: bigint
  readonly positions: readonly WatchedPosition[]
}

/** What an account looks like at a look: nothing to do, under maintenance, or a mark of it is missing. */
export type Look = 'safe' | 'under' | 'blind'

/** Every account with positions, by id, woken by the marks that concern it: see safe-bands.ts. */
interface AccountWatch {
  /** Takes an account over as it now is, and looks at it. */
  readonly put: (id: string, account: WatchedAccount, markOf: (symbol: string) => bigint | undefined) => Look
  /** Looks at an account again, as it was taken over. Undefined: there is none of this id. */
  readonly again: (id: string, markOf: (symbol: string) => bigint | undefined) => Look | undefined
  readonly remove: (id: string) => void
  /** A mark has moved: looks at whoever it wakes. @returns those under maintenance. */
  readonly tick: (symbol: string, mark: bigint, markOf: (symbol: string) => bigint | undefined) => readonly string[]
  /** What is unrealized in a contract at a mark, all positions together; fine units. */
  readonly unrealised: (symbol: string, mark: bigint) => bigint
  readonly count: () => number
  /**
   * Accounts whose last check was not `safe`: below maintenance, or without a mark. Their alarms have fired or were never
   * set, so no price wakes them: the engine checks them again until they are no longer here.
   */
  readonly waiting: () => ReadonlyMap<string, 'under' | 'blind'>
}

interface Kept {
  readonly account: WatchedAccount
  readonly slots: readonly number[]
}

interface Watched {
  readonly alarms: PriceAlarms
  readonly terms: ContractTerms
  size: bigint
  entry: bigint
}

export function createAccountWatch(): AccountWatch {
  const accounts = new Map<string, Kept>()
  const contracts = createContracts()
  const slots = createSlots()
  const woken: number[] = []
  const waiting = new Map<string, 'under' | 'blind'>()

  const look = (id: string, kept: Kept, markOf: (symbol: string) => bigint | undefined): Look => {
    const seen = lookAt(contracts.of, kept, markOf)
    if (seen !== 'safe') waiting.set(id, seen)
    else if (waiting.size > 0) waiting.delete(id)
    return seen
  }
  const remove = (id: string): void => {
    const kept = accounts.get(id)
    if (kept === undefined) return
    accounts.delete(id)
    waiting.delete(id)
    kept.account.positions.forEach(({ terms, size, entry }, at) => {
      const slot = kept.slots[at]
      const contract = contracts.of(terms)
      contract.size -= size
      contract.entry -= entry
      if (slot === undefined) return
      contract.alarms.clear(slot)
      slots.free(slot)
    })
  }
  return {
    put: (id, account, markOf) => {
      remove(id)
      const kept = { account, slots: account.positions.map(() => slots.take(id)) }
      contracts.add(account.positions)
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
      const contract = contracts.known(symbol)
      if (contract === undefined || contract.alarms.take(mark, woken) === 0) return []
      const again = new Set(woken.flatMap((slot) => slots.idOf(slot) ?? []))
      return [...again].filter((id) => {
        const kept = accounts.get(id)
        return kept !== undefined && look(id, kept, markOf) === 'under'
      })
    },
    unrealised: (symbol, mark) => {
      const contract = contracts.known(symbol)
      return contract === undefined ? 0n : worthOf(contract.terms, mark, contract.size) - contract.entry
    },
    count: () => accounts.size,
    waiting: () => waiting,
  }
}

/** The contracts that are watched, made when the first position in one comes. */
function createContracts() {
  const contracts = new Map<string, Watched>()
  const of = (terms: ContractTerms): Watched => {
    const known = contracts.get(terms.symbol) ?? { alarms: createPriceAlarms(), terms, size: 0n, entry: 0n }
    contracts.set(terms.symbol, known)
    return known
  }
  const add = (positions: readonly WatchedPosition[]): void => {
    for (const { terms, size, entry } of positions) {
      const contract = of(terms)
      contract.size += size
      contract.entry += entry
    }
  }
  return { of, add, known: (symbol: string): Watched | undefined => contracts.get(symbol) }
}

/** Sets the alarms of an account by what its marks are now. */
function lookAt(
  contractOf: (terms: ContractTerms) => Watched,
  { account, slots }: Kept,
  markOf: (symbol: string) => bigint | undefined,
): Look {
  const positions = account.positions.flatMap((position) => {
    const mark = markOf(position.terms.symbol)
    return mark === undefined ? [] : [{ ...position, mark }]
  })
  if (positions.length < account.positions.length) return 'blind'
  const whole: MarginAccount = { cash: account.cash, positions }
  const band = safeBand(whole)
  positions.forEach(({ terms, size }, at) => {
    const slot = slots[at]
    assert(slot !== undefined, 'a position has a slot')
    const { alarms } = contractOf(terms)
    const alarm = band.kind === 'safe' ? band.alarms[at] : undefined
    if (alarm === undefined) alarms.clear(slot)
    else if (size < 0n) alarms.setAbove(slot, alarm)
    else alarms.setBelow(slot, alarm)
  })
  return band.kind
}
