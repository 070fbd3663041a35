import { plusMs, present } from '@bolsillo/kernel'
import { type DemoCustomers, nameCause, transaction } from '@bolsillo/server-kit'
import { readAddressForm, readBankForm, withdrawalSettings } from '../domain/index.ts'
import { insertDestination } from './destination-store.ts'
import type { WithdrawalsPorts } from './ports.ts'

const dayMs = 86_400_000
/** The example accounts of the standards themselves: nobody's. */
const clabe = '032180000118359719'
const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'

/** The demo's verified customer added an account some days ago and an address just now: one can be used, one waits. */
export function seedDemo({ services, settings, people }: WithdrawalsPorts) {
  return async ({ customerIds: [customerId] }: DemoCustomers): Promise<void> => {
    const { sql, ids, clock } = services
    const owner = present(customerId, 'the first customer of the demo')
    const person = await people.find(sql, owner)
    if (person === undefined) return
    const waitMs = settings.get(withdrawalSettings.destinationWaitHours) * 3_600_000
    const kept = [
      { reading: readBankForm({ kind: 'clabe', holder: person.name, clabe }), label: undefined, ageMs: 3 * dayMs },
      { reading: readAddressForm('tron', address), label: 'Cartera', ageMs: 0 },
    ]
    for (const { reading, label, ageMs } of kept) {
      if (reading.kind !== 'destination') continue
      const addedAt = plusMs(clock.now(), -ageMs)
      await transaction(sql, async (tx) => {
        await nameCause(tx, { cause: 'demo:withdrawals' })
        await insertDestination(tx, {
          id: ids.next('dst'),
          customerId: owner,
          destination: reading.destination,
          label,
          extra: {},
          isOrigin: false,
          addedAt,
          usableAt: plusMs(addedAt, waitMs),
          removedAt: undefined,
        })
      })
    }
  }
}
