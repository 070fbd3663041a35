import { reject } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { withdrawalsRejections as r, removeBank } from '../../contract/index.ts'
import type { WithdrawalsGiven } from '../deps.ts'
import { findDestination, isDestinationInUse, lockCustomer, removeDestination } from './destination-store.ts'

/** Takes a destination off the list. While money is on its way there it stays: cancel first, or wait. */
export const remove = useCase(
  removeBank,
  async ({ destinationId }, { tx, now, customer }, { audit }: WithdrawalsGiven) => {
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
  },
)
