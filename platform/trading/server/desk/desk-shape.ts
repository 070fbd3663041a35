import type { Rejection } from '@bolsillo/kernel'
import type { Cancelled, CancelOrder, Placed, PlaceOrder, Trading } from '../trading.ts'
import type { LineLimits } from './command-line.ts'

/** The state of a desk. `down`: the database failed; it retries at every tick. `fenced`: another desk took over. */
export type DeskStatus = 'idle' | 'running' | 'down' | 'fenced' | 'stopped'

/** One writer for a shard of instruments: commands come in, batches commit, answers go out. */
export interface Desk {
  readonly place: (order: PlaceOrder) => Promise<Placed | Rejection>
  readonly cancel: (order: CancelOrder) => Promise<Cancelled | Rejection>
  readonly act: Trading['act']
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  /** Triggers reached stops, activates exits, expires day orders, restarts a desk that is down. Called a few times a second. */
  readonly tick: () => Promise<void>
  /**
   * Runs work that writes what the desk remembers of holdings, while no batch is under way; those holdings, as they
   * are listed when it has ended, are read again afterwards.
   */
  readonly between: (work: () => Promise<void>, holdings: readonly string[]) => Promise<void>
  readonly status: () => DeskStatus
  readonly waiting: () => number
  /** Whether a batch is under way or something waits for one. */
  readonly isBusy: () => boolean
}

/** Limits of the desk. `partMax`: so many commands are decided before they are sent, while PostgreSQL works on those before. */
export interface DeskLimits extends LineLimits {
  readonly partMax: number
}

/** The defaults; beyond `waitingMax` new orders are refused. */
export const deskLimits: DeskLimits = { batchMax: 512, waitingMax: 4096, partMax: 128 }
