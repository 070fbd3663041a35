import type { RejectionSpec } from '@bolsillo/kernel'
import type * as z from 'zod/mini'

/**
 * Who may make a call. `public`: anyone. `customer`: a live session. `operator`: a console session.
 * `restricted`: a live session, also one of a disabled customer (statements, support, withdrawing: see decision 11).
 */
export type Audience = 'public' | 'customer' | 'restricted' | 'operator'

/** What a member of staff may be. Each operator call names the roles that may make it. */
export const operatorRoles = ['support', 'compliance', 'treasury', 'product', 'auditor', 'admin'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/**
 * Preconditions on the customer. One guard enforces them, and the same data disables the button. They are checked in
 * this order.
 */
export type Need =
  | 'identity-verified'
  /**
   * The same before trading, where the setting asks for it (decision 9). No call declares it: whether an order opens anything is
   * known from the order, and what only sells or closes asks for no identity.
   */
  | 'identity-before-trading'
  | 'trade-password-set'
  | 'withdrawal-password-set'
  /** An authenticator app or a passkey: messages alone never move money (decision 9). */
  | 'second-factor-set'
  | 'vip'
  | 'practice-market'

export type Fields = z.ZodMiniObject

/** One call, as data: server, client, hooks and OpenAPI are all made from it. */
export interface Call<
  Name extends string = string,
  Request extends Fields = Fields,
  Reply extends z.ZodMiniType = z.ZodMiniType,
> {
  /** Unique, a verb phrase in kebab-case: `buy-stock`. */
  readonly name: Name
  readonly method: 'GET' | 'POST'
  /** Below `/ipcf-api` (customers) or `/console-api` (operators), as the specification spells it. */
  readonly path: string
  readonly audience: Audience
  readonly needs: readonly Need[]
  /** Who of the staff may make an operator call; the mount refuses everybody else. */
  readonly roles?: readonly OperatorRole[]
  /** What an operator call is for, as customers read it in the list of powers; every one has it. */
  readonly power?: Readonly<Record<'es-ES' | 'en-US' | 'pt-BR', string>>
  /** An operator whose powers have not begun may make it too: it concerns their own access. */
  readonly beforePowers?: boolean
  /** The query's fields (GET) or the body's (POST); unknown fields are refused. */
  readonly request: Request
  /** The `data` of a success. */
  readonly reply: Reply
  /** Every refusal of the use case, in the order it is checked. Guard and parser refusals come before and are not listed. */
  readonly rejections: readonly RejectionSpec[]
  /** One sentence for OpenAPI and the generated index. */
  readonly summary: string
  /**
   * `read`: no effect; may be retried at will. `write`: takes an Idempotency-Key.
   * A GET that writes (the specification has two) is declared with `alsoPost`, so our app never uses the GET.
   */
  readonly effect: 'read' | 'write'
  /**
   * Who commits. Omitted in a write: the mount, in one transaction with the record of the key. `use-case`: the use
   * case, in transactions of its own (a sign-in, a file, a decision; a read of staff that is recorded). `desk`: the
   * desk, which looks for the key in the transaction of the effect, so that no earlier lookup is needed.
   */
  readonly commits?: 'use-case' | 'desk'
  /** The call is mounted under POST as well, with the same path (decision 5). */
  readonly alsoPost?: boolean
  /**
   * Releases money or protects the customer (cancel, sign out): under overload it is admitted when other calls are
   * shed.
   */
  readonly urgent?: boolean
  /** Request fields never written to logs or to the idempotency record in clear. */
  readonly secrets?: readonly string[]
  /**
   * The call takes one file beside its fields, so its body is `multipart/form-data`; it is sent by POST. Nothing of the
   * body is read before the guards have let the request in.
   */
  readonly file?: { readonly field: string; readonly bytesMax: number }
  /** The reply holds a secret that is shown once: it is stored sealed for a retry. */
  readonly secretReply?: boolean
  /**
   * The session gets another token and the old one is void. A customer's is in the reply's `token`, an operator's in
   * the cookie.
   */
  readonly renewsSession?: boolean
  /** The call stores or shows messages of the requesting browser, identified by a cookie set at its first request. */
  readonly holder?: boolean
  /** The rate limit of one customer (or network, for public calls); beyond it the answer is 429. */
  readonly limit?: { readonly times: number; readonly perMs: number }
}

/** Defines a call. Only checks types; the mount and the contract test check the rest (unique paths, numbers, names). */
export function defineCall<const C extends Call>(call: C): C {
  return call
}

/** What the server gives a use case: the request, parsed. */
export type RequestOf<C extends Call> = z.output<C['request']>

/** What a client writes: the request before parsing. */
export type RequestInput<C extends Call> = z.input<C['request']>

/** What a use case answers when it succeeds. */
export type ReplyOf<C extends Call> = z.output<C['reply']>

/**
 * A stream channel. `audience` customer: private, one per customer, opened by the session of the socket.
 * A client gets a snapshot, then deltas numbered without gaps; after a gap it asks for the snapshot again.
 */
export interface Channel<
  Name extends string = string,
  Snapshot extends z.ZodMiniType = z.ZodMiniType,
  Delta extends z.ZodMiniType = z.ZodMiniType,
> {
  /** Unique: `book`. A subscription names the channel and its key: `book:WALMEX.MX`; private ones have the key `me`. */
  readonly name: Name
  readonly audience: 'public' | 'customer'
  readonly snapshot: Snapshot
  readonly delta: Delta
  /**
   * `replace`: a delta is the whole new state, so a slow reader may skip some (quotes).
   * `sequence`: every delta counts; a reader too slow is closed and resyncs (orders, balances, books).
   */
  readonly conflation: 'replace' | 'sequence'
}

/** Defines a stream channel. */
export function defineChannel<const Name extends string, Snapshot extends z.ZodMiniType, Delta extends z.ZodMiniType>(
  channel: Channel<Name, Snapshot, Delta>,
): Channel<Name, Snapshot, Delta> {
  return channel
}

export type SnapshotOf<C extends Channel> = z.output<C['snapshot']>
export type DeltaOf<C extends Channel> = z.output<C['delta']>
