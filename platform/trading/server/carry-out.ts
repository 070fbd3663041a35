import { present } from '@bolsillo/kernel'
import type { AccountId, Balance, ChainHead } from '@bolsillo/ledger/domain'
import { accountParts } from '@bolsillo/ledger/domain'
import type { Ledger } from '@bolsillo/ledger/server'
import { type Db, findUsedKeys, type Tx } from '@bolsillo/server-kit'
import { scopeOf } from './batch-scope.ts'
import { bringCustody, CustodyShort, lacksOf } from './custody-cover.ts'
import { claimsOf, type DecidedBatch, decideBatch, decideInTurns, keyOf, notesOf } from './decide-batch.ts'
import type { DeskState } from './desk-state.ts'
import type { DeskCommand, DeskWorld } from './desk-world.ts'
import { readHoldings } from './read-holdings.ts'
import { holdLease } from './trading-store.ts'
import { type Answer, postedMax, writeBatch } from './write-batch.ts'

/** Another desk has taken the shard over. */
export class Fenced extends Error {
  override name = 'Fenced'
}

class Stale extends Error {
  override name = 'Stale'
}

/**
 * The outcome of a batch. `stale`: it was decided on a balance that changed meanwhile. `short`: it pays more than all
 * custodians together hold. Neither has an effect.
 */
export type BatchEnd =
  | { readonly kind: 'committed'; readonly answers: readonly Answer[]; readonly told: readonly (() => void)[] }
  | { readonly kind: 'stale' }
  | { readonly kind: 'short'; readonly error: CustodyShort }
  | { readonly kind: 'failed'; readonly error: unknown; readonly isCommitting: boolean }

/** How often custody is moved for a batch: the balance may be spent again before the batch has its locks. */
const bringsMax = 3

/** A batch under way. `sent`: it is decided, for good, and its statements are on their way; undefined when it failed before. */
export interface CarriedOut {
  readonly sent: Promise<DecidedBatch | undefined>
  readonly done: Promise<BatchEnd>
}

/**
 * Carries a batch out in one transaction, which takes the head of the journal first: what the desk remembers is true there,
 * or is made so. With `ahead`, what it was decided on is compared with what others moved: had anything of a customer moved,
 * nothing is written.
 */
export function carryOut(
  world: DeskWorld,
  state: DeskState,
  given: {
    readonly commands: readonly DeskCommand[]
    readonly shard: string
    readonly epoch: bigint
    readonly ahead: DecidedBatch | undefined
  },
): CarriedOut {
  const { ledger, services } = world
  const { promise: sent, resolve: tell } = Promise.withResolvers<DecidedBatch | undefined>()

  const decided = async (tx: Tx, ahead: DecidedBatch | undefined): Promise<[DecidedBatch, Balances]> => {
    const { commands, shard, epoch } = given
    const scope = ahead?.scope ?? scopeOf(world, state, commands)
    const now = services.clock.now()
    // Sent together, run in this order: what is read behind the head is what the last writer left.
    const [held, head, holdings, usedKeys] = await Promise.all([
      holdLease(tx, shard),
      ledger.lockHead(tx),
      ahead === undefined ? readHoldings(tx, state, scope.holdings, now) : new Map<string, unknown>(),
      ahead === undefined ? findUsedKeys(tx, claimsOf(commands)) : new Set<string>(),
    ])
    if (held !== epoch) throw new Fenced(`the shard is at epoch ${held}, not ${epoch}`)
    const moved = await catchUp(tx, ledger, state, { head, accounts: scope.accounts })
    if (ahead !== undefined && hasMoved(ahead.moment.balances, moved)) throw new Stale('a balance moved')
    const balances = await balancesAt(tx, ledger, state, scope.accounts)
    const batch = ahead ?? decideBatch(world, state, { commands, scope, moment: { now, balances, holdings, usedKeys } })
    const lacks = lacksOf(batch.changes.entries, balances)
    if (lacks.size > 0) throw new CustodyShort(lacks, batch)
    return [batch, balances]
  }

  const run = async (ahead = given.ahead, bringsLeft = bringsMax): Promise<BatchEnd> => {
    let isCommitting = false
    try {
      const { answers, told } = await services.sql.begin(async (tx) => {
        const [found, balances] = await decided(tx, ahead)
        // Before the state forgets the orders that have ended.
        const batch = { ...found, notes: found.notes ?? notesOf(state, found) }
        keep(state, batch)
        const writing = writeBatch(tx, { ledger, state, had: balances }, batch)
        tell(batch)
        const answers = await writing
        if (batch.leads.head !== undefined) state.catchUp(batch.leads.head, new Map())
        isCommitting = true
        return { answers, told: toldOf(batch) }
      })
      return { kind: 'committed', answers, told }
    } catch (error) {
      if (error instanceof CustodyShort) return await bringAndRun(error, bringsLeft)
      return error instanceof Stale ? { kind: 'stale' } : { kind: 'failed', error, isCommitting }
    }
  }

  /** A lack at the market's custodian changes no decision: the batch is written after the other custodians have transferred. */
  const bringAndRun = async (short: CustodyShort, bringsLeft: number): Promise<BatchEnd> => {
    try {
      if (bringsLeft === 0 || !(await bringCustody(world, short.lacks))) return { kind: 'short', error: short }
    } catch (error) {
      return { kind: 'failed', error, isCommitting: false }
    }
    return await run(short.batch, bringsLeft - 1)
  }

  return { sent, done: run().finally(() => tell(undefined)) }
}

/**
 * Decides a batch on what the one before it leaves, which is not committed yet. What is not remembered is read without
 * the head: until that one commits nobody else moves anything, and what they move then `carryOut` compares.
 * @returns the error when that was not possible.
 */
export async function decideAhead(
  world: DeskWorld,
  state: DeskState,
  commands: readonly DeskCommand[],
  before: DecidedBatch,
): Promise<DecidedBatch | Error> {
  const { ledger, services } = world
  const { sql } = services
  const now = services.clock.now()
  try {
    const scope = scopeOf(world, state, commands)
    const [balances, holdings, used] = await Promise.all([
      balancesAt(sql, ledger, state, scope.accounts),
      readHoldings(sql, state, scope.holdings, now),
      findUsedKeys(sql, claimsOf(commands)),
    ])
    // What came before that one has committed, so the database told.
    const usedKeys = new Set([...used, ...claimsOf(before.commands).map(keyOf)])
    // In turns: what was written of the batch before is more than a socket takes at once, and leaves only between them.
    const moment = { now, balances, holdings, usedKeys }
    const decided = await decideInTurns(world, state, { commands, scope, moment })
    // While PostgreSQL works on that one, this one is encoded: behind the head it only has to be sent.
    return await prepare(ledger, state, decided, before.leads.head)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

async function prepare(
  ledger: Ledger,
  state: DeskState,
  decided: DecidedBatch,
  head: ChainHead | undefined,
): Promise<DecidedBatch> {
  const { entries } = decided.changes
  if (head === undefined || entries.length === 0 || entries.length > postedMax) return decided
  const notes = notesOf(state, decided)
  const prepared = await ledger.prepare(entries, { balances: decided.moment.balances, head, notes })
  return { ...decided, notes, prepared }
}

type Balances = ReadonlyMap<AccountId, Balance>

/** Beyond so many acts of others, balances are read again rather than the acts. */
const actsMax = 10_000n

/**
 * Brings the remembered balances to the head, which is locked. @returns what others moved since: all of it, or of the
 * accounts asked for where it is much.
 */
async function catchUp(
  tx: Tx,
  ledger: Ledger,
  state: DeskState,
  { head, accounts }: { readonly head: ChainHead; readonly accounts: readonly AccountId[] },
): Promise<Balances> {
  const known = state.head()
  if (known?.seq === head.seq && known.hash === head.hash) return new Map()
  if (known === undefined || head.seq - known.seq > actsMax) {
    state.forgetBalances()
    state.catchUp(head, new Map())
    return known === undefined ? new Map() : await balancesAt(tx, ledger, state, accounts)
  }
  const moved = await ledger.movedBetween(tx, known.seq, head.seq)
  state.catchUp(head, moved)
  return moved
}

/** What accounts have: as remembered; what is not is read, and remembered from there on. */
async function balancesAt(db: Db, ledger: Ledger, state: DeskState, accounts: readonly AccountId[]): Promise<Balances> {
  const unknown = accounts.filter((account) => state.balance(account) === undefined)
  if (unknown.length > 0)
    for (const [account, balance] of await ledger.balances(db, unknown)) state.keepBalance(account, balance)
  return new Map(accounts.map((account) => [account, present(state.balance(account), account)]))
}

/** Whether a customer's balance is not what it was taken for. What the house and venues have decides nothing. */
function hasMoved(assumed: Balances, moved: Balances): boolean {
  for (const [account, { posted, held }] of moved) {
    const before = assumed.get(account)
    if (before === undefined || (before.posted === posted && before.held === held)) continue
    if (accountParts(account).ownerKind === 'customer') return true
  }
  return false
}

/** What products are to be told once it is certain. */
function toldOf({ changes }: DecidedBatch): readonly (() => void)[] {
  return [...changes.facts].map(
    ([product, kept]) =>
      () =>
        product.committed?.(kept),
  )
}

/** From here on the desk goes by what the batch decided. Should it fail, everything is loaded again. */
function keep(state: DeskState, { batch, changes, moment }: DecidedBatch): void {
  for (const order of changes.created) state.keep(order, batch.eventCount(order.orderId))
  for (const order of changes.changed) state.keep(order, batch.eventCount(order.orderId))
  for (const [key, holding] of batch.holdings()) state.keepHolding(key, holding)
  for (const [account, after] of batch.balances()) {
    const before = present(moment.balances.get(account), account)
    if (after.posted === before.posted && after.held === before.held) continue
    // Not simply `after`: what the house and venues have may have been moved since the batch was decided.
    const { posted, held } = present(state.balance(account), account)
    state.keepBalance(account, { posted: posted + after.posted - before.posted, held: held + after.held - before.held })
  }
}
