import type { Id, Instant, Rejection } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'

/** How a customer shows they hold their second factor: a code of an authenticator app, or a passkey's assertion. */
export interface FactorProof {
  /** The challenge this answers: made by `POST /user/factor/challenge`, good once, for five minutes. */
  readonly challengeId: Id<'chl'>
  /** Six digits. */
  readonly code?: string
  /** The browser's answer (JSON text of a `PublicKeyCredential`). */
  readonly assertion?: string
}

/** What a challenge is bound to. Any change of it voids the challenge. */
export interface FactorPurpose {
  /** `withdraw`, `add-destination`, `change-password`, `change-email`, `remove-factor`, … */
  readonly action: string
  /** What the customer was shown: amount, fee, asset, destination. Compared text by text, in any order. */
  readonly bound: Readonly<Record<string, string>>
}

/** The second factor, as rooms that move money ask for it. */
export interface SecondFactors {
  /**
   * Checks a proof and uses the challenge up; failures are counted in a transaction of their own.
   * @returns undefined when it is right, otherwise the refusal to answer.
   */
  readonly verify: (attempt: {
    readonly customerId: Id<'cus'>
    readonly purpose: FactorPurpose
    readonly proof: FactorProof
    readonly now: Instant
  }) => Promise<Rejection | undefined>
  readonly isSet: (db: Db, customerId: Id<'cus'>) => Promise<boolean>
}

/** The same for staff. Both people of an approval give theirs. */
export interface OperatorFactors {
  /** Checks a proof and uses its challenge up. @returns undefined when it is right. */
  readonly verify: (attempt: {
    readonly operatorId: Id<'opr'>
    readonly purpose: FactorPurpose
    readonly proof: FactorProof
    readonly now: Instant
  }) => Promise<Rejection | undefined>
  /** When the second factor was last given in this session (at sign-in, or since), if it was. */
  readonly givenAt: (db: Db, sessionId: Id<'ses'>) => Promise<Instant | undefined>
}

/** Six digits an order or a withdrawal is confirmed with. */
export interface PinPasswords {
  /**
   * Checks them. A failure is counted in a transaction of its own, so it stays whatever the outcome of the request; the
   * fifth locks them for 24 hours. Call it before opening a transaction that locks money: it takes the time of a
   * password hash.
   * @returns undefined when they are right, otherwise the refusal to answer.
   */
  readonly verify: (attempt: {
    readonly customerId: Id<'cus'>
    readonly password: string
    readonly now: Instant
  }) => Promise<Rejection | undefined>
  readonly isSet: (db: Db, customerId: Id<'cus'>) => Promise<boolean>
}

/** The password withdrawals are confirmed with: the twin of the trade password. */
export type WithdrawalPasswords = PinPasswords
