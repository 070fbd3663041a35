import { createHash } from 'node:crypto'
import { type Id, reject } from '@bolsillo/kernel'
import { clabeCheckDigit } from '@bolsillo/payments/domain'
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
  { settings, people, services }: WithdrawalsGiven,
  db: Db,
  customerId: Id<'cus'>,
  alike: readonly StoredDestination[],
) {
  const person = await people.find(db, customerId)
  return {
    waitHours: settings.get(withdrawalSettings.destinationWaitHours),
    max: settings.get(withdrawalSettings.destinationsMax),
    count: alike.length,
    ...(services.mode === 'SIM' ? { practice: practiceDestinations(customerId) } : {}),
    ...(person === undefined ? {} : { holder: person.name }),
  }
}

/** Addresses whose checksums are right. What the practice chains send there is worth nothing. */
const addresses = {
  bitcoin: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  ethereum: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  tron: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
} as const

/** A bank and a place; the account is made from the customer's number, so that no two customers have the same one. */
const bankAndPlaza = '012180'

/** A valid CLABE and valid addresses, for forms in the practice market. They are nobody's. */
function practiceDestinations(customerId: Id<'cus'>) {
  const hash = BigInt(`0x${createHash('sha256').update(`practice clabe ${customerId}`).digest('hex')}`)
  const digits = `${bankAndPlaza}${(hash % 10n ** 11n).toString().padStart(11, '0')}`
  return { clabe: `${digits}${clabeCheckDigit(digits)}`, addresses }
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
