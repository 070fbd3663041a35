import { coreRejections } from '@bolsillo/contract'
import { type Rejection, reject } from '@bolsillo/kernel'
import type { IdempotencyClaim } from '@bolsillo/server-kit'
import type { Batch } from './batch.ts'
import { abandon, act, cancel, expire, place, trigger, wake } from './desk-commands.ts'
import type { DeskCommand } from './desk-world.ts'
import { applyReports } from './order-life.ts'

/** A command of a batch, and why it was refused if it was. */
export interface DecidedCommand {
  readonly command: DeskCommand
  readonly refusal: Rejection | undefined
}

/** An idempotency key as `Batch.usedKeys` has it. */
export const keyOf = ({ scope, key }: IdempotencyClaim): string => `${scope} ${key}`

/** The keys that customers' commands came with. */
export function claimsOf(commands: readonly DeskCommand[]): readonly IdempotencyClaim[] {
  return commands.flatMap((command) => claimOf(command) ?? [])
}

/** The key a command came with; undefined when it came without one, or not from a customer. */
function claimOf(command: DeskCommand): IdempotencyClaim | undefined {
  if (command.kind === 'act') return command.act.claim
  return command.kind === 'place' || command.kind === 'cancel' ? command.order.claim : undefined
}

/**
 * Carries a command out within a batch: the same for the same batch and books of venues, which it moves. Reads and writes
 * nothing else. @returns why it was refused; then nothing was done.
 */
export function step(batch: Batch, command: DeskCommand): Rejection | undefined {
  switch (command.kind) {
    case 'place':
    case 'cancel':
    case 'act':
      return stepOnce(batch, command)
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

type Asked = Extract<DeskCommand, { kind: 'place' | 'cancel' | 'act' }>

/** Does what a customer or a product asks, once for each key. */
function stepOnce(batch: Batch, command: Asked): Rejection | undefined {
  const claim = claimOf(command)
  if (claim !== undefined && batch.usedKeys.has(keyOf(claim))) return reject(coreRejections.keyInFlight)
  const refusal = obey(batch, command)
  if (claim !== undefined && refusal === undefined) batch.usedKeys.add(keyOf(claim))
  return refusal
}

function obey(batch: Batch, command: Asked): Rejection | undefined {
  const prepared = batch.prepared.get(command) ?? []
  switch (command.kind) {
    case 'place':
      return place(batch, command.order.instrumentId, prepared[0])
    case 'cancel':
      return cancel(batch, command.order)
    case 'act':
      return act(batch, command.act, prepared)
  }
}
