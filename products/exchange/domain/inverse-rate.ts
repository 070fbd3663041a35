import { divide, powerOfTen, writeDecimal } from '@bolsillo/kernel'

const decimals = 8

/** One over a rate, to eight decimals, for showing only: no amount is made from it. */
export function inverseRate(mid: bigint, scale: number): string {
  return writeDecimal(divide(powerOfTen(scale + decimals), mid, 'half-even'), decimals)
}
