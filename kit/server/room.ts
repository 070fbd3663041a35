import type { Call, Channel, DeltaOf, ReplyOf, SnapshotOf } from '@bolsillo/contract'
import type { Clock, Id, Ids, Instant, Rejection, RejectionSpec, Rng } from '@bolsillo/kernel'
import type postgres from 'postgres'
import type { ApprovalKind, CaseKind, WorkQueue } from './staff-work.ts'
import type { Timers } from './timers.ts'

/** The three interface languages. es-ES is written first and is the type of the other two. */
export const languages = ['es-ES', 'en-US', 'pt-BR'] as const
export type Language = (typeof languages)[number]

/** int8 columns arrive as bigint, dates as `YYYY-MM-DD`; everything else as postgres.js gives it. */
type PgTypes = { bigint: bigint; date: string }
/** The pool. Only `*-store.ts` files write queries with it. */
export type Sql = postgres.Sql<PgTypes>
/** An open transaction. */
export type Tx = postgres.TransactionSql<PgTypes>
/** Reads may run on either. */
export type Db = Sql | Tx

/** `SIM`: practice market and practice money. `LIVE`: licensed venue. The database remembers which, and never changes. */
export type Mode = 'SIM' | 'LIVE'

export interface Log {
  readonly debug: (fields: object, message: string) => void
  readonly info: (fields: object, message: string) => void
  readonly warn: (fields: object, message: string) => void
  readonly error: (fields: object, message: string) => void
}

/** The services of every room: time, identifiers, randomness, the database, the log. Nothing else is global. */
export interface Services {
  readonly clock: Clock
  readonly ids: Ids
  /** Cryptographic randomness. */
  readonly rng: Rng
  readonly sql: Sql
  /**
   * A second, small pool for transactions that commit independently of the caller's own: code that holds a connection
   * of `sql` must not wait for another of the same pool. Defaults to `sql`.
   */
  readonly asideSql?: Sql
  readonly log: Log
  /** The machine's when left out. */
  readonly timers?: Timers
  readonly mode: Mode
  /** 32 bytes derived for a purpose (`'password-pepper'`) from the installation's secret, which is not in the database. */
  readonly secret: (purpose: string) => Uint8Array
  /** Whether the first start is still under way: nobody is served yet, and if it is cut short the next one begins with an empty database. */
  readonly isBeginning?: () => boolean
}

/** A live session, as the guard found it. */
export interface CustomerSession {
  readonly customerId: Id<'cus'>
  readonly sessionId: Id<'ses'>
  /** 0 is restricted: see decision 11. */
  readonly status: 0 | 1
}

export interface OperatorSession {
  readonly operatorId: Id<'opr'>
  readonly sessionId: Id<'ses'>
  readonly roles: readonly string[]
}

/** Where a request came from. */
export interface Caller {
  readonly address: string
  readonly device: string
  readonly language: Language
  /** The origin of the requesting page, if it is ours: `https://app.bolsillo.example`. */
  readonly origin?: string
  /** The requesting browser (a hash of its cookie), in calls that declare `holder`. */
  readonly holder?: string
}

/** The file of a call that takes one, as received: untrusted, its name included. */
export interface UploadedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** The context of a use case besides its request. The customer comes only from the session, never from the request. */
export interface ReadContext {
  readonly now: Instant
  readonly caller: Caller
  /** Present exactly when the call's audience is `customer` or `restricted` (or an optional session of a public call). */
  readonly customer: CustomerSession | undefined
  readonly operator: OperatorSession | undefined
  /**
   * The pool; in a write, or a customer's read, the call's own transaction, so that it never waits for a second
   * connection.
   */
  readonly db: Db
  /** Present exactly when the call takes a file. */
  readonly file?: UploadedFile
  /**
   * Sets the browser's console session by its token, in a cookie of the answer; undefined clears it. Present exactly
   * in calls of the console.
   */
  readonly keepSession?: (token: string | undefined) => void
}

/** The context of a customer's call: its customer is known. */
export type Own<Context extends Pick<ReadContext, 'customer'>> = Context & { readonly customer: CustomerSession }

/** The context of an operator's call. */
export type OfStaff<Context extends Pick<ReadContext, 'operator'>> = Context & { readonly operator: OperatorSession }

/** A context as the audience of a call narrows it. */
export type OfAudience<C extends Call, Context extends ReadContext> = C['audience'] extends 'customer' | 'restricted'
  ? Own<Context>
  : C['audience'] extends 'operator'
    ? OfStaff<Context>
    : Context

/** The context of a use case outside of a transaction: commands and reads of staff may open their own. */
export interface PoolContext extends ReadContext {
  readonly db: Sql
}

/** A write runs in one transaction that also holds its idempotency record. A rejection rolls it back whole. */
export interface WriteContext extends ReadContext {
  readonly tx: Tx
  /**
   * Runs a transaction of its own that commits even when the use case rejects: failed-password counts, denials in the
   * audit.
   */
  readonly aside: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/**
 * The idempotency record of a command whose effect commits elsewhere (the desk's batch). The code that commits the
 * effect writes the record in the same transaction with `saveIdempotencyRecords`.
 */
export interface IdempotencyClaim {
  readonly scope: string
  readonly key: string
  readonly bodyHash: string
}

/** The bytes of an answer: a retry with the same key gets them again. */
export interface StoredAnswer {
  readonly status: number
  readonly body: string
}

export interface CommandContext extends PoolContext {
  /** Present when the request came with an Idempotency-Key. */
  readonly claim: IdempotencyClaim | undefined
  /** Makes the bytes of a reply or rejection: for the record, before the transaction commits. */
  readonly answer: (outcome: unknown) => StoredAnswer
}

/** What a use case answers. */
export type Outcome<C extends Call> = Promise<ReplyOf<C> | Rejection>

export type Handler =
  | {
      readonly kind: 'read'
      readonly call: Call
      readonly handle: (request: never, context: PoolContext) => Promise<unknown>
    }
  | {
      readonly kind: 'write'
      readonly call: Call
      readonly handle: (request: never, context: WriteContext) => Promise<unknown>
    }
  | {
      readonly kind: 'command'
      readonly call: Call
      /** The desk looks for the key in the transaction of the effect: `commits: 'desk'`. */
      readonly writerLooks: boolean
      readonly handle: (request: never, context: CommandContext) => Promise<unknown>
    }

/** A stream channel with the server's half: how to make the snapshot of a key (for private channels the key is the customer). */
export interface ChannelSource {
  readonly channel: Channel
  /** Undefined: there is no such key. */
  readonly snapshot: (key: string, db: Sql) => Promise<unknown | undefined> | unknown | undefined
}

/** Binds a channel to its snapshot. */
export function onSubscribe<C extends Channel>(
  channel: C,
  snapshot: (key: string, db: Sql) => Promise<SnapshotOf<C> | undefined> | SnapshotOf<C> | undefined,
): ChannelSource {
  return { channel, snapshot }
}

/** Publishes deltas to subscribers, in order per key and without loss. The stream delivers them. */
export interface Publisher {
  readonly publish: <C extends Channel>(channel: C, key: string, delta: DeltaOf<C>) => void
  /** Whether the key has subscribers now: without any, deltas need not be made. */
  readonly watched?: (channel: Channel, key: string) => boolean
}

/** An event written in the transaction of its cause, delivered at least once, in commit order. */
export interface OutboxEvent {
  readonly topic: string
  /** The subject of the event: an order id, a customer id. Events of one key keep their order. */
  readonly key: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** Handles the events of a topic. Must be idempotent: the same event may come twice. */
export interface EventHandler {
  readonly topic: string
  /** Unique: the name of its cursor in the outbox. */
  readonly name: string
  /**
   * `once`, the default: one process handles the event, continuing from the stored cursor. `each-process`: every
   * process handles events from its start on, for state in memory (the stream).
   */
  readonly scope?: 'once' | 'each-process'
  readonly handle: (event: OutboxEvent & { readonly seq: bigint }, services: Services) => Promise<void> | void
}

/** A job that runs on a schedule or on demand; idempotent and bounded. */
export interface Job {
  readonly name: string
  /** Milliseconds between runs. */
  readonly everyMs: number
  readonly run: (services: Services) => Promise<void>
}

/** Texts of one room, nested by key; leaves may hold {placeholders}. */
export interface Messages {
  readonly [key: string]: string | Messages
}

/** The two customers of the demo, and its operators, who do the acts of staff. */
export interface DemoCustomers {
  readonly customerIds: readonly Id<'cus'>[]
  readonly operators: readonly { readonly operatorId: Id<'opr'>; readonly roles: readonly string[] }[]
}

/** A message received at a door, unparsed. Header names are lower case. */
export interface DoorMessage {
  readonly params: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  readonly now: Instant
}

/**
 * An endpoint for machines (a bank's notices): no session, no parser. It gets the raw bytes, because it verifies a
 * signature over them.
 */
export interface Door {
  /** Below `/ipcf-api`, for POST; may hold `:names`. */
  readonly path: string
  /** Every refusal, in the order they are checked. */
  readonly rejections: readonly RejectionSpec[]
  readonly open: (message: DoorMessage) => Promise<Readonly<Record<string, unknown>> | Rejection>
}

/** A room, as the composition root mounts it. */
export interface Room {
  readonly name: string
  /** Folder of `0001-what.sql` files, applied in order once; undefined when the room stores nothing. */
  readonly migrations?: URL
  readonly handlers: readonly Handler[]
  /** Calls of staff, mounted under `/console-api`. */
  readonly operatorHandlers?: readonly Handler[]
  readonly doors?: readonly Door[]
  readonly channels?: readonly ChannelSource[]
  readonly events?: readonly EventHandler[]
  readonly jobs?: readonly Job[]
  /** What two people of the staff must agree on. */
  readonly approvalKinds?: readonly ApprovalKind[]
  /** What makes a look at a customer's data necessary. */
  readonly caseKinds?: readonly CaseKind[]
  /** Where staff find what waits for them. */
  readonly workQueues?: readonly WorkQueue[]
  /** `rejections.<name>` holds the text of each rejection of the room's contract. */
  readonly messages: Readonly<Record<Language, Messages>>
  /** Runs once after migrations, before the first request. */
  readonly start?: () => Promise<void>
  /**
   * Creates the room's part of the demo. Called once, on an empty database, in the order of the rooms, after all have
   * started. Uses the room's own use cases; the demo's customers and operators exist already.
   */
  readonly seedDemo?: (demo: DemoCustomers) => Promise<void>
  /** Runs at each start once the demo is complete, right before customers are served. */
  readonly ready?: () => Promise<void>
  /** Runs at shutdown, after the last request. */
  readonly stop?: () => Promise<void>
}
