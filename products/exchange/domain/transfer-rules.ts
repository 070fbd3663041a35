import { type Asset, coins, currencies } from '@bolsillo/kernel'

/** What a customer keeps apart from the rest. */
export const purses = ['stock', 'coin', 'contract'] as const
export type PurseName = (typeof purses)[number]

/** Everything that can be moved between purses. Shares cannot: they belong to the purse they are traded from. */
export const movable: readonly Asset[] = [...Object.values(currencies), ...Object.values(coins)]

/** The asset of a code, if it can be moved between purses at all. */
export function movableOf(code: string): Asset | undefined {
  return movable.find((asset) => asset.code === code)
}

/** Whether a purse keeps an asset: cash goes anywhere, coins stay where coins are traded. */
export function keeps(purse: PurseName, asset: Asset): boolean {
  return purse !== 'stock' || asset.code in currencies
}
