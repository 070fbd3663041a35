import type { Id, Instant, Rejection } from '@bolsillo/kernel'
import type { Db, NeedsPort, OperatorSessionPort, Room, SessionPort } from '@bolsillo/server-kit'

/** The six-digit password orders are confirmed with. */
export interface TradePasswords {
  /**
   * Checks it. A failure is counted in a transaction of its own, so it stays whatever becomes of the order; the fifth
   * locks it for 24 hours. Call it before opening a transaction that locks money: it takes the time of a password hash.
   * @returns undefined when it is right, otherwise the refusal to answer.
   */
  readonly verify: (attempt: {
    readonly customerId: Id<'cus'>
    readonly password: string
    readonly now: Instant
  }) => Promise<Rejection | undefined>
  readonly isSet: (db: Db, customerId: Id<'cus'>) => Promise<boolean>
}

/** A customer of the demo, with what only the one who runs it may know. */
export interface DemoCustomer {
  readonly customerId: Id<'cus'>
  readonly account: string
  readonly password: string
  readonly tradePassword: string
}

export interface DemoOperator {
  readonly account: string
  readonly password: string
}

/** What this room gives the composition root and the rooms above. */
export interface Identity {
  readonly room: Room
  readonly sessions: SessionPort
  readonly operatorSessions: OperatorSessionPort
  /** `vip` is not ours: the composition root adds it. */
  readonly needs: Omit<NeedsPort, 'vip'>
  readonly tradePasswords: TradePasswords
  /** Two customers with random passwords and a trade password. To be called once, on an empty database. */
  readonly createDemoCustomers: () => Promise<readonly DemoCustomer[]>
  /** One operator with a random password. To be called once, on an empty database. */
  readonly createDemoOperator: () => Promise<DemoOperator>
}
