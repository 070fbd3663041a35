import type { KeptEntry } from '../journal/check-ledger.ts'

/** The insurance fund. */
export const fundAccount = 'house:insurance:USDT'
/** 10^-12 USDT in a minor unit of it. */
export const fineToMinor = 1_000_000n

/** What a customer's contracts are margined from. */
export const purseOf = (customerId: string): string => `${customerId}:contract:USDT`

/** A position as its entries alone make it. */
export interface FoldedContract {
  readonly positionId: string
  readonly customerId: string
  readonly symbol: string
  readonly mode: 'isolated' | 'cross'
  size: bigint
  /** 10^-12 USDT, with the sign of the size. */
  entry: bigint
  margin: bigint
  realised: bigint
  funding: bigint
  fees: bigint
  vat: bigint
}

/** Everything folded up to an entry. */
export interface ContractBooks {
  readonly positions: ReadonlyMap<string, FoldedContract>
  /** Minor units in the insurance fund. */
  fund: bigint
  /** 10^-12 USDT that one unit of price times one unit of quantity is, by contract. */
  readonly factors: Map<string, bigint>
}

/** What an entry moved on an account. */
export function postedOn(entry: KeptEntry, account: string): bigint {
  return entry.moved.reduce((sum, one) => (one.account === account ? sum + one.posted : sum), 0n)
}

/** Money not reserved, before an entry and after it. */
export function freeAround(entry: KeptEntry, account: string): { readonly before: bigint; readonly after: bigint } {
  const own = entry.moved.filter((one) => one.account === account)
  const [first, last] = [own[0], own.at(-1)]
  if (first === undefined || last === undefined) return { before: 0n, after: 0n }
  return {
    before: first.postedAfter - first.posted - (first.heldAfter - first.held),
    after: last.postedAfter - last.heldAfter,
  }
}
