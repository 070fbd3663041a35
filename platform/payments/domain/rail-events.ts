import { type Asset, assert, coins, currencies, idOf, instant, type Money, money } from '@bolsillo/kernel'
import type { Destination, Network, PayInAddress, PaymentMethod, RailEvent } from './rail.ts'

/** Every asset that travels, by its code. */
export const payableAssets: Readonly<Record<string, Asset>> = { ...currencies, ...coins }

/** Where an event is: to be dispatched, put aside, or ended by itself or by two people. */
export const eventStates = ['waiting', 'parked', 'done', 'closed'] as const
type EventState = (typeof eventStates)[number]

/** Whether nothing is done about an event any more. */
export const isEventEnded = (state: EventState): boolean => state === 'done' || state === 'closed'

/** The events of a rail that people must end: parked, reported in two ways, or not understood. */
export const troubleKinds = ['parked', 'contradiction', 'unread'] as const

/** The key of an event within its rail: reported again it is the same, with more confirmations it is the next. */
interface EventKey {
  readonly externalId: string
  readonly step: number
  /** Events about the same are dispatched in the order they were reported. */
  readonly about: string
}

/** The key of an event. */
export function eventKey(event: RailEvent): EventKey {
  switch (event.kind) {
    case 'received':
      return { externalId: event.externalId, step: event.confirmations.seen, about: event.externalId }
    case 'reversed':
      return { externalId: event.reversalId, step: 0, about: event.externalId }
    case 'payout-sent':
    case 'payout-confirmed':
    case 'payout-failed':
      return { externalId: event.payoutId, step: 0, about: event.payoutId }
    case 'payout-returned':
      return { externalId: event.returnId, step: 0, about: event.payoutId }
  }
}

/** The longest of the rail's own numbers we keep. */
const externalIdLengthMax = 120

/** The largest amount of one event, in minor units: a tenth of what 64 bits hold, so that sums of such amounts still fit. */
export const eventAmountMax = 900_000_000_000_000_000n
const printable = /^[\x21-\x7e]+$/

/** What is wrong with an event of a rail, or undefined. A rail is not trusted: its events are checked before they are kept. */
export function eventProblem(event: RailEvent, assets: readonly string[]): string | undefined {
  const { externalId, about } = eventKey(event)
  for (const name of [externalId, about]) {
    if (name.length > externalIdLengthMax || !printable.test(name)) return 'an id that is none'
  }
  if ('amount' in event) {
    if (!assets.includes(event.amount.asset.code)) return `an amount of ${event.amount.asset.code}`
    if (event.amount.minor <= 0n) return 'an amount that is not above zero'
    if (event.amount.minor > eventAmountMax) return 'an amount beyond what the books count'
  }
  if (event.kind === 'received') {
    const { seen, needed } = event.confirmations
    if (!Number.isSafeInteger(seen) || !Number.isSafeInteger(needed) || seen < 0 || needed < 1) return 'confirmations'
  }
  return undefined
}

/** The two texts whose difference means that an event is reported differently than before. Times may be reported more exactly. */
export function eventSubstance(event: RailEvent): string {
  switch (event.kind) {
    case 'received':
      return ['received', event.externalId, written(event.amount), event.to, event.payment ?? ''].join('|')
    case 'reversed':
      return ['reversed', event.externalId, event.reversalId, written(event.amount)].join('|')
    case 'payout-sent':
      return ['payout-sent', event.payoutId].join('|')
    case 'payout-confirmed':
      return ['payout-confirmed', event.payoutId, written(event.amount)].join('|')
    case 'payout-failed':
      return ['payout-failed', event.payoutId].join('|')
    case 'payout-returned':
      return ['payout-returned', event.payoutId, event.returnId, written(event.amount)].join('|')
  }
}

const written = ({ minor, asset }: Money): string => `${minor} ${asset.code}`

/** The text by which a payment in is known to come to an address: `to` of its event. */
export function payInKey(address: PayInAddress): string {
  switch (address.kind) {
    case 'clabe':
      return address.clabe
    case 'pix':
      return address.txid
    case 'address':
      return targetKey(address.address)
    case 'account':
      return address.reference
  }
}

/** One spelling of a target: addresses of EVM chains differ in case only by their checksum. */
export function targetKey(target: string): string {
  return /^0x[0-9a-fA-F]{40}$/.test(target) ? target.toLowerCase() : target
}

/** The text by which a destination would be one of our own pay-in addresses. */
export function destinationKey(destination: Destination): string {
  switch (destination.kind) {
    case 'clabe':
      return destination.clabe
    case 'pix':
      return destination.key
    case 'address':
      return targetKey(destination.address)
    case 'account':
      return destination.number
  }
}

type Stored = Readonly<Record<string, unknown>>

/** An event as it is stored: amounts as text, everything else as it is. */
export function storedEvent(event: RailEvent): Record<string, unknown> {
  if (!('amount' in event)) return { ...event }
  return { ...event, amount: { minor: event.amount.minor.toString(), asset: event.amount.asset.code } }
}

/** Reads what `storedEvent` wrote. */
export function readEvent(stored: Stored): RailEvent {
  const at = instant(Number(stored.at))
  const word = (name: string): string => {
    const value = stored[name]
    assert(typeof value === 'string', `a stored event has no ${name}`)
    return value
  }
  switch (stored.kind) {
    case 'received': {
      const { payment, from, confirmations } = stored
      return {
        kind: 'received',
        externalId: word('externalId'),
        ...(typeof payment === 'string' ? { payment } : {}),
        amount: readAmount(stored.amount),
        to: word('to'),
        from: { name: textIn(from, 'name'), account: textIn(from, 'account') },
        confirmations: {
          seen: Number(fieldIn(confirmations, 'seen')),
          needed: Number(fieldIn(confirmations, 'needed')),
        },
        at,
      }
    }
    case 'reversed': {
      const [externalId, reversalId, reason] = [word('externalId'), word('reversalId'), word('reason')]
      return { kind: 'reversed', externalId, reversalId, amount: readAmount(stored.amount), reason, at }
    }
    case 'payout-sent':
      return { kind: 'payout-sent', payoutId: idOf('pay', word('payoutId')), externalId: word('externalId'), at }
    case 'payout-confirmed': {
      const [payoutId, externalId] = [idOf('pay', word('payoutId')), word('externalId')]
      return { kind: 'payout-confirmed', payoutId, externalId, amount: readAmount(stored.amount), at }
    }
    case 'payout-returned': {
      const [payoutId, returnId, reason] = [idOf('pay', word('payoutId')), word('returnId'), word('reason')]
      return { kind: 'payout-returned', payoutId, returnId, amount: readAmount(stored.amount), reason, at }
    }
    default:
      assert(stored.kind === 'payout-failed', `a stored event of kind ${String(stored.kind)}`)
      return { kind: 'payout-failed', payoutId: idOf('pay', word('payoutId')), reason: word('reason'), at }
  }
}

function fieldIn(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}

function textIn(value: unknown, name: string): string {
  const found = fieldIn(value, name)
  assert(typeof found === 'string', `a stored event has no ${name}`)
  return found
}

function readAmount(value: unknown): Money {
  const asset = payableAssets[textIn(value, 'asset')]
  assert(asset !== undefined, 'a stored event of an asset that travels')
  return money(BigInt(textIn(value, 'minor')), asset)
}

/**
 * Where money is paid back to, from who sent it: a CLABE, `cpf:…` or `cnpj:…` of a PIX payer, an address, or `bank/number`.
 * Undefined when a rail's provider did not say it in a form that can be paid to.
 */
export function originDestination(
  rail: { readonly method: PaymentMethod; readonly networks?: readonly Network[] },
  { name: holder, account }: { readonly name: string; readonly account: string },
): Destination | undefined {
  switch (rail.method) {
    case 'spei':
      return /^[0-9]{18}$/.test(account) ? { kind: 'clabe', clabe: account, holder } : undefined
    case 'pix': {
      const [, kind, key] = /^(cpf|cnpj):([0-9A-Z]{11,14})$/.exec(account) ?? []
      if (kind === undefined || key === undefined) return undefined
      return { kind: 'pix', keyKind: kind === 'cpf' ? 'cpf' : 'cnpj', key, holder, holderTaxId: key }
    }
    case 'chain': {
      const network = rail.networks?.[0]
      return network === undefined || account === '' ? undefined : { kind: 'address', network, address: account }
    }
    case 'transfer': {
      if (/^[0-9]{18}$/.test(account)) return { kind: 'clabe', clabe: account, holder }
      const [, bank, number] = /^([^/]+)\/([0-9A-Za-z]{4,34})$/.exec(account) ?? []
      return bank === undefined || number === undefined ? undefined : { kind: 'account', bank, number, holder }
    }
  }
}

/** A destination in the form in which a rail reports an origin: the input of `originDestination`. */
export function originText(destination: Destination): string {
  switch (destination.kind) {
    case 'clabe':
      return destination.clabe
    case 'pix':
      return `${destination.keyKind}:${destination.key}`
    case 'address':
      return destination.address
    case 'account':
      return `${destination.bank.replaceAll('/', ' ')}/${destination.number}`
  }
}
