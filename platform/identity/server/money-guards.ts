import type { Id, Instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { CoolDownReason } from '../contract/index.ts'

export { type CoolDownReason, coolDownReasons, newDestinationReasons } from '../contract/index.ts'

export interface CoolDown {
  readonly reason: CoolDownReason
  readonly from: Instant
  /** It ends by itself. */
  readonly until: Instant
}

export interface AccountHold {
  readonly from: Instant
  readonly until: Instant
}

/** What other rooms may know and change of a customer's account. */
export interface CustomerRecords {
  /** Until when this customer's withdrawals wait, and why; the latest to end. */
  readonly coolDown: (db: Db, customerId: Id<'cus'>, now: Instant) => Promise<CoolDown | undefined>
  /**
   * The latest change of what protects the account, and until when, for a day at least, nothing is opened on credit and
   * destinations wait that were new at the change.
   */
  readonly accountHold: (db: Db, customerId: Id<'cus'>, now: Instant) => Promise<AccountHold | undefined>
  readonly find: (db: Db, customerId: Id<'cus'>) => Promise<CustomerSummary | undefined>
  /** By the number given to support; for the console. */
  readonly findByNumber: (db: Db, displayNumber: string) => Promise<CustomerSummary | undefined>
  /** The room that checks papers reports the outcome. */
  readonly setIdentityState: (
    tx: Tx,
    customerId: Id<'cus'>,
    state: 'none' | 'pending' | 'succ' | 'fail',
  ) => Promise<void>
  /** Restricts (0) or frees (1). Ends the sessions of a restricted customer; they may open a restricted one. */
  readonly setStatus: (tx: Tx, customerId: Id<'cus'>, status: 0 | 1, now: Instant) => Promise<void>
  /**
   * Sends a notice by the ways the customer has, in their language. Whether one that is `about` what a customer may switch off
   * is sent, and when, is decided where the application is composed; by itself it always is.
   */
  readonly notify: (
    tx: Tx,
    notice: {
      /** What it is about, as acts are named: `withdrawals.hold`. Left out: what nobody can switch off. */
      readonly about?: string
      readonly customerId: Id<'cus'>
      /** `{ 'es-ES': …, 'en-US': …, 'pt-BR': … }`, filled in. */
      readonly title: Readonly<Record<string, string>>
      readonly text: Readonly<Record<string, string>>
      readonly now: Instant
    },
  ) => Promise<void>
  /** Writes to one address of a customer's. @returns how many messages that is: none when there is no such address. */
  readonly writeTo: (
    tx: Tx,
    message: {
      readonly customerId: Id<'cus'>
      readonly way: 'email' | 'phone'
      readonly title: string
      readonly text: string
      readonly at: Instant
    },
  ) => Promise<number>
  /** By which ways a customer can be written to. */
  readonly ways: (db: Db, customerId: Id<'cus'>) => Promise<readonly ('email' | 'phone')[]>
}

/** A customer as staff and other rooms see them. */
export interface CustomerSummary {
  readonly customerId: Id<'cus'>
  readonly displayNumber: string
  /** Masked. */
  readonly account: string
  readonly status: 0 | 1
  readonly identityState: 'none' | 'pending' | 'succ' | 'fail'
  readonly language: string
  readonly createdAt: Instant
}
