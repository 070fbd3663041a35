import type { Clock } from '@bolsillo/kernel'
import { type Repeating, repeat, type Services, type Sql, transaction } from '@bolsillo/server-kit'
import { actOfWaiting, emptyBalance } from '../../domain/index.ts'
import { lockHead } from '../ledger-store.ts'
import { findWaitingActs, hasWaitingActs, takeOffQueue } from './act-queue-store.ts'
import { appendBlock, writeBlock } from './append-store.ts'

/** Between two looks for acts that wait: they have their numbers within a second. */
const sealEveryMs = 500
/** Acts of one block: some milliseconds in which nobody else has the head. */
const actsMax = 1000

/** Gives the acts that wait their numbers: at once, then again and again until it is stopped, and once more then. */
interface ActSealer {
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** The sealer of one process. Several may run: whoever has the head takes what waits. */
export function createActSealer(services: Services): ActSealer {
  const { sql, clock } = services
  let sealing: Repeating | undefined
  return {
    // One block: the rows of an installation from before this may be many, and its customers wait.
    start: async () => {
      await sealBlock(sql, clock)
      sealing = repeat(sealEveryMs, () => sealActs(sql, clock), services)
    },
    stop: async () => {
      await sealing?.stop()
      await sealActs(sql, clock)
    },
  }
}

/** Moves everything that waits into the journal. */
export async function sealActs(sql: Sql, clock: Clock): Promise<void> {
  while ((await sealBlock(sql, clock)) === actsMax);
}

/** Moves one block into the journal. @returns how many acts it has. */
async function sealBlock(sql: Sql, clock: Clock): Promise<number> {
  if (!(await hasWaitingActs(sql))) return 0
  return await transaction(sql, async (tx) => {
    const before = await lockHead(tx)
    // Read behind the head: what another process has taken meanwhile is gone.
    const waiting = await findWaitingActs(tx, actsMax)
    if (waiting.length === 0) return 0
    const at = clock.now()
    const notes = waiting.map((act) => actOfWaiting(act, at))
    const nothing = { named: [], entries: [], numberOf: () => 0, had: () => emptyBalance }
    await appendBlock(tx, writeBlock({ before, at, notes, ...nothing }))
    await takeOffQueue(
      tx,
      waiting.map(({ place }) => place),
    )
    return waiting.length
  })
}
