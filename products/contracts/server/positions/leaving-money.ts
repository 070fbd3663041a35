import { type Id, minOf, type Rejection, reject } from '@bolsillo/kernel'
import { customerAccount } from '@bolsillo/ledger/domain'
import type { Tx } from '@bolsillo/server-kit'
import { contractsRejections as r } from '../../contract/index.ts'
import { marginPurse } from '../../domain/contract-transfers.ts'
import { ceilingIn, crossAccount, leverageRefusal, withCash } from '../../domain/index.ts'
import { type ContractsWorld, loadContracts, markIn, termsIn } from '../contracts-world.ts'
import { hasPassed } from '../suitability/suitability-store.ts'

/** Money a customer moves out of a purse. */
export interface LeavingMoney {
  readonly customerId: Id<'cus'>
  readonly purse: 'stock' | 'coin' | 'contract'
  readonly asset: string
  readonly minor: bigint
}

/**
 * Why money may not leave the contract purse: cross positions answer with all of it, so what leaves raises their leverage.
 * To be asked under the purse's lock, before the money moves: positions change only under the same lock.
 */
export function leavingRefusal(world: ContractsWorld) {
  return async (tx: Tx, { customerId, purse, asset, minor }: LeavingMoney): Promise<Rejection | undefined> => {
    if (customerAccount(customerId, purse, asset) !== marginPurse(customerId)) return undefined
    const [{ facts, free }, passed] = await Promise.all([
      loadContracts(world, tx, customerId),
      hasPassed(tx, customerId),
    ])
    const cross = crossAccount(
      facts,
      free,
      (symbol) => markIn(world, symbol),
      (symbol) => termsIn(world, symbol),
    )
    if (cross?.positions.length === 0) return undefined
    const ceilings = facts.positions.flatMap(({ symbol }) => ceilingIn(world.services.mode, symbol) ?? [])
    const ceiling = ceilings.length === 0 ? undefined : ceilings.reduce((least, one) => minOf(least, one))
    if (passed && ceiling === undefined) return undefined
    if (cross === undefined) return reject(r.markUnknown)
    return leverageRefusal(withCash(cross, -minor), { passed, ceiling }, 'amount')
  }
}
