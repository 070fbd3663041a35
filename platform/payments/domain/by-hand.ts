import { decimalUnits, present } from '@bolsillo/kernel'
import { defineSetting } from '@bolsillo/settings/domain'
import { payableAssets } from './rail-events.ts'

/** What people credit by hand: found on a statement, matched to its owner, or come back. Each has sums of its own. */
const byHandKinds = ['found', 'match', 'returned'] as const
export type ByHandKind = (typeof byHandKinds)[number]

/** The caps of an asset: one entry, what is credited in 24 hours, and the sum beyond which three people decide. */
export const byHandCaps = ['entry', 'day', 'three'] as const
export type ByHandCap = (typeof byHandCaps)[number]

interface Bounds {
  readonly floor: string
  readonly standard: string
  readonly ceiling: string
}

const bounds = (entry: readonly string[], day: readonly string[], three: readonly string[]) => {
  const of = ([floor = '', standard = '', ceiling = '']: readonly string[]): Bounds => ({ floor, standard, ceiling })
  return { entry: of(entry), day: of(day), three: of(three) } satisfies Record<ByHandCap, Bounds>
}

/** Least, standard and largest value of each cap. No setting goes beyond; the database holds the largest as well. */
const boundsOf: Readonly<Record<string, Readonly<Record<ByHandCap, Bounds>>>> = {
  MXN: bounds(['1000', '1000000', '20000000'], ['10000', '5000000', '100000000'], ['0', '200000', '2000000']),
  USD: bounds(['50', '50000', '1000000'], ['500', '250000', '5000000'], ['0', '10000', '100000']),
  BRL: bounds(['250', '250000', '5000000'], ['2500', '1250000', '25000000'], ['0', '50000', '500000']),
  BTC: bounds(['0.001', '1', '20'], ['0.01', '5', '100'], ['0', '0.2', '2']),
  ETH: bounds(['0.02', '20', '400'], ['0.2', '100', '2000'], ['0', '4', '40']),
  USDT: bounds(['50', '50000', '1000000'], ['500', '250000', '5000000'], ['0', '10000', '100000']),
}

const purposes: Readonly<Record<ByHandCap, string>> = {
  entry: 'The most that people credit by hand at once,',
  day: 'The most that people credit by hand within 24 hours,',
  three: 'Beyond what sum within 24 hours a credit by hand takes three people,',
}

/** The settings of the caps, by asset and cap. */
export const byHandSettings = Object.fromEntries(
  Object.entries(boundsOf).map(([code, caps]) => {
    const setting = (cap: ByHandCap) =>
      defineSetting({
        key: `payments.by-hand-${cap}.${code.toLowerCase()}`,
        type: 'decimal',
        standard: caps[cap].standard,
        min: caps[cap].floor,
        max: caps[cap].ceiling,
        scale: present(payableAssets[code], code).scale,
        purpose: `${purposes[cap]} in ${code}.`,
        words: { key: `payments.by-hand-${cap}`, values: { asset: code } },
      })
    return [code, { entry: setting('entry'), day: setting('day'), three: setting('three') }]
  }),
)

/** The largest value of a cap, in minor units: the figures of the database's own table. */
export function byHandCeiling(asset: string, cap: ByHandCap): bigint {
  return decimalUnits(present(boundsOf[asset], asset)[cap].ceiling, present(payableAssets[asset], asset).scale)
}
