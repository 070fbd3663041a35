import { coins, currencies, type Id } from '@bolsillo/kernel'
import type { VerifiedPerson } from '@bolsillo/kyc/server'
import { channels } from '@bolsillo/payments/domain'
import { testCustomer, testOperator } from '@bolsillo/test-kit'
import type { Person, Terms } from './model.ts'

// Who and what there is in every world.

export const assets = { ...currencies, ...coins }

/** Customers by number; the last one begins without papers. */
export const customerNumbers = [1, 2, 3, 4] as const
export const customerOf = (number: number): Id<'cus'> => testCustomer(number).customerId
export const numberOf = (customer: string): number => Number(customer.slice(-4))

const names: Readonly<Record<number, string>> = {
  1: 'María López',
  2: 'João Silva',
  3: 'Ana Ruiz',
  4: 'Björn Ångström',
}
export const nameOf = (number: number): string => names[number] ?? 'Nadie'
export const strangerName = 'Otra Persona'

/** What a level allows in these worlds: pesos have limits, everything else has none. */
const person = (name: string): Person => ({
  name,
  depositDay: { MXN: 40_000_00n },
  withdrawalDay: { MXN: 60_000_00n },
})
export const personOf = (number: number): Person => person(nameOf(number))
export const papersOf = (number: number): VerifiedPerson => ({ name: nameOf(number), country: 'MX', level: 1 })

/** Centavos a smallest unit of an asset is worth; of dollar coins nobody knows a price here. */
export const worthOfAssets: Readonly<Record<string, bigint>> = { MXN: 1n, USD: 18n, BRL: 3n, BTC: 1n }

/** The rails of a world, by the channels they serve. */
export const rails = {
  spei: { id: 'test-spei', method: 'spei', assets: ['MXN', 'USD'] },
  pix: { id: 'test-pix', method: 'pix', assets: ['BRL'] },
  bitcoin: { id: 'test-bitcoin', method: 'chain', assets: ['BTC'], networks: ['bitcoin'] },
  tron: { id: 'test-tron', method: 'chain', assets: ['USDT'], networks: ['tron'] },
} as const
export type RailName = keyof typeof rails
export const manualId = 'manual'

const railOfChannel: Readonly<Record<string, string>> = {
  'spei-mxn': 'test-spei',
  'pix-brl': 'test-pix',
  'transfer-mxn': manualId,
  'transfer-usd': manualId,
  'bitcoin-btc': 'test-bitcoin',
  'tron-usdt': 'test-tron',
}

/** The published terms of each channel, as input to the model. */
export const termsOfWorld: readonly Terms[] = channels.flatMap(({ code, method, asset, settings }) => {
  const rail = railOfChannel[code]
  if (rail === undefined) return []
  const minor = ({ standard }: { readonly standard: string }): bigint => BigInt(standard.replace('.', ''))
  return [
    {
      code,
      rail,
      method,
      asset: asset.code,
      depositMin: minor(settings.depositMin),
      depositMax: minor(settings.depositMax),
      withdrawalMin: minor(settings.withdrawalMin),
      withdrawalMax: minor(settings.withdrawalMax),
      fee: minor(settings.withdrawalFee),
    },
  ]
})

export const teresa = testOperator(1, ['treasury'])
export const carlos = testOperator(2, ['compliance'])
export const tomas = testOperator(3, ['treasury'])
export const crew = [teresa, carlos, tomas] as const
/** Imports statements of the bank, and so decides nothing of what their lines credit. */
export const ines = testOperator(4, ['treasury'])
