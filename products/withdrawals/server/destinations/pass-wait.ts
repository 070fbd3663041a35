import { reject } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { passDestinationWait, withdrawalsRejections as r } from '../../contract/index.ts'
import type { WithdrawalsGiven } from '../deps.ts'
import { writeDestination } from '../rows.ts'
import { findDestination, passWait } from './destination-store.ts'

/**
 * In the practice market the wait of a new destination ends for its owner. Password, second factor, two people of the staff
 * and the holds that protect the account stay: a hold that began meanwhile still counts for a destination that was new then.
 */
export const passDestination = useCase(
  passDestinationWait,
  async ({ destinationId }, { tx, now, customer }, { audit }: WithdrawalsGiven) => {
    const { customerId } = customer
    const found = await findDestination(tx, customerId, destinationId)
    if (found === undefined) return reject(r.destinationUnknown, { field: 'destinationId' })
    if (found.usableAt <= now || !(await passWait(tx, customerId, destinationId, now))) {
      return reject(r.waitOver, { field: 'destinationId' })
    }
    const act = { at: now, actor: customerId, subject: customerId, details: { destination: destinationId } }
    await audit.record(tx, { ...act, action: 'withdrawals.practice-wait' })
    return { destination: writeDestination({ ...found, usableAt: now }, now) }
  },
)
