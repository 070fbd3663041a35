import type { ReplyOf } from '@bolsillo/contract'
import { plusMs, type Rejection, reject } from '@bolsillo/kernel'
import { channels } from '@bolsillo/payments/domain'
import {
  type CommandContext,
  type Own,
  saveIdempotencyRecords,
  type Tx,
  transaction,
  useCase,
} from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import { withdrawalsRejections as r } from '../../contract/index.ts'
import {
  type DestinationReading,
  destinationBound,
  destinationNumber,
  factorActions,
  holderOf,
  isBank,
  masked,
  networkOf,
  reaches,
  readAddressForm,
  readBankForm,
  withdrawalSettings,
} from '../../domain/index.ts'
import type { WithdrawalsGiven } from '../deps.ts'
import { tellDestinationAdded } from '../notices.ts'
import { type ProofFields, refuseFactor } from '../prove.ts'
import { writeDestination } from '../rows.ts'
import {
  type DestinationExtra,
  insertDestination,
  listDestinations,
  lockCustomer,
  type StoredDestination,
} from './destination-store.ts'

type Added = ReplyOf<typeof calls.addBank>
type Readable = Extract<DestinationReading, { kind: 'destination' }>

/** Adds a bank account or a PIX key. */
export const addBank = useCase(calls.addBank, (request, context, deps: WithdrawalsGiven) => {
  const { bankCode, bankAddress, payeeAddress, rfc, label } = request
  const extra = Object.fromEntries(
    Object.entries({ bankCode, bankAddress, payeeAddress, rfc }).filter(([, text]) => text !== undefined),
  )
  return addDestination(
    deps,
    { reading: readBankForm(request), label, extra, field: fieldOf(request.kind) },
    request,
    context,
  )
})

/** Adds an address to the book. */
export const addAddress = useCase(calls.addAddress, (request, context, deps: WithdrawalsGiven) => {
  const reading = readAddressForm(request.network, request.address)
  return addDestination(deps, { reading, label: request.label, extra: {}, field: 'address' }, request, context)
})

const fieldOf = (kind: 'clabe' | 'pix' | 'account'): string => ({ clabe: 'clabe', pix: 'key', account: 'number' })[kind]

interface Wish {
  readonly reading: DestinationReading
  readonly label: string | undefined
  readonly extra: DestinationExtra
  /** The field of the form that has the number. */
  readonly field: string
}

async function addDestination(
  deps: WithdrawalsGiven,
  { reading, label, extra, field }: Wish,
  proof: ProofFields,
  context: Own<CommandContext>,
): Promise<Added | Rejection> {
  if (reading.kind === 'refused') return reading.rejection
  const { customerId } = context.customer
  const { db, now, claim, answer } = context
  const refused =
    (await refuseDestination(deps, reading, field, context)) ?? (await refuseKnown(deps, db, reading, field, context))
  if (refused !== undefined) return refused
  const purpose = { action: factorActions.addDestination, bound: destinationBound(reading.destination) }
  const unproved = await refuseFactor(deps, { customerId, purpose, proof, now })
  if (unproved !== undefined) return unproved
  const { services, settings, audit } = deps
  return transaction(services.sql, async (tx) => {
    await lockCustomer(tx, customerId)
    // Two requests at once, of which the first made what the second asks for.
    const meanwhile = await refuseKnown(deps, tx, reading, field, context)
    if (meanwhile !== undefined) return meanwhile
    const stored: StoredDestination = {
      id: services.ids.next('dst'),
      customerId,
      destination: reading.destination,
      label,
      extra,
      isOrigin: false,
      addedAt: now,
      usableAt: plusMs(now, settings.get(withdrawalSettings.destinationWaitHours) * 3_600_000),
      removedAt: undefined,
    }
    await insertDestination(tx, stored)
    const details = {
      destination: stored.id,
      kind: reading.destination.kind,
      number: masked(destinationNumber(reading.destination)),
    }
    await audit.record(tx, {
      at: now,
      actor: customerId,
      action: 'withdrawals.destination-add',
      subject: customerId,
      details,
    })
    await tellDestinationAdded(deps, tx, stored, now)
    const reply: Added = { destination: writeDestination(stored, now), warnings: [...reading.warnings] }
    if (claim !== undefined) await saveIdempotencyRecords(tx, [{ claim, answer: answer(reply) }], now)
    return reply
  })
}

/** What is wrong with a destination whoever adds it, and with its holder for this customer. */
async function refuseDestination(
  { payments, people }: WithdrawalsGiven,
  { destination }: Readable,
  field: string,
  { db, customer }: Own<CommandContext>,
): Promise<Rejection | undefined> {
  const channel = channels.find((one) => reaches(one, destination))
  const problem = channel === undefined ? undefined : payments.destinationProblem(channel.code, destination)
  if (problem !== undefined) return reject(r.destinationRefused, { field, values: { problem } })
  if (await payments.isOwnAddress(db, destination)) return reject(r.addressOurs, { field })
  const holder = holderOf(destination)
  if (holder === undefined) return undefined
  const person = await people.find(db, customer.customerId)
  // The need asked whether somebody is verified; without a person there is no name to compare with.
  if (person === undefined || !people.isNameOf(person, holder)) {
    return reject(r.holderOther, { field: 'holder', values: { name: person?.name ?? '' } })
  }
  if (destination.kind !== 'pix') return undefined
  const own = [person.cpf, person.cnpj].filter((one) => one !== undefined)
  const isOther = own.length > 0 && !own.includes(destination.holderTaxId)
  return isOther ? reject(r.holderOther, { field: 'holderTaxId', values: { name: person.name } }) : undefined
}

async function refuseKnown(
  { settings }: WithdrawalsGiven,
  db: CommandContext['db'] | Tx,
  { destination }: Readable,
  field: string,
  { customer }: Own<CommandContext>,
): Promise<Rejection | undefined> {
  const own = await listDestinations(db, customer.customerId)
  const isSame = (other: StoredDestination): boolean =>
    other.destination.kind === destination.kind &&
    destinationNumber(other.destination) === destinationNumber(destination) &&
    networkOf(other.destination) === networkOf(destination)
  if (own.some(isSame)) return reject(r.destinationKnown, { field })
  const max = settings.get(withdrawalSettings.destinationsMax)
  const alike = own.filter((other) => isBank(other.destination) === isBank(destination))
  return alike.length >= max ? reject(r.destinationsFull, { values: { max: String(max) } }) : undefined
}
