import type { OperatorFactors, PinPasswords, SecondFactors, WithdrawalPasswords } from '@bolsillo/factors/server'
import type { Id } from '@bolsillo/kernel'
import type { Db, NeedsPort, OperatorSessionPort, Room, SessionPort, Tx } from '@bolsillo/server-kit'
import type { CustomerRecords } from './money-guards.ts'
import type { StaffAccounts } from './operator/staff-accounts.ts'

/** The six-digit password orders are confirmed with. */
export type TradePasswords = PinPasswords

/** A customer of the demo, with what only the one who runs it may know. */
export interface DemoCustomer {
  readonly customerId: Id<'cus'>
  readonly account: string
  readonly password: string
  readonly tradePassword: string
  readonly withdrawalPassword: string
}

export interface DemoOperator {
  readonly operatorId: Id<'opr'>
  readonly account: string
  readonly password: string
  /** What an authenticator app takes: practice only, made to be shown. */
  readonly totpSecret: string
  readonly roles: readonly string[]
}

/** What this room gives the composition root and the rooms above. */
export interface Identity {
  readonly room: Room
  readonly sessions: SessionPort
  /** Gives a customer's session another token: the one before opens nothing from the commit on. @returns the new one. */
  readonly renewSession: (tx: Tx, sessionId: Id<'ses'>) => Promise<string>
  readonly operatorSessions: OperatorSessionPort
  /** `vip` is not ours: the composition root adds it. */
  readonly needs: Omit<NeedsPort, 'vip'>
  readonly tradePasswords: TradePasswords
  readonly withdrawalPasswords: WithdrawalPasswords
  readonly secondFactors: SecondFactors
  /** The same for staff. */
  readonly operatorFactors: OperatorFactors
  /** The accounts of staff: changed by two people. */
  readonly staff: StaffAccounts
  readonly customers: CustomerRecords
  /** Two customers with random passwords and a trade password. To be called once, on an empty database. */
  readonly createDemoCustomers: () => Promise<readonly DemoCustomer[]>
  /** The customers of the demo, by their mark: the firm's own, left out of what it publishes about customers. */
  readonly demoCustomers: (db: Db) => Promise<readonly Id<'cus'>[]>
  /** Two operators, because what moves money takes two people. To be called once, on an empty database. */
  readonly createDemoOperators: () => Promise<readonly DemoOperator[]>
}
