import type { Need } from '@bolsillo/contract'
import type { Id, Instant } from '@bolsillo/kernel'
import type { CustomerSession, Db, OperatorSession } from './room.ts'

/** The guards' lookups of customers' sessions, implemented by platform/identity. */
export interface SessionPort {
  /** The live session of a token, or undefined when there is none (any more). May note the session's last use. */
  readonly find: (token: string, now: Instant) => Promise<CustomerSession | undefined>
  /** Which of these sessions are still live and not restricted. Called twice a second for open private channels. */
  readonly live: (sessions: readonly Id<'ses'>[], now: Instant) => Promise<ReadonlySet<Id<'ses'>>>
}

/** The same for staff, whose sessions are separate. */
export interface OperatorSessionPort {
  readonly find: (token: string, now: Instant) => Promise<OperatorSession | undefined>
}

/** Whether a customer meets a need now. `practice-market` follows from the mode of the installation. */
export type NeedCheck = (customerId: Id<'cus'>, db: Db, now: Instant) => Promise<boolean>

/** The check of each need that a contract may declare. */
export type NeedsPort = Readonly<Record<Exclude<Need, 'practice-market'>, NeedCheck>>
