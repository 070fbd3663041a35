import { type Id, isRejection, maxOf, type Rejection, reject } from '@bolsillo/kernel'
import { accountParts } from '@bolsillo/ledger/domain'
import type { Db } from '@bolsillo/server-kit'
import { contractsRejections as r } from '../../contract/index.ts'
import { marginPurse } from '../../domain/contract-transfers.ts'
import { type ContractFacts, crossAccount, openPositions, spendable } from '../../domain/index.ts'
import { type ContractsWorld, loadContracts, markIn, termsIn } from '../contracts-world.ts'

/** Minor units of the margin asset that may leave a customer's free money. */
export interface Movable {
  readonly minor: bigint
}

/**
 * What of a customer's free money may leave the contract account: no more than leaves the cross positions what opening them
 * now takes, with all that is lost at the marks of now. Nothing while the account is being liquidated, or while a mark is
 * missing that it depends on.
 */
export function movableOf(world: ContractsWorld, facts: ContractFacts, free: bigint): Movable | Rejection {
  const isBusy = openPositions(facts).some(({ mode, liquidationId }) => mode === 'cross' && liquidationId !== undefined)
  if (isBusy) return reject(r.beingLiquidated)
  const account = crossAccount(
    facts,
    free,
    (symbol) => markIn(world, symbol),
    (symbol) => termsIn(world, symbol),
  )
  const has = spendable(account, free)
  return has === undefined ? reject(r.markUnknown) : { minor: maxOf(0n, has) }
}

/** What may leave a purse: at most so much, nothing while it is being liquidated, or while a mark is missing. */
export type LeavingMoney =
  | { readonly kind: 'at-most'; readonly minor: bigint }
  | { readonly kind: 'liquidation' | 'unknown' }

/**
 * The same for whoever moves money out of a purse; undefined for purses that are no concern of contracts. Where it moves, the
 * purse's balance must be locked: the desk locks it, too, before it changes a position, so that what is read here is what the
 * last change left.
 */
export async function leavingPurse(
  world: ContractsWorld,
  db: Db,
  { customerId, purse, asset }: { readonly customerId: Id<'cus'>; readonly purse: string; readonly asset: string },
): Promise<LeavingMoney | undefined> {
  const { purse: own, asset: margined } = accountParts(marginPurse(customerId))
  if (purse !== own || asset !== margined) return undefined
  const { facts, free } = await loadContracts(world, db, customerId)
  const movable = movableOf(world, facts, free)
  if (!isRejection(movable)) return { kind: 'at-most', minor: movable.minor }
  return { kind: movable.spec === r.beingLiquidated ? 'liquidation' : 'unknown' }
}
