import { coreRejections } from '@bolsillo/contract'
import { type Instant, type Rejection, reject } from '@bolsillo/kernel'
import type { AccountId, Balance, ChainHead, NewAct } from '@bolsillo/ledger/domain'
import type { PreparedPosting } from '@bolsillo/ledger/server'
import { type IdempotencyClaim, nextTurn } from '@bolsillo/server-kit'
import { actOfOrder, type Order } from '../domain/index.ts'
import { type Batch, type BatchChanges, openBatch } from './batch.ts'
import type { BatchScope } from './batch-scope.ts'
import { abandon, act, cancel, expire, place, trigger, wake } from './desk-commands.ts'
import type { DeskState } from './desk-state.ts'
import type { DeskCommand, DeskWorld } from './desk-world.ts'
import { applyReports } from './order-life.ts'

/** What a batch is decided on. */
export interface BatchMoment {
  readonly now: Instant
  readonly balances: ReadonlyMap<AccountId, Balance>
  readonly holdings: ReadonlyMap<string, unknown>
  /** Idempotency keys that have had their effect, or have it in a batch before this one. See `keyOf`. */
  readonly usedKeys: ReadonlySet<string>
}

/** A command of a batch, and why it was refused if it was. */
export interface DecidedCommand {
  readonly command: DeskCommand
  readonly refusal: Rejection | undefined
}

/** A batch that is decided in memory. Nothing of it is written yet. */
export interface DecidedBatch {
  readonly commands: readonly DeskCommand[]
  readonly scope: BatchScope
  readonly moment: BatchMoment
  readonly batch: Batch
  readonly decided: readonly DecidedCommand[]
  readonly changes: BatchChanges
  /** Its entries worked out before the head is locked, where the one they follow was known. */
  readonly prepared: PreparedPosting | undefined
  /** What it did to each order, as the journal keeps it; made once the batch before has its numbers. */
  readonly notes: readonly NewAct[] | undefined
  /** Where they lead the journal; undefined until they are worked out. */
  readonly leads: { head: ChainHead | undefined }
}

/** An idempotency key as `usedKeys` has it. */
export const keyOf = ({ scope, key }: IdempotencyClaim): string => `${scope} ${key}`

/** The keys that customers' commands came with. */
export function claimsOf(commands: readonly DeskCommand[]): readonly IdempotencyClaim[] {
  return commands.flatMap((command) => claimOf(command) ?? [])
}

/** The key a command came with; undefined when it came without one, or not from a customer. */
export function claimOf(command: DeskCommand): IdempotencyClaim | undefined {
  if (command.kind === 'act') return command.act.claim
  return command.kind === 'place' || command.kind === 'cancel' ? command.order.claim : undefined
}

/** The orders a batch touched, in the order of its acts about them. */
export function touchedOrders({ created, changed }: BatchChanges): readonly Order[] {
  return [...created, ...changed]
}

/** What the batch did to each order, as acts. Every act of the batch before must have its number. */
export function notesOf(state: Pick<DeskState, 'lastAct'>, { changes }: DecidedBatch): readonly NewAct[] {
  const steps = Map.groupBy(changes.events, ({ orderId }) => orderId)
  const noted = (isNew: boolean) => (order: Order) =>
    actOfOrder(order, steps.get(order.orderId) ?? [], { previous: state.lastAct(order.orderId), isNew })
  return [...changes.created.map(noted(true)), ...changes.changed.map(noted(false))]
}

/** Decides commands one after the other. Venues' books change with it; the desk's state does not. */
export function decideBatch(world: DeskWorld, state: DeskState, given: ToDecide): DecidedBatch {
  const { decide, end } = beginDeciding(world, state, given)
  for (const command of given.commands) decide(command)
  return end()
}

/** Commands decided between two turns of the event loop: a millisecond or two. */
const decidedInTurn = 16

/** The same, with turns of the event loop in between, for when nothing is locked. What it decides on must keep still. */
export async function decideInTurns(world: DeskWorld, state: DeskState, given: ToDecide): Promise<DecidedBatch> {
  const { decide, end } = beginDeciding(world, state, given)
  for (const [at, command] of given.commands.entries()) {
    if (at % decidedInTurn === decidedInTurn - 1) await nextTurn()
    decide(command)
  }
  return end()
}

type ToDecide = Pick<DecidedBatch, 'commands' | 'scope' | 'moment'>

function beginDeciding(world: DeskWorld, state: DeskState, { commands, scope, moment }: ToDecide) {
  const batch = openBatch(world, state, moment, { now: moment.now, suspects: scope.suspects })
  const seen = new Set(moment.usedKeys)
  const decided: DecidedCommand[] = []
  const refusalOf = (command: DeskCommand): Rejection | undefined => {
    switch (command.kind) {
      case 'place':
      case 'cancel':
      case 'act': {
        const claim = claimOf(command)
        if (claim !== undefined && seen.has(keyOf(claim))) return reject(coreRejections.keyInFlight)
        const refusal = obey(batch, command, scope)
        if (claim !== undefined && refusal === undefined) seen.add(keyOf(claim))
        return refusal
      }
      case 'report':
        applyReports(batch, [command.report])
        return undefined
      default: {
        const order = batch.order(command.orderId)
        if (order !== undefined) ({ trigger, expire, activate: wake, abandon })[command.kind](batch, order)
        return undefined
      }
    }
  }
  return {
    decide: (command: DeskCommand): void => {
      decided.push({ command, refusal: refusalOf(command) })
    },
    end: (): DecidedBatch => {
      const leads = { head: undefined }
      return {
        commands,
        scope,
        moment,
        batch,
        decided,
        changes: batch.changes(),
        prepared: undefined,
        notes: undefined,
        leads,
      }
    },
  }
}

/** Does what a customer or a product asks. @returns why not. */
function obey(
  batch: Batch,
  command: Extract<DeskCommand, { kind: 'place' | 'cancel' | 'act' }>,
  scope: BatchScope,
): Rejection | undefined {
  const prepared = scope.prepared.get(command) ?? []
  switch (command.kind) {
    case 'place':
      return place(batch, command.order.instrumentId, prepared[0])
    case 'cancel':
      return cancel(batch, command.order)
    case 'act':
      return act(batch, command.act, prepared)
  }
}
