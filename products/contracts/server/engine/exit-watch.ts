import type { Id, Instant } from '@bolsillo/kernel'
import type { Services } from '@bolsillo/server-kit'
import {
  type ContractPosition,
  createPriceAlarms,
  isReached,
  type PriceAlarms,
  type ReachedBy,
  type Trigger,
  type TriggerSource,
  triggerDirection,
} from '../../domain/index.ts'
import type { ReachedExit } from './fire-exit.ts'

/** An exit of an open position. */
export interface Exit {
  readonly position: ContractPosition
  readonly trigger: Trigger
}

/**
 * Exits that wait for a price, and those a price has reached, until they are carried out or are there no more: they fire on
 * what reached them, whatever the price is when they are tried again.
 */
export interface ExitWatch {
  /** Watches an exit from now on, in a slot that it adds to these. */
  readonly arm: (exit: Exit, slots: number[]) => void
  /** Watches what is in these slots no more; the prices that reached it are kept. */
  readonly disarm: (slots: readonly number[]) => void
  readonly inSlots: (slots: readonly number[]) => readonly Exit[]
  /** Drops the prices that reached exits since removed or moved. */
  readonly forgetReached: (before: readonly Exit[], now: readonly Exit[]) => void
  readonly onMark: (symbol: string, price: bigint) => void
  /** A print, with its number in its book. */
  readonly onLast: (symbol: string, price: bigint, sequence?: number) => void
  /** Fires again whatever was reached and is not carried out. */
  readonly retry: () => void
  /** An exit is carried out, or is there no more. */
  readonly isOver: (key: string) => void
}

/** Where the prices of exits come from, and how exits are carried out. */
interface ExitOptions {
  readonly services: Pick<Services, 'clock'>
  readonly markOf: (symbol: string) => bigint | undefined
  readonly lastOf: (symbol: string) => bigint | undefined
  readonly lastPrintOf: (symbol: string) => number | undefined
  /** Asks for an attempt at something for a customer, by its key. */
  readonly attempt: (key: string, customerId: Id<'cus'>, act: () => Promise<boolean>) => void
  readonly fire: (exit: ReachedExit) => Promise<boolean>
}

/** What is watched. */
interface Exits {
  readonly options: ExitOptions
  readonly startedAt: Instant
  /** By slot. */
  readonly armed: (Exit | undefined)[]
  readonly freeSlots: number[]
  /** Slots by the prices that wake them, by source and instrument. */
  readonly alarms: Map<string, PriceAlarms>
  /** Filled and read within one price. */
  readonly woken: number[]
  /** Prints of late, the oldest first. */
  readonly prints: Map<string, ReachedBy[]>
  readonly reached: Map<string, ReachedExit>
}

/** Prints of a contract that are kept for exits that were set just before them. */
const printsKept = 100

const exitKey = ({ position, trigger }: Exit): string =>
  `${position.positionId} ${trigger.kind} ${trigger.on} ${trigger.price} ${trigger.setAt}`

/** Nothing is watched yet. */
export function watchExits(options: ExitOptions): ExitWatch {
  const { clock } = options.services
  const exits: Exits = {
    options,
    startedAt: clock.now(),
    armed: [],
    freeSlots: [],
    alarms: new Map(),
    woken: [],
    prints: new Map(),
    reached: new Map(),
  }
  const { armed, prints, reached } = exits
  return {
    arm: (exit, slots) => arm(exits, exit, slots),
    disarm: (slots) => disarm(exits, slots),
    inSlots: (slots) => slots.flatMap((slot) => armed[slot] ?? []),
    forgetReached: (before, now) => {
      const left = new Set(now.map(exitKey))
      for (const exit of before) if (!left.has(exitKey(exit))) reached.delete(exitKey(exit))
    },
    onMark: (symbol, price) => ring(exits, symbol, 'mark', { price, at: clock.now() }),
    onLast: (symbol, price, sequence) => {
      const by = { price, at: clock.now(), sequence }
      prints.set(symbol, [...(prints.get(symbol) ?? []).slice(1 - printsKept), by])
      ring(exits, symbol, 'last', by)
    },
    retry: () => {
      for (const key of [...reached.keys()]) fire(exits, key)
    },
    isOver: (key) => void reached.delete(key),
  }
}

function arm(exits: Exits, exit: Exit, slots: number[]): void {
  const { options, armed, freeSlots, reached } = exits
  const { position, trigger } = exit
  const slot = freeSlots.pop() ?? armed.length
  armed[slot] = exit
  slots.push(slot)
  const key = exitKey(exit)
  const before = reached.get(key)?.by ?? trigger.reached ?? missedBy(exits, exit)
  if (before !== undefined) {
    reached.set(key, { ...exit, by: before })
    fire(exits, key)
    return
  }
  setAlarm(exits, exit, slot)
  // Exits reached while no process ran are judged by the current price.
  const now = trigger.on === 'mark' ? options.markOf(position.symbol) : options.lastOf(position.symbol)
  if (now !== undefined) {
    ring(exits, position.symbol, trigger.on, { price: now, at: options.services.clock.now() })
  }
}

/** The print that reached an exit between its being set and its being watched, a few milliseconds later. */
function missedBy(exits: Exits, { position, trigger }: Exit): ReachedBy | undefined {
  const after = trigger.on === 'last' ? setAfter(exits, position.symbol, trigger) : undefined
  if (after === undefined) return undefined
  return exits.prints
    .get(position.symbol)
    ?.find(({ sequence = 0, price }) => sequence > after && isReached(position.size, trigger, price))
}

/** After which print an exit was set; undefined when another process set it, whose prints count anew. */
function setAfter({ options, startedAt }: Exits, symbol: string, { setAt, afterPrint }: Trigger): number | undefined {
  return setAt >= startedAt && (afterPrint ?? 0) <= (options.lastPrintOf(symbol) ?? -1) ? afterPrint : undefined
}

function setAlarm(exits: Exits, { position, trigger }: Exit, slot: number): void {
  const set = alarmsOf(exits, position.symbol, trigger.on)
  if (triggerDirection(position.size, trigger.kind) === 'above') set.setAbove(slot, trigger.price)
  else set.setBelow(slot, trigger.price)
}

function alarmsOf({ alarms }: Exits, symbol: string, on: TriggerSource): PriceAlarms {
  const key = `${on} ${symbol}`
  const known = alarms.get(key) ?? createPriceAlarms()
  alarms.set(key, known)
  return known
}

/** Fires what a price reaches. */
function ring(exits: Exits, symbol: string, on: TriggerSource, by: ReachedBy): void {
  const { woken, armed, reached } = exits
  woken.length = 0
  if (alarmsOf(exits, symbol, on).take(by.price, woken) === 0) return
  for (const slot of [...woken]) {
    const exit = armed[slot]
    if (exit === undefined) continue
    if (isBefore(exits, exit, by)) {
      setAlarm(exits, exit, slot)
      continue
    }
    const key = exitKey(exit)
    // The price that was first stays: it is the one that reached it.
    if (!reached.has(key)) reached.set(key, { ...exit, by })
    fire(exits, key)
  }
}

/** A print from before an exit was set does not reach it. */
function isBefore(exits: Exits, { position, trigger }: Exit, { sequence }: ReachedBy): boolean {
  return sequence !== undefined && sequence <= (setAfter(exits, position.symbol, trigger) ?? -1)
}

function fire({ options, reached }: Exits, key: string): void {
  const found = reached.get(key)
  if (found === undefined) return
  options.attempt(key, found.position.customerId, () => options.fire(found))
}

function disarm(exits: Exits, slots: readonly number[]): void {
  const { armed, freeSlots } = exits
  for (const slot of slots) {
    const was = armed[slot]
    if (was !== undefined) {
      for (const on of ['mark', 'last'] as const) alarmsOf(exits, was.position.symbol, on).clear(slot)
    }
    armed[slot] = undefined
    freeSlots.push(slot)
  }
}
