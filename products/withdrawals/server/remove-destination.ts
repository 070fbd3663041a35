import type { ReplyOf, RequestOf } from '@bolsillo/contract'
import { type Rejection, reject } from '@bolsillo/kernel'
import type { Own, WriteContext } from '@bolsillo/server-kit'
import type { removeBank } from '../contract.ts'
import { withdrawalsRejections as r } from '../contract.ts'
import { findDestination, isDestinationInUse, lockCustomer, removeDestination } from './destination-store.ts'
import type { WithdrawalsPorts } from './ports.ts'

/** Takes a destination off the list. While money is on its way there it stays: cancel first, or wait. */
export function removeUseCase({ audit }: WithdrawalsPorts) {
  return async (
    { destinationId }: RequestOf<typeof removeBank>,
    { tx, now, customer }: Own<WriteContext>,
  ): Promise<ReplyOf<typeof removeBank> | Rejection> => {
    const { customerId } = customer
    const unknown = reject(r.destinationUnknown, { field: 'destinationId' })
    if ((await findDestination(tx, customerId, destinationId)) === undefined) return unknown
    await lockCustomer(tx, customerId)
    if (await isDestinationInUse(tx, destinationId)) return reject(r.destinationInUse, { field: 'destinationId' })
    if (!(await removeDestination(tx, customerId, destinationId, now))) return unknown
    const details = { destination: destinationId }
    await audit.record(tx, {
      at: now,
      actor: customerId,
      action: 'withdrawals.destination-remove',
      subject: customerId,
      details,
    })
    return {}
  }
}
