import { type Id, reject } from '@bolsillo/kernel'
import { type Db, useCase } from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import { withdrawalsRejections as r } from '../../contract/index.ts'
import { assetsFor, isBank, networkOf, withdrawalSettings } from '../../domain/index.ts'
import type { WithdrawalsGiven } from '../deps.ts'
import { writeDestination } from '../rows.ts'
import { findDestination, findDestinationUse, listDestinations, type StoredDestination } from './destination-store.ts'

/** The customer's bank accounts and PIX keys; type 1: those that can be paid to now. */
export const listBanks = useCase(
  calls.listBanks,
  async ({ type, asset }, { db, now, customer }, deps: WithdrawalsGiven) => {
    const { customerId } = customer
    const banks = (await listDestinations(db, customerId)).filter(({ destination }) => isBank(destination))
    const shown = banks.filter(
      (one) =>
        (type !== 1 || one.usableAt <= now) && (asset === undefined || assetsFor(one.destination).includes(asset)),
    )
    return {
      rows: shown.map((one) => writeDestination(one, now)),
      rules: await rulesOf(deps, db, customerId, banks),
    }
  },
)

/** The customer's address book. */
export const listAddresses = useCase(
  calls.listAddresses,
  async ({ asset, network }, { db, now, customer }, deps: WithdrawalsGiven) => {
    const { customerId } = customer
    const book = (await listDestinations(db, customerId)).filter(({ destination }) => !isBank(destination))
    const shown = book.filter(
      ({ destination }) =>
        (network === undefined || networkOf(destination) === network) &&
        (asset === undefined || assetsFor(destination).includes(asset)),
    )
    return { rows: shown.map((one) => writeDestination(one, now)), rules: await rulesOf(deps, db, customerId, book) }
  },
)

async function rulesOf(
  { settings, people }: WithdrawalsGiven,
  db: Db,
  customerId: Id<'cus'>,
  alike: readonly StoredDestination[],
) {
  const person = await people.find(db, customerId)
  return {
    waitHours: settings.get(withdrawalSettings.destinationWaitHours),
    max: settings.get(withdrawalSettings.destinationsMax),
    count: alike.length,
    ...(person === undefined ? {} : { holder: person.name }),
  }
}

/** One destination, and how often it was paid to. */
export const bankInfo = useCase(calls.bankInfo, async ({ destinationId }, { db, now, customer }) => {
  const { customerId } = customer
  const found = await findDestination(db, customerId, destinationId)
  if (found === undefined) return reject(r.destinationUnknown, { field: 'destinationId' })
  const { withdrawals, lastUsedAt } = await findDestinationUse(db, destinationId)
  return {
    destination: writeDestination(found, now),
    withdrawals,
    ...(lastUsedAt === undefined ? {} : { lastUsedAt }),
  }
})
