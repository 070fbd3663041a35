import type { Id } from '@bolsillo/kernel'
import type { Ledger } from '@bolsillo/ledger/server'
import type { Services } from '@bolsillo/server-kit'
import {
  type ContractPosition,
  type ContractTerms,
  createAccountWatch,
  fineToMinor,
  type WatchedAccount,
} from '../../domain/index.ts'
import { type LateEpisode, type Liveness, watchLiveness } from './engine-liveness.ts'
import { createWork, type Work } from './engine-work.ts'
import { type ExitWatch, watchExits } from './exit-watch.ts'
import type { ReachedExit } from './fire-exit.ts'
import { createOpenReader, type OpenReader } from './open-reader.ts'
import type { RatioAccount, WarningLine } from './warning-line.ts'

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

interface EngineOptions {
  readonly services: Services
  readonly ledger: Ledger
  readonly termsOf: (symbol: string) => ContractTerms
  readonly markOf: (symbol: string) => bigint | undefined
  readonly lastOf: (symbol: string) => bigint | undefined
  readonly lastPrintOf: (symbol: string) => number | undefined
  readonly acts: EngineActs
  readonly warnings: WarningLine
}

interface Account {
  readonly customerId: Id<'cus'>
  readonly subject: Subject
  /** A liquidation of it is begun. */
  readonly isUnderWay: boolean
}

/** What is watched of a customer: accounts by key, exits by slot. */
interface Watched {
  readonly accounts: string[]
  readonly slots: number[]
}

/** What an engine consists of. */
interface Parts {
  readonly options: EngineOptions
  readonly watch: ReturnType<typeof createAccountWatch>
  readonly accounts: Map<string, Account>
  readonly ofCustomer: Map<Id<'cus'>, Watched>
  readonly exits: ExitWatch
  readonly liveness: ReturnType<typeof watchLiveness>
  readonly work: Work
  readonly reader: OpenReader
}

const isolatedKey = (customerId: Id<'cus'>, symbol: string): string => `${customerId} ${symbol}`
const crossKey = (customerId: Id<'cus'>): string => `${customerId} cross`

export function createEngine(options: EngineOptions): Engine {
  const parts = assemble(options)
  const { warnings } = options
  const { watch, accounts, exits, liveness, work, reader } = parts
  return {
    start: async () => {
      await warnings.start()
      await reader.start()
      warnings.started()
    },
    changed: reader.changed,
    onMark: (symbol, price) => {
      for (const key of watch.tick(symbol, price, options.markOf)) liquidate(parts, key)
      exits.onMark(symbol, price)
      warnings.onMark(symbol)
    },
    onLast: exits.onLast,
    retry: () => retry(parts),
    settled: async () => {
      while (reader.isBusy() || work.isBusy() || warnings.isBusy())
        await Promise.all([reader.settled(), work.settled(), warnings.settled()])
    },
    stop: async () => {
      reader.stop()
      work.stop()
      warnings.stop()
      await Promise.all([reader.settled(), work.settled(), warnings.settled()])
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

function assemble(options: EngineOptions): Parts {
  const { services, ledger, acts } = options
  const liveness = watchLiveness(services)
  const work = createWork(services.log, (key, outcome) => {
    liveness.hasLooked(key, outcome)
    if (outcome === 'done') parts.exits.isOver(key)
  })
  const parts: Parts = {
    options,
    watch: createAccountWatch(),
    accounts: new Map(),
    ofCustomer: new Map(),
    exits: watchExits({
      ...options,
      attempt: (key, customerId, act) => attempt(parts, key, customerId, act),
      fire: (exit) => acts.fire(exit),
    }),
    liveness,
    work,
    reader: createOpenReader({
      services,
      ledger,
      take: (customerId, positions, free) => take(parts, customerId, positions, free),
      taken: () => parts.ofCustomer.keys(),
    }),
  }
  return parts
}

/** Does again whatever is to be done. */
function retry(parts: Parts): void {
  const { options, watch, accounts, exits, liveness, work, reader } = parts
  liveness.look()
  work.nextRound()
  for (const key of [...watch.waiting().keys()]) {
    const look = watch.again(key, options.markOf)
    if (look === 'under') liquidate(parts, key)
    else if (look === 'safe' && accounts.get(key)?.isUnderWay === false) liveness.isOver(key)
  }
  for (const [key, { isUnderWay }] of accounts) if (isUnderWay) liquidate(parts, key)
  exits.retry()
  options.warnings.retry()
  reader.retry()
}

function liquidate(parts: Parts, key: string): void {
  const { options, watch, accounts, liveness } = parts
  const found = accounts.get(key)
  if (found === undefined) return
  const { customerId, subject } = found
  liveness.isBelow(key)
  const isAsked = attempt(parts, key, customerId, () => options.acts.liquidate(customerId, subject))
  // Without a mark no step is possible, and none is late.
  if (isAsked && watch.waiting().get(key) !== 'blind') liveness.isDue(key)
}

/** Asks for an attempt at something for a customer. @returns whether it is under way or in line now. */
function attempt(parts: Parts, key: string, customerId: Id<'cus'>, act: () => Promise<boolean>): boolean {
  return parts.work.ask(key, () => afterwards(parts, customerId, act()))
}

/** Whatever came of an act, its customer is looked at anew. */
async function afterwards({ reader }: Parts, customerId: Id<'cus'>, act: Promise<boolean>): Promise<boolean> {
  try {
    return await act
  } finally {
    reader.changed([customerId])
  }
}

/** Takes a customer over as PostgreSQL has them. */
function take(parts: Parts, customerId: Id<'cus'>, positions: readonly ContractPosition[], free: bigint): void {
  const { options, accounts, ofCustomer, exits, liveness } = parts
  const before = ofCustomer.get(customerId)
  const exitsBefore = exits.inSlots(before?.slots ?? [])
  forget(parts, customerId)
  const kept: Watched = { accounts: [], slots: [] }
  if (positions.length > 0) ofCustomer.set(customerId, kept)
  const watched = (one: ContractPosition) => ({ terms: options.termsOf(one.symbol), size: one.size, entry: one.entry })
  const ratios: RatioAccount[] = []
  for (const one of positions.filter(({ mode }) => mode === 'isolated')) {
    const key = isolatedKey(customerId, one.symbol)
    const isUnderWay = one.liquidationId !== undefined
    kept.accounts.push(key)
    accounts.set(key, { customerId, subject: { kind: 'isolated', symbol: one.symbol }, isUnderWay })
    const account = { cash: one.margin * fineToMinor, positions: [watched(one)] }
    if (!isUnderWay)
      ratios.push({ account: one.positionId, subject: { kind: 'isolated', symbol: one.symbol }, watched: account })
    seen(parts, key, account)
  }
  const cross = positions.filter(({ mode }) => mode === 'cross')
  if (cross.length > 0) {
    const key = crossKey(customerId)
    const margin = cross.reduce((sum, one) => sum + one.margin, 0n)
    const isUnderWay = cross.some(({ liquidationId }) => liquidationId !== undefined)
    kept.accounts.push(key)
    accounts.set(key, { customerId, subject: { kind: 'cross' }, isUnderWay })
    const account = { cash: (free + margin) * fineToMinor, positions: cross.map(watched) }
    if (!isUnderWay) ratios.push({ account: 'cross', subject: { kind: 'cross' }, watched: account })
    seen(parts, key, account)
  }
  for (const key of before?.accounts ?? []) if (!accounts.has(key)) liveness.isOver(key)
  // Nothing else is done to what is being liquidated, its exits neither.
  const exitsNow = positions
    .filter(({ liquidationId }) => liquidationId === undefined)
    .flatMap((position) => position.triggers.map((trigger) => ({ position, trigger })))
  exits.forgetReached(exitsBefore, exitsNow)
  for (const exit of exitsNow) exits.arm(exit, kept.slots)
  const open = positions.map(({ mode, positionId }) => (mode === 'cross' ? 'cross' : positionId))
  options.warnings.take(customerId, ratios, new Set(open))
}

function seen(parts: Parts, key: string, account: WatchedAccount): void {
  const { options, watch, accounts, liveness } = parts
  const look = watch.put(key, account, options.markOf)
  // A liquidation that was under way when the process ended goes on.
  if (look === 'under' || accounts.get(key)?.isUnderWay === true) liquidate(parts, key)
  else if (look === 'safe') liveness.isOver(key)
}

function forget({ watch, accounts, ofCustomer, exits }: Parts, customerId: Id<'cus'>): void {
  const known = ofCustomer.get(customerId)
  if (known === undefined) return
  for (const key of known.accounts) {
    watch.remove(key)
    accounts.delete(key)
  }
  exits.disarm(known.slots)
  ofCustomer.delete(customerId)
}
