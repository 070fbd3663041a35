import { type Id, isId } from '@bolsillo/kernel'
import { available, emptyBalance } from '@bolsillo/ledger/domain'
import type { Ledger } from '@bolsillo/ledger/server'
import type { Services } from '@bolsillo/server-kit'
import { marginPurse } from '../domain/contract-transfers.ts'
import {
  type ContractPosition,
  type ContractTerms,
  createAccountWatch,
  createPriceAlarms,
  fineToMinor,
  type PriceAlarms,
  type TriggerSource,
  triggerDirection,
} from '../domain/index.ts'
import { findAllOpen, findOpenOf } from './contracts-store.ts'

/** What the engine does about what it sees; each is idempotent and looks again under the desk's locks. */
export interface EngineActs {
  /** @returns false when nothing could be done now: it is tried again at the next retry. */
  readonly liquidate: (customerId: Id<'cus'>, subject: Subject) => Promise<boolean>
  readonly fire: (position: ContractPosition, kind: 'take-profit' | 'stop-loss') => Promise<boolean>
}

/** What is liquidated: one isolated position, or a customer's cross account. */
export type Subject = { readonly kind: 'isolated'; readonly symbol: string } | { readonly kind: 'cross' }

/** Watches every open position: marks wake accounts, marks and last prices wake exits. Nothing in it is the truth. */
export interface Engine {
  readonly start: () => Promise<void>
  /** Customers' contracts or purses changed: looks at them anew. */
  readonly changed: (customerIds: readonly Id<'cus'>[]) => void
  readonly onMark: (symbol: string, price: bigint) => void
  readonly onLast: (symbol: string, price: bigint) => void
  /** Looks again at whoever had no mark or could not be helped. Called about once a second. */
  readonly retry: () => void
  /** Waits until nothing is under way. */
  readonly settled: () => Promise<void>
  readonly stop: () => Promise<void>
  readonly watched: () => number
}

const pageSize = 5000
/** Customers looked at in one question. */
const refreshMax = 500

interface Armed {
  readonly position: ContractPosition
  readonly kind: 'take-profit' | 'stop-loss'
}

export function createEngine(options: {
  readonly services: Services
  readonly ledger: Ledger
  readonly termsOf: (symbol: string) => ContractTerms
  readonly markOf: (symbol: string) => bigint | undefined
  readonly lastOf: (symbol: string) => bigint | undefined
  readonly acts: EngineActs
}): Engine {
  const { services, ledger, termsOf, markOf, acts } = options
  const { sql, log } = services
  const watch = createAccountWatch()
  const alarms = new Map<string, PriceAlarms>()
  const armed: (Armed | undefined)[] = []
  const freeSlots: number[] = []
  const ofCustomer = new Map<Id<'cus'>, { accounts: string[]; slots: number[] }>()
  const dirty = new Set<Id<'cus'>>()
  /** Asked for, and not answered: the database failed. */
  const unseen = new Set<Id<'cus'>>()
  const troubled = new Map<string, { customerId: Id<'cus'>; subject: Subject }>()
  const busy = new Set<string>()
  /** Tried in vain; not again before the next retry. */
  const tired = new Set<string>()
  const running = new Set<Promise<void>>()
  let refreshing: Promise<void> | undefined
  let isStopped = false

  const alarmsOf = (symbol: string, on: TriggerSource): PriceAlarms => {
    const key = `${on} ${symbol}`
    const known = alarms.get(key) ?? createPriceAlarms()
    alarms.set(key, known)
    return known
  }
  const isolatedKey = (position: ContractPosition): string => `${position.customerId} ${position.symbol}`
  const crossKey = (customerId: Id<'cus'>): string => `${customerId} cross`

  /** Does something once at a time for a key; what comes meanwhile is seen by the look after it. */
  const once = (key: string, work: () => Promise<void>): void => {
    if (isStopped || busy.has(key) || tired.has(key)) return
    busy.add(key)
    const doing = work()
      .catch((error: unknown) => log.error({ error, key }, 'the engine of contracts could not act, and will try again'))
      .finally(() => {
        busy.delete(key)
        running.delete(doing)
      })
    running.add(doing)
  }
  const liquidate = (key: string, customerId: Id<'cus'>, subject: Subject): void => {
    troubled.set(key, { customerId, subject })
    once(key, async () => {
      if (await acts.liquidate(customerId, subject)) troubled.delete(key)
      else tired.add(key)
      mark([customerId])
    })
  }

  const forget = (customerId: Id<'cus'>): void => {
    const known = ofCustomer.get(customerId)
    if (known === undefined) return
    for (const id of known.accounts) watch.remove(id)
    for (const slot of known.slots) {
      const was = armed[slot]
      if (was !== undefined) for (const on of ['mark', 'last'] as const) alarmsOf(was.position.symbol, on).clear(slot)
      armed[slot] = undefined
      freeSlots.push(slot)
    }
    ofCustomer.delete(customerId)
  }

  /** Takes a customer over as PostgreSQL has them. */
  const take = (customerId: Id<'cus'>, positions: readonly ContractPosition[], free: bigint): void => {
    forget(customerId)
    if (positions.length === 0) return
    const kept = { accounts: [] as string[], slots: [] as number[] }
    ofCustomer.set(customerId, kept)
    const watched = (one: ContractPosition) => ({ terms: termsOf(one.symbol), size: one.size, entry: one.entry })
    for (const one of positions.filter(({ mode }) => mode === 'isolated')) {
      const key = isolatedKey(one)
      kept.accounts.push(key)
      seen(key, customerId, { kind: 'isolated', symbol: one.symbol }, one.liquidationId !== undefined, {
        cash: one.margin * fineToMinor,
        positions: [watched(one)],
      })
    }
    const cross = positions.filter(({ mode }) => mode === 'cross')
    if (cross.length > 0) {
      const margin = cross.reduce((sum, one) => sum + one.margin, 0n)
      kept.accounts.push(crossKey(customerId))
      const isBusy = cross.some(({ liquidationId }) => liquidationId !== undefined)
      seen(crossKey(customerId), customerId, { kind: 'cross' }, isBusy, {
        cash: (free + margin) * fineToMinor,
        positions: cross.map(watched),
      })
    }
    for (const one of positions) arm(one, kept.slots)
  }
  const seen = (
    key: string,
    customerId: Id<'cus'>,
    subject: Subject,
    isUnderWay: boolean,
    account: Parameters<typeof watch.put>[1],
  ): void => {
    const look = watch.put(key, account, markOf)
    // A liquidation that was under way when the process ended goes on.
    if (look === 'under' || isUnderWay) liquidate(key, customerId, subject)
    else if (look === 'blind') troubled.set(key, { customerId, subject })
    else troubled.delete(key)
  }

  const arm = (position: ContractPosition, slots: number[]): void => {
    for (const trigger of position.triggers) {
      const slot = freeSlots.pop() ?? armed.length
      armed[slot] = { position, kind: trigger.kind }
      slots.push(slot)
      const set = alarmsOf(position.symbol, trigger.on)
      if (triggerDirection(position.size, trigger.kind) === 'above') set.setAbove(slot, trigger.price)
      else set.setBelow(slot, trigger.price)
      const now = trigger.on === 'mark' ? markOf(position.symbol) : options.lastOf(position.symbol)
      if (now !== undefined) ring(position.symbol, trigger.on, now)
    }
  }
  const woken: number[] = []
  const ring = (symbol: string, on: TriggerSource, price: bigint): void => {
    woken.length = 0
    if (alarmsOf(symbol, on).take(price, woken) === 0) return
    for (const slot of [...woken]) {
      const found = armed[slot]
      if (found === undefined) continue
      const { position, kind } = found
      const key = `${position.positionId} ${kind}`
      once(key, async () => {
        if (!(await acts.fire(position, kind))) {
          tired.add(key)
          troubled.set(key, { customerId: position.customerId, subject: { kind: 'isolated', symbol } })
        } else troubled.delete(key)
        mark([position.customerId])
      })
    }
  }

  const refresh = async (): Promise<void> => {
    while (dirty.size > 0 && !isStopped) {
      const ids = [...dirty].slice(0, refreshMax)
      for (const id of ids) {
        dirty.delete(id)
        unseen.add(id)
      }
      const [positions, balances] = await Promise.all([
        findOpenOf(sql, ids),
        ledger.balances(sql, ids.map(marginPurse)),
      ])
      const of = Map.groupBy(positions, ({ customerId }) => customerId)
      for (const id of ids) {
        unseen.delete(id)
        take(id, of.get(id) ?? [], available(balances.get(marginPurse(id)) ?? emptyBalance))
      }
    }
  }
  const mark = (customerIds: readonly Id<'cus'>[]): void => {
    for (const id of customerIds) dirty.add(id)
    if (isStopped || dirty.size === 0) return
    refreshing ??= Promise.resolve()
      .then(refresh)
      .catch((error: unknown) => {
        log.error({ error }, 'the engine of contracts could not look')
      })
      .finally(() => {
        refreshing = undefined
        if (dirty.size > 0) mark([])
      })
  }

  return {
    start: async () => {
      let after = ''
      for (;;) {
        const page = await findAllOpen(sql, after, pageSize)
        const last = page.at(-1)
        if (last === undefined) break
        mark([...new Set(page.map(({ customerId }) => customerId))])
        after = last.positionId
      }
      await refreshing
    },
    changed: mark,
    onMark: (symbol, price) => {
      for (const key of watch.tick(symbol, price, markOf)) {
        const [customer = '', what = ''] = key.split(' ')
        if (isId('cus', customer))
          liquidate(key, customer, what === 'cross' ? { kind: 'cross' } : { kind: 'isolated', symbol: what })
      }
      ring(symbol, 'mark', price)
    },
    onLast: (symbol, price) => ring(symbol, 'last', price),
    retry: () => {
      tired.clear()
      const again = [...unseen, ...[...troubled.values()].map(({ customerId }) => customerId)]
      troubled.clear()
      mark(again)
    },
    settled: async () => {
      while (refreshing !== undefined || running.size > 0) await Promise.all([refreshing, ...running])
    },
    stop: async () => {
      isStopped = true
      await Promise.all([refreshing, ...running])
    },
    watched: () => watch.count(),
  }
}
