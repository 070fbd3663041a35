import type { Need } from '@bolsillo/contract'
import type { Id, Instant } from '@bolsillo/kernel'
import type { CustomerSession, Db, OperatorSession } from './room.ts'

/** What the guards ask about customers' sessions. platform/identity answers. */
export interface SessionPort {
  /** The live session of a token, or undefined when there is none (any more). May note the session's last use. */
  readonly find: (token: string, now: Instant) => Promise<CustomerSession | undefined>
  /** Which of these sessions are still live and not restricted. Asked twice a second for open private channels. */
  readonly live: (sessions: readonly Id<'ses'>[], now: Instant) => Promise<ReadonlySet<Id<'ses'>>>
}

/** The same for staff, whose sessions are kept apart. */
export interface OperatorSessionPort {
  readonly find: (token: string, now: Instant) => Promise<OperatorSession | undefined>
}

/** Whether a customer meets a need, now. `practice-market` is not asked: the mode of the installation answers it. */
export type NeedCheck = (customerId: Id<'cus'>, db: Db, now: Instant) => Promise<boolean>

/** Who answers for each need a contract may state. */
export type NeedsPort = Readonly<Record<Exclude<Need, 'practice-market'>, NeedCheck>>
