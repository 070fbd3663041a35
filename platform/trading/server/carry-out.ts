import type { AccountId, Balance, ChainHead } from '@bolsillo/ledger/domain'
import { accountParts } from '@bolsillo/ledger/domain'
import type { Ledger } from '@bolsillo/ledger/server'
import { findUsedKeys, type Tx } from '@bolsillo/server-kit'
import { scopeOf } from './batch-scope.ts'
import { bringCustody, CustodyShort, lacksOf } from './custody-cover.ts'
import { claimsOf, type DecidedBatch, decideBatch, decideInTurns, keyOf } from './decide-batch.ts'
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
 * Carries a batch out in one transaction. Without `ahead` it is decided on what is locked. With it, what it was decided
 * on is compared with what is locked now: had anything of a customer moved, nothing is written.
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

  const decided = async (tx: Tx, ahead: DecidedBatch | undefined): Promise<DecidedBatch> => {
    const { commands, shard, epoch } = given
    const scope = ahead?.scope ?? scopeOf(world, state, commands)
    const now = services.clock.now()
    // Sent together, run in this order: what is read after the locks is what the last writer left.
    const [held, balances, holdings, usedKeys] = await Promise.all([
      holdLease(tx, shard),
      ledger.lock(tx, scope.accounts, { withHead: true }),
      ahead === undefined ? readHoldings(tx, state, scope.holdings, now) : new Map<string, unknown>(),
      ahead === undefined ? findUsedKeys(tx, claimsOf(commands)) : new Set<string>(),
    ])
    if (held !== epoch) throw new Fenced(`the shard is at epoch ${held}, not ${epoch}`)
    if (ahead !== undefined && hasMoved(ahead.moment.balances, balances)) throw new Stale('a balance moved')
    const batch = ahead ?? decideBatch(world, state, { commands, scope, moment: { now, balances, holdings, usedKeys } })
    const lacks = lacksOf(batch.changes.entries, balances)
    if (lacks.size > 0) throw new CustodyShort(lacks, batch)
    return batch
  }

  const run = async (ahead = given.ahead, bringsLeft = bringsMax): Promise<BatchEnd> => {
    let isCommitting = false
    try {
      const { answers, told } = await services.sql.begin(async (tx) => {
        const batch = await decided(tx, ahead)
        keep(state, batch)
        const writing = writeBatch(tx, ledger, batch)
        tell(batch)
        const answers = await writing
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
 * Decides a batch on what the one before it leaves, which is not committed yet. Balances that one does not touch are
 * read without a lock: `carryOut` compares them all once they are. @returns the error when that was not possible.
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
  const left = before.batch.balances()
  try {
    const scope = scopeOf(world, state, commands)
    const [read, holdings, used] = await Promise.all([
      ledger.balances(
        sql,
        scope.accounts.filter((account) => !left.has(account)),
      ),
      readHoldings(sql, state, scope.holdings, now),
      findUsedKeys(sql, claimsOf(commands)),
    ])
    const balances = new Map([...read, ...scope.accounts.flatMap((account) => leftOf(left, account))])
    // What came before that one has committed, so the database told.
    const usedKeys = new Set([...used, ...claimsOf(before.commands).map(keyOf)])
    // In turns: what was written of the batch before is more than a socket takes at once, and leaves only between them.
    const moment = { now, balances, holdings, usedKeys }
    const decided = await decideInTurns(world, state, { commands, scope, moment })
    // While PostgreSQL works on that one, the hashes of this one are made: behind the locks it only has to be sent.
    return { ...decided, prepared: await prepare(ledger, decided, before.leads.head) }
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

async function prepare(ledger: Ledger, { changes, moment }: DecidedBatch, head: ChainHead | undefined) {
  const { entries } = changes
  if (head === undefined || entries.length === 0 || entries.length > postedMax) return undefined
  return ledger.prepare(entries, { balances: moment.balances, head })
}

function leftOf(left: ReadonlyMap<AccountId, Balance>, account: AccountId): [AccountId, Balance][] {
  const balance = left.get(account)
  return balance === undefined ? [] : [[account, balance]]
}

/** Whether a customer's balance is not what it was taken for. What the house and venues have decides nothing. */
function hasMoved(assumed: ReadonlyMap<AccountId, Balance>, locked: ReadonlyMap<AccountId, Balance>): boolean {
  for (const [account, { posted, held }] of locked) {
    const before = assumed.get(account)
    const isSame = before?.posted === posted && before.held === held
    if (!isSame && accountParts(account).ownerKind === 'customer') return true
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
function keep(state: DeskState, { batch, changes }: DecidedBatch): void {
  for (const order of changes.created) state.keep(order, batch.eventCount(order.orderId))
  for (const order of changes.changed) state.keep(order, batch.eventCount(order.orderId))
  for (const [key, holding] of batch.holdings()) state.keepHolding(key, holding)
}
