import { present } from '@bolsillo/kernel'
import type { AccountId, Balance, ChainHead } from '@bolsillo/ledger/domain'
import type { Ledger } from '@bolsillo/ledger/server'
import { type Db, findUsedKeys, nextTurn, type Tx } from '@bolsillo/server-kit'
import type { Order } from '../../domain/index.ts'
import { readHoldings } from '../read-holdings.ts'
import { holdLease } from '../rows/trading-store.ts'
import { type Batch, openBatch, type UnnumberedFill } from './batch.ts'
import { scopeOf } from './batch-scope.ts'
import { bringCustody, CustodyShort, watchCustody } from './custody-cover.ts'
import type { DeskState } from './desk-state.ts'
import type { DeskCommand, DeskWorld } from './desk-world.ts'
import { claimsOf, type DecidedCommand, step } from './step.ts'
import { type Answer, type DecidedPart, type WrittenPart, writePart } from './write-batch.ts'

/** Another desk has taken the shard over. */
export class Fenced extends Error {
  override name = 'Fenced'
}

/**
 * The outcome of a batch. `short`: it pays more than all custodians together hold, and nothing of it was written.
 * `isCommitting`: nobody knows whether it was; `fill` is one of its fills, by which that is found out.
 */
export type BatchEnd =
  | {
      readonly kind: 'committed'
      readonly answers: readonly Answer[]
      readonly told: readonly (() => void)[]
      /** The orders it made or changed. */
      readonly touched: readonly Order[]
    }
  | { readonly kind: 'short'; readonly error: CustodyShort }
  | {
      readonly kind: 'failed'
      readonly error: unknown
      readonly isCommitting: boolean
      readonly fill?: UnnumberedFill | undefined
    }

/** What is to be carried out together, by the desk that has the shard's lease of this epoch. */
interface BatchOrder {
  readonly commands: readonly DeskCommand[]
  readonly shard: string
  readonly epoch: bigint
  readonly partMax: number
}

/** A batch under way. `decided`: venues' books keep still until then, whatever comes of it. */
interface CarriedOut {
  readonly decided: Promise<void>
  readonly done: Promise<BatchEnd>
}

/** A batch that is being decided: what was decided so far, part by part. */
interface Begun {
  readonly batch: Batch
  readonly parts: DecidedPart[]
}

/** How often custody is moved for a batch: what was brought may be spent again before the batch has its turn. */
const bringsMax = 3

/**
 * Carries commands out in one transaction, which takes the head of the journal first: what the desk remembers is true there,
 * or is made so, and stays true until the commit. The desk's state changes with the commit and not before.
 */
export function carryOut(world: DeskWorld, state: DeskState, given: BatchOrder): CarriedOut {
  const { promise: decided, resolve: tellDecided } = Promise.withResolvers<void>()
  let begun: Begun | undefined
  const run = async (bringsLeft = bringsMax): Promise<BatchEnd> => {
    let isCommitting = false
    try {
      const [{ batch }, parts] = await world.services.sql.begin(async (tx) => {
        begun =
          begun === undefined ? await open(tx, world, state, given) : await resume(tx, world, state, { given, begun })
        const sent = await decide(tx, world.ledger, begun, given)
        tellDecided()
        await Promise.all(sent.map(({ written }) => written))
        isCommitting = true
        return [begun, sent] as const
      })
      batch.commit()
      const head = parts.findLast((part) => part.head !== undefined)?.head
      if (head !== undefined) state.catchUp(head, new Map())
      return {
        kind: 'committed',
        answers: parts.flatMap(({ answers }) => answers),
        told: parts.flatMap(toldOf),
        touched: parts.flatMap(({ changes: { created, changed } }) => [...created, ...changed]),
      }
    } catch (error) {
      if (error instanceof CustodyShort) return await bringAndRun(error, bringsLeft)
      const [fill] = begun?.parts.flatMap(({ changes }) => changes.fills) ?? []
      return { kind: 'failed', error, isCommitting, fill }
    }
  }

  /** A lack at the market's custodian changes no decision: it is written after the other custodians have transferred. */
  const bringAndRun = async (error: CustodyShort, bringsLeft: number): Promise<BatchEnd> => {
    try {
      if (bringsLeft === 0 || !(await bringCustody(world, error.lacks))) return { kind: 'short', error }
    } catch (cause) {
      return { kind: 'failed', error: cause, isCommitting: false }
    }
    return await run(bringsLeft - 1)
  }

  return { decided, done: run().finally(tellDecided) }
}

/** Opens a batch on what is true at the head, which is locked. */
async function open(tx: Tx, world: DeskWorld, state: DeskState, given: BatchOrder): Promise<Begun> {
  const now = world.services.clock.now()
  const scope = scopeOf(world, state, given.commands)
  // Sent together, run in this order: what is read behind the head is what the last writer left.
  const [, holdings, usedKeys] = await Promise.all([
    lock(tx, world, state, given),
    readHoldings(tx, state, scope.holdings, now),
    findUsedKeys(tx, claimsOf(given.commands)),
  ])
  const balances = await balancesAt(tx, world.ledger, state, scope.accounts)
  return { batch: openBatch(world, state, scope, { now, balances, holdings, usedKeys }), parts: [] }
}

/** Takes a batch that was begun before to what is true at the head now, which is locked. */
async function resume(
  tx: Tx,
  world: DeskWorld,
  state: DeskState,
  { given, begun }: { readonly given: BatchOrder; readonly begun: Begun },
): Promise<Begun> {
  await lock(tx, world, state, given)
  begun.batch.rebase(await balancesAt(tx, world.ledger, state, [...begun.batch.had().keys()]))
  return begun
}

/** Locks the head, and brings what is remembered there. Sends its first statements at once. @throws Fenced */
async function lock(tx: Tx, { ledger }: DeskWorld, state: DeskState, { shard, epoch }: BatchOrder): Promise<void> {
  const [held, head] = await Promise.all([holdLease(tx, shard), ledger.lockHead(tx)])
  if (held !== epoch) throw new Fenced(`the shard is at epoch ${held}, not ${epoch}`)
  await catchUp(tx, ledger, state, head)
}

/** Decides commands one after the other and sends what was decided, part by part. */
async function decide(
  tx: Tx,
  ledger: Ledger,
  { batch, parts }: Begun,
  { commands, partMax }: BatchOrder,
): Promise<readonly WrittenPart[]> {
  const written: WrittenPart[] = []
  const custody = watchCustody(batch.had())
  for (let from = 0; from < commands.length; from += partMax) {
    const part = parts[written.length] ?? (await decidePart(batch, commands.slice(from, from + partMax)))
    parts[written.length] = part
    custody.post(part.changes.entries)
    written.push(await writePart(tx, ledger, batch, part))
  }
  return written
}

/** Commands decided between two turns of the event loop: a millisecond or two. */
const decidedInTurn = 16

/** Leaves turns of the event loop: what was written of the part before is more than a socket takes at once, and leaves only then. */
async function decidePart(batch: Batch, commands: readonly DeskCommand[]): Promise<DecidedPart> {
  const decided: DecidedCommand[] = []
  for (const [at, command] of commands.entries()) {
    if (at % decidedInTurn === decidedInTurn - 1) await nextTurn()
    decided.push({ command, refusal: step(batch, command) })
  }
  return { decided, changes: batch.take() }
}

type Balances = ReadonlyMap<AccountId, Balance>

/** Beyond so many acts of others, balances are read again rather than the acts. */
const actsMax = 10_000n

/** Brings the remembered balances to the head, which is locked. */
async function catchUp(tx: Tx, ledger: Ledger, state: DeskState, head: ChainHead): Promise<void> {
  const known = state.head()
  if (known?.seq === head.seq && known.hash === head.hash) return
  if (known === undefined || head.seq - known.seq > actsMax) state.forgetBalances(head)
  else state.catchUp(head, await ledger.movedBetween(tx, known.seq, head.seq))
}

/** What accounts have: as remembered; what is not is read, and remembered from there on. */
async function balancesAt(db: Db, ledger: Ledger, state: DeskState, accounts: readonly AccountId[]): Promise<Balances> {
  const unknown = accounts.filter((account) => state.balance(account) === undefined)
  if (unknown.length > 0)
    for (const [account, balance] of await ledger.balances(db, unknown)) state.keepBalance(account, balance)
  return new Map(accounts.map((account) => [account, present(state.balance(account), account)]))
}

/** What products are notified of once it is certain. */
function toldOf({ changes }: WrittenPart): readonly (() => void)[] {
  return [...changes.facts].map(
    ([product, kept]) =>
      () =>
        product.committed?.(kept),
  )
}
