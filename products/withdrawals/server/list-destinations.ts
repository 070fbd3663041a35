import type { ReplyOf, RequestOf } from '@bolsillo/contract'
import { type Id, type Rejection, reject } from '@bolsillo/kernel'
import type { Db, Own, ReadContext } from '@bolsillo/server-kit'
import type { bankInfo, listAddresses, listBanks } from '../contract.ts'
import { withdrawalsRejections as r } from '../contract.ts'
import { assetsFor, isBank, networkOf, withdrawalSettings } from '../domain/index.ts'
import { findDestination, findDestinationUse, listDestinations, type StoredDestination } from './destination-store.ts'
import type { WithdrawalsPorts } from './ports.ts'
import { writeDestination } from './rows.ts'

/** The customer's bank accounts and PIX keys; type 1: those that can be paid to now. */
export function listBanksUseCase(ports: WithdrawalsPorts) {
  return async (
    { type, asset }: RequestOf<typeof listBanks>,
    { db, now, customer }: Own<ReadContext>,
  ): Promise<ReplyOf<typeof listBanks>> => {
    const { customerId } = customer
    const banks = (await listDestinations(db, customerId)).filter(({ destination }) => isBank(destination))
    const shown = banks.filter(
      (one) =>
        (type !== 1 || one.usableAt <= now) && (asset === undefined || assetsFor(one.destination).includes(asset)),
    )
    return {
      rows: shown.map((one) => writeDestination(one, now)),
      rules: await rulesOf(ports, db, customerId, banks),
    }
  }
}

/** The customer's address book. */
export function listAddressesUseCase(ports: WithdrawalsPorts) {
  return async (
    { asset, network }: RequestOf<typeof listAddresses>,
    { db, now, customer }: Own<ReadContext>,
  ): Promise<ReplyOf<typeof listAddresses>> => {
    const { customerId } = customer
    const book = (await listDestinations(db, customerId)).filter(({ destination }) => !isBank(destination))
    const shown = book.filter(
      ({ destination }) =>
        (network === undefined || networkOf(destination) === network) &&
        (asset === undefined || assetsFor(destination).includes(asset)),
    )
    return { rows: shown.map((one) => writeDestination(one, now)), rules: await rulesOf(ports, db, customerId, book) }
  }
}

async function rulesOf(
  { settings, people }: WithdrawalsPorts,
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
export async function bankInfoUseCase(
  { destinationId }: RequestOf<typeof bankInfo>,
  { db, now, customer }: Own<ReadContext>,
): Promise<ReplyOf<typeof bankInfo> | Rejection> {
  const { customerId } = customer
  const found = await findDestination(db, customerId, destinationId)
  if (found === undefined) return reject(r.destinationUnknown, { field: 'destinationId' })
  const { withdrawals, lastUsedAt } = await findDestinationUse(db, destinationId)
  return {
    destination: writeDestination(found, now),
    withdrawals,
    ...(lastUsedAt === undefined ? {} : { lastUsedAt }),
  }
}
