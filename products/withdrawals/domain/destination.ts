import { bankOfClabe, type Destination, type Network } from '@bolsillo/payments/domain'

/** The kinds of PIX keys. CPF and phone both have eleven digits, so phones carry `+55`. */
export const pixKeyKinds = ['cpf', 'cnpj', 'email', 'phone', 'evp'] as const
export type PixKeyKind = (typeof pixKeyKinds)[number]

/** The text that says where money goes, in full: what a second factor is bound to, and what staff compare. */
export function destinationText(destination: Destination): string {
  switch (destination.kind) {
    case 'clabe':
      return `CLABE ${destination.clabe}`
    case 'pix':
      return `PIX ${destination.keyKind} ${destination.key}`
    case 'address':
      return `${destination.network} ${destination.address}`
    case 'account':
      return `${destination.bank} ${destination.number}`
  }
}

/** The number of a destination: what is unique about it. */
export function destinationNumber(destination: Destination): string {
  switch (destination.kind) {
    case 'clabe':
      return destination.clabe
    case 'pix':
      return destination.key
    case 'address':
      return destination.address
    case 'account':
      return destination.number
  }
}

/** The network of an address; undefined for accounts of banks. */
export function networkOf(destination: Destination): Network | undefined {
  return destination.kind === 'address' ? destination.network : undefined
}

/** The holder a destination names; addresses name nobody. */
export function holderOf(destination: Destination): string | undefined {
  return destination.kind === 'address' ? undefined : destination.holder
}

/** The bank as people call it; undefined for addresses, PIX keys and codes nobody knows. */
export function bankOf(destination: Destination): string | undefined {
  if (destination.kind === 'clabe') return bankOfClabe(destination.clabe)
  return destination.kind === 'account' ? destination.bank : undefined
}

/** A number with its middle hidden, for lists: `0321 •••• 9719`, `TJRa••••w7xq`. Short ones show their last four only. */
export function masked(number: string): string {
  if (number.length <= 8) return `•••• ${number.slice(-4)}`
  return `${number.slice(0, 4)} •••• ${number.slice(-4)}`
}

/** Destinations are banks' (`/bank/*`) or chains' (the address book). */
export function isBank(destination: Destination): boolean {
  return destination.kind !== 'address'
}

/** What a withdrawal's second factor is bound to. The page and the server build the same texts; any change voids it. */
export function withdrawalBound(facts: {
  readonly amount: string
  readonly fee: string
  readonly vat: string
  readonly net: string
  readonly asset: string
  readonly destination: string
}): Readonly<Record<string, string>> {
  const { amount, fee, vat, net, asset, destination } = facts
  return { amount, fee, vat, net, asset, destination }
}

/** What adding a destination is bound to. */
export function destinationBound(destination: Destination): Readonly<Record<string, string>> {
  return { destination: destinationText(destination), holder: holderOf(destination) ?? '' }
}

/** The actions the second factor is asked for here. */
export const factorActions = { withdraw: 'withdraw', addDestination: 'add-destination' } as const
