import { readAddress } from './chain-address.ts'
import { readClabe } from './clabe.ts'
import type { Destination, Network, PaymentMethod } from './rail.ts'
import { readCnpj, readCpf } from './tax-number.ts'

/** What may be wrong with a destination, each with words of this room. */
export const destinationProblems = [
  'other-method',
  'other-network',
  'malformed',
  'check-digit',
  'checksum',
  'burn',
] as const
export type DestinationProblem = (typeof destinationProblems)[number]

/** What is wrong with a destination for a rail: a payment that cannot arrive is never asked for. */
export function destinationProblem(
  rail: { readonly method: PaymentMethod; readonly networks?: readonly Network[] },
  destination: Destination,
): DestinationProblem | undefined {
  switch (destination.kind) {
    case 'clabe': {
      if (rail.method !== 'spei' && rail.method !== 'transfer') return 'other-method'
      const { kind } = readClabe(destination.clabe)
      return kind === 'clabe' ? undefined : kind
    }
    case 'pix':
      return rail.method === 'pix' ? pixProblem(destination) : 'other-method'
    case 'address': {
      if (rail.method !== 'chain') return 'other-method'
      if (rail.networks?.includes(destination.network) !== true) return 'other-network'
      const reading = readAddress(destination.network, destination.address)
      return reading.kind === 'address' ? undefined : reading.kind
    }
    case 'account': {
      if (rail.method !== 'transfer') return 'other-method'
      return /^[0-9A-Za-z]{4,34}$/.test(destination.number) ? undefined : 'malformed'
    }
  }
}

const shapes = {
  email: /^(?=.{3,77}$)[^\sA-Z@]+@[^\sA-Z@]+\.[^\sA-Z@]+$/,
  phone: /^\+55[1-9][0-9]{9,10}$/,
  evp: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
}

function pixProblem({ keyKind, key }: Extract<Destination, { kind: 'pix' }>): DestinationProblem | undefined {
  switch (keyKind) {
    case 'cpf':
      return readCpf(key) === key ? undefined : 'check-digit'
    case 'cnpj':
      return readCnpj(key) === key ? undefined : 'check-digit'
    default:
      return shapes[keyKind].test(key) ? undefined : 'malformed'
  }
}
