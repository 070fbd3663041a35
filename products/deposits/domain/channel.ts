import { type Asset, coins, currencies } from '@bolsillo/kernel'

const assets: Readonly<Record<string, Asset>> = { ...currencies, ...coins }

/** An asset that can be paid in, by its code. */
export function payableAsset(code: string): Asset | undefined {
  return Object.hasOwn(assets, code) ? assets[code] : undefined
}

/** Whether an asset is a coin: it travels on a chain and is kept in the coin purse. */
export function isCoin(code: string): boolean {
  return Object.hasOwn(coins, code)
}

const transactionShapes = {
  bitcoin: /^[0-9a-f]{64}$/i,
  ethereum: /^0x[0-9a-f]{64}$/i,
  tron: /^[0-9a-f]{64}$/i,
} as const

/** Whether a text has the shape of a transaction's hash on a network. */
export function isTransactionHash(text: string, network: keyof typeof transactionShapes): boolean {
  return transactionShapes[network].test(text)
}

/** `María Fernanda López` as others may see it: `María F… L…`. */
export function maskName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return [first, ...rest.map((word) => `${[...word][0] ?? ''}…`)].join(' ')
}

/** The last four characters of an account. */
export function maskAccount(account: string): string {
  return account.length <= 4 ? account : `…${account.slice(-4)}`
}
