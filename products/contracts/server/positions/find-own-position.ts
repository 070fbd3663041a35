import { type Id, type Rejection, reject } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import { contractsRejections as r } from '../../contract/index.ts'
import type { ContractPosition } from '../../domain/index.ts'
import { findPosition } from '../contracts-store.ts'

/** An open position of a customer by its id. Of another customer's there is no such thing. */
export async function findOwnPosition(
  db: Db,
  customerId: Id<'cus'>,
  positionId: Id<'pos'>,
): Promise<ContractPosition | Rejection> {
  const position = await findPosition(db, customerId, positionId)
  if (position === undefined) return reject(r.positionUnknown, { field: 'positionId' })
  if (position.closedAt !== undefined) return reject(r.positionClosed, { field: 'positionId' })
  return position
}
