import type { Id } from '@bolsillo/kernel'
import { available, emptyBalance } from '@bolsillo/ledger/domain'
import type { Ledger } from '@bolsillo/ledger/server'
import type { Services } from '@bolsillo/server-kit'
import { marginPurse } from '../../domain/contract-transfers.ts'
import {
  type ContractPosition,
  type ContractTerms,
  createAccountWatch,
  createPriceAlarms,
  fineToMinor,
  isReached,
  type PriceAlarms,
  type ReachedBy,
  type Trigger,
  type TriggerSource,
  triggerDirection,
} from '../../domain/index.ts'
import { findAllOpen, findOpenOf } from '../contracts-store.ts'
import { type LateEpisode, type Liveness, watchLiveness } from './engine-liveness.ts'
import { createWork } from './engine-work.ts'
import type { ReachedExit } from './fire-exit.ts'

/** What the engine does about what it sees; each is idempotent and looks again under the desk's locks. */
export interface EngineActs {
  /** @returns false when it could not be finished now: it is tried again at the next retry. */
  readonly liquidate: (customerId: Id<'cus'>, subject: Subject) => Promise<boolean>
  /** @returns false when it is to be tried again. */
  readonly fire: (exit: ReachedExit) => Promise<boolean>
}

/** What is liquidated: one isolated position, or a customer's cross account. */
export type Subject = { readonly kind: 'isolated'; readonly symbol: string } | { readonly kind: 'cross' }

/**
 * Watches every open position: marks wake accounts, marks and last prices wake exits. Nothing in it is the truth, and no
 * event is needed for anything to happen: alarms and events only make it happen at once. What is to be done is derived
 * anew at every retry, from accounts that are below or cannot be seen, liquidations under way and exits that were reached;
 * and all of that is read anew from PostgreSQL, a page at a time, so that whatever was lost is found.
 */
export interface Engine {
  readonly start: () => Promise<void>
  /** Customers' contracts or purses changed: looks at them anew. */
  readonly changed: (customerIds: readonly Id<'cus'>[]) => void
  readonly onMark: (symbol: string, price: bigint) => void
  /** A print, with its number in its book. */
  readonly onLast: (symbol: string, price: bigint, sequence?: number) => void
  /** Does again whatever is to be done. Called about once a second. */
  readonly retry: () => void
  /** Waits until nothing is under way. */
  readonly settled: () => Promise<void>
  readonly stop: () => Promise<void>
  readonly watched: () => number
  readonly liveness: () => Liveness
  /** The liquidations staff are alarmed about, the longest below first. */
  readonly late: () => readonly LateLiquidation[]
}

/** A liquidation that is late, as the engine knows it: whose, of what, since when, and how its last look ended. */
export interface LateLiquidation extends Omit<LateEpisode, 'key'> {
  readonly customerId: Id<'cus'>
  readonly subject: Subject
}

const pageSize = 5000
/** Prints of a contract that are kept for exits that were set just before them. */
const printsKept = 100
/** Customers looked at in one question. */
const refreshMax = 500
/** Retries from one page of everything open that is read anew to the next, and the positions of such a page. */
const sweepEvery = 5
const sweepMax = 2000

interface Armed {
  readonly position: ContractPosition
  readonly trigger: Trigger
}

interface Account {
  readonly customerId: Id<'cus'>
  readonly subject: Subject
  /** A liquidation of it is begun. */
  readonly isUnderWay: boolean
}

const isolatedKey = (customerId: Id<'cus'>, symbol: string): string => `${customerId} ${symbol}`
const crossKey = (customerId: Id<'cus'>): string => `${customerId} cross`
const exitKey = ({ position, trigger }: Armed): string =>
  `${position.positionId} ${trigger.kind} ${trigger.on} ${trigger.price} ${trigger.setAt}`

export function createEngine(options: {
  readonly services: Services
  readonly ledger: Ledger
  readonly termsOf: (symbol: string) => ContractTerms
  readonly markOf: (symbol: string) => bigint | undefined
  readonly lastOf: (symbol: string) => bigint | undefined
  readonly lastPrintOf: (symbol: string) => number | undefined
  readonly acts: EngineActs
}): Engine {
  const { services, ledger, termsOf, markOf, acts } = options
  const { sql, log } = services
  const watch = createAccountWatch()
  const alarms = new Map<string, PriceAlarms>()
  const armed: (Armed | undefined)[] = []
  const freeSlots: number[] = []
  const startedAt = services.clock.now()
  /** Prints of late, the oldest first. */
  const prints = new Map<string, ReachedBy[]>()
  const ofCustomer = new Map<Id<'cus'>, { accounts: string[]; slots: number[] }>()
  const accounts = new Map<string, Account>()
  /**
   * Exits a price has reached, until they are carried out or are there no more: they fire on what reached them, whatever
   * the price is when they are tried again.
   */
  const reached = new Map<string, Armed & { readonly by: ReachedBy }>()
  const dirty = new Set<Id<'cus'>>()
  /** Requested and not loaded: the database failed, or a row could not be parsed. */
  const unseen = new Set<Id<'cus'>>()
  const liveness = watchLiveness(services)
  const work = createWork(log, (key, outcome) => {
    liveness.hasLooked(key, outcome)
    if (outcome === 'done') reached.delete(key)
  })
  const sweep = { after: '', retries: 0, found: new Set<Id<'cus'>>() }
  let sweeping: Promise<void> | undefined
  let refreshing: Promise<void> | undefined
  let isStopped = false

  const alarmsOf = (symbol: string, on: TriggerSource): PriceAlarms => {
    const key = `${on} ${symbol}`
    const known = alarms.get(key) ?? createPriceAlarms()
    alarms.set(key, known)
    return known
  }
  const liquidate = (key: string): void => {
    const found = accounts.get(key)
    if (found === undefined) return
    const { customerId, subject } = found
    liveness.isBelow(key)
    const isAsked = work.ask(key, () => afterwards(customerId, acts.liquidate(customerId, subject)))
    // Without a mark no step is possible, and none is late.
    if (isAsked && watch.waiting().get(key) !== 'blind') liveness.isDue(key)
  }
  const fire = (key: string): void => {
    const found = reached.get(key)
    if (found === undefined) return
    work.ask(key, () => afterwards(found.position.customerId, acts.fire(found)))
  }
  /** Whatever came of an act, its customer is looked at anew. */
  const afterwards = async (customerId: Id<'cus'>, act: Promise<boolean>): Promise<boolean> => {
    try {
      return await act
    } finally {
      mark([customerId])
    }
  }

  const forget = (customerId: Id<'cus'>): void => {
    const known = ofCustomer.get(customerId)
    if (known === undefined) return
    for (const key of known.accounts) {
      watch.remove(key)
      accounts.delete(key)
    }
    for (const slot of known.slots) {
      const was = armed[slot]
      if (was !== undefined) for (const on of ['mark', 'last'] as const) alarmsOf(was.position.symbol, on).clear(slot)
      armed[slot] = undefined
      freeSlots.push(slot)
    }
    ofCustomer.delete(customerId)
  }

  /** Drops the prices that reached exits since removed or moved. */
  const forgetReached = (before: readonly Armed[], now: readonly Armed[]): void => {
    const left = new Set(now.map(exitKey))
    for (const exit of before) if (!left.has(exitKey(exit))) reached.delete(exitKey(exit))
  }

  /** Takes a customer over as PostgreSQL has them. */
  const take = (customerId: Id<'cus'>, positions: readonly ContractPosition[], free: bigint): void => {
    const before = ofCustomer.get(customerId)
    const exitsBefore = before?.slots.flatMap((slot) => armed[slot] ?? []) ?? []
    forget(customerId)
    const kept = { accounts: [] as string[], slots: [] as number[] }
    if (positions.length > 0) ofCustomer.set(customerId, kept)
    const watched = (one: ContractPosition) => ({ terms: termsOf(one.symbol), size: one.size, entry: one.entry })
    for (const one of positions.filter(({ mode }) => mode === 'isolated')) {
      const key = isolatedKey(customerId, one.symbol)
      const isUnderWay = one.liquidationId !== undefined
      kept.accounts.push(key)
      accounts.set(key, { customerId, subject: { kind: 'isolated', symbol: one.symbol }, isUnderWay })
      seen(key, { cash: one.margin * fineToMinor, positions: [watched(one)] })
    }
    const cross = positions.filter(({ mode }) => mode === 'cross')
    if (cross.length > 0) {
      const key = crossKey(customerId)
      const margin = cross.reduce((sum, one) => sum + one.margin, 0n)
      const isUnderWay = cross.some(({ liquidationId }) => liquidationId !== undefined)
      kept.accounts.push(key)
      accounts.set(key, { customerId, subject: { kind: 'cross' }, isUnderWay })
      seen(key, { cash: (free + margin) * fineToMinor, positions: cross.map(watched) })
    }
    for (const key of before?.accounts ?? []) if (!accounts.has(key)) liveness.isOver(key)
    // Nothing else is done to what is being liquidated, its exits neither.
    const exits = positions
      .filter(({ liquidationId }) => liquidationId === undefined)
      .flatMap((position) => position.triggers.map((trigger) => ({ position, trigger })))
    forgetReached(exitsBefore, exits)
    for (const exit of exits) arm(exit, kept.slots)
  }
  const seen = (key: string, account: Parameters<typeof watch.put>[1]): void => {
    const look = watch.put(key, account, markOf)
    // A liquidation that was under way when the process ended goes on.
    if (look === 'under' || accounts.get(key)?.isUnderWay === true) liquidate(key)
    else if (look === 'safe') liveness.isOver(key)
  }

  const arm = (exit: Armed, slots: number[]): void => {
    const { position, trigger } = exit
    const slot = freeSlots.pop() ?? armed.length
    armed[slot] = exit
    slots.push(slot)
    const key = exitKey(exit)
    const before = reached.get(key)?.by ?? trigger.reached ?? missedBy(exit)
    if (before !== undefined) {
      reached.set(key, { ...exit, by: before })
      fire(key)
      return
    }
    setAlarm(exit, slot)
    // Exits reached while no process ran are judged by the current price.
    const now = trigger.on === 'mark' ? markOf(position.symbol) : options.lastOf(position.symbol)
    if (now !== undefined) ring(position.symbol, trigger.on, { price: now, at: services.clock.now() })
  }
  const setAlarm = ({ position, trigger }: Armed, slot: number): void => {
    const set = alarmsOf(position.symbol, trigger.on)
    if (triggerDirection(position.size, trigger.kind) === 'above') set.setAbove(slot, trigger.price)
    else set.setBelow(slot, trigger.price)
  }
  /** After which print an exit was set; undefined when another process set it, whose prints count anew. */
  const setAfter = (symbol: string, { setAt, afterPrint }: Trigger): number | undefined =>
    setAt >= startedAt && (afterPrint ?? 0) <= (options.lastPrintOf(symbol) ?? -1) ? afterPrint : undefined
  /** A print from before an exit was set does not reach it. */
  const isBefore = ({ position, trigger }: Armed, { sequence }: ReachedBy): boolean =>
    sequence !== undefined && sequence <= (setAfter(position.symbol, trigger) ?? -1)
  /** The print that reached an exit between its being set and its being watched, a few milliseconds later. */
  const missedBy = ({ position, trigger }: Armed): ReachedBy | undefined => {
    const after = trigger.on === 'last' ? setAfter(position.symbol, trigger) : undefined
    if (after === undefined) return undefined
    return prints
      .get(position.symbol)
      ?.find(({ sequence = 0, price }) => sequence > after && isReached(position.size, trigger, price))
  }
  const woken: number[] = []
  const ring = (symbol: string, on: TriggerSource, by: ReachedBy): void => {
    woken.length = 0
    const set = alarmsOf(symbol, on)
    if (set.take(by.price, woken) === 0) return
    for (const slot of [...woken]) {
      const exit = armed[slot]
      if (exit === undefined) continue
      if (isBefore(exit, by)) {
        setAlarm(exit, slot)
        continue
      }
      const key = exitKey(exit)
      // The price that was first stays: it is the one that reached it.
      if (!reached.has(key)) reached.set(key, { ...exit, by })
      fire(key)
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
        try {
          take(id, of.get(id) ?? [], available(balances.get(marginPurse(id)) ?? emptyBalance))
          unseen.delete(id)
        } catch (error) {
          // One that cannot be understood must not hide those after it; it is tried again.
          log.error({ error, customerId: id }, 'the engine of contracts could not look at a customer')
        }
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

  /** Reads the next page of everything open anew. What failed is read again the next time. */
  const sweepOn = async (): Promise<void> => {
    const page = await findAllOpen(sql, sweep.after, sweepMax)
    const ids = new Set(page.map(({ customerId }) => customerId))
    for (const id of ids) sweep.found.add(id)
    mark([...ids])
    sweep.after = page.length < sweepMax ? '' : (page.at(-1)?.positionId ?? '')
    if (sweep.after !== '') return
    // Accounts without open positions are removed when a round of pages ends.
    mark([...ofCustomer.keys()].filter((id) => !sweep.found.has(id)))
    sweep.found.clear()
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
      for (const key of watch.tick(symbol, price, markOf)) liquidate(key)
      ring(symbol, 'mark', { price, at: services.clock.now() })
    },
    onLast: (symbol, price, sequence) => {
      const by = { price, at: services.clock.now(), sequence }
      prints.set(symbol, [...(prints.get(symbol) ?? []).slice(1 - printsKept), by])
      ring(symbol, 'last', by)
    },
    retry: () => {
      liveness.look()
      work.nextRound()
      for (const key of [...watch.waiting().keys()]) {
        const look = watch.again(key, markOf)
        if (look === 'under') liquidate(key)
        else if (look === 'safe' && accounts.get(key)?.isUnderWay === false) liveness.isOver(key)
      }
      for (const [key, { isUnderWay }] of accounts) if (isUnderWay) liquidate(key)
      for (const key of [...reached.keys()]) fire(key)
      mark([...unseen])
      sweep.retries += 1
      if (sweep.retries % sweepEvery !== 0 || sweeping !== undefined || isStopped) return
      sweeping = sweepOn()
        .catch((error: unknown) => log.error({ error }, 'the engine of contracts could not read what is open'))
        .finally(() => {
          sweeping = undefined
        })
    },
    settled: async () => {
      while (refreshing !== undefined || sweeping !== undefined || work.isBusy())
        await Promise.all([refreshing, sweeping, work.settled()])
    },
    stop: async () => {
      isStopped = true
      work.stop()
      await Promise.all([refreshing, sweeping, work.settled()])
    },
    watched: () => watch.count(),
    liveness: () => {
      const blind = [...watch.waiting().values()].filter((look) => look === 'blind').length
      return { ...liveness.figures(), blind }
    },
    late: () =>
      liveness.late().flatMap(({ key, ...one }) => {
        const account = accounts.get(key)
        return account === undefined ? [] : [{ ...one, customerId: account.customerId, subject: account.subject }]
      }),
  }
}
