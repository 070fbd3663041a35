import { divide } from '@bolsillo/kernel'

/** What of the market an alert may wait for beside prices: what was traded in a window, and rates of funding. */
export type AlertFact = 'volume' | 'funding'

/** What a kind of alert counts what is wanted in, and the level that follows from it. */
interface FactKindRule {
  readonly fact: AlertFact
  /** A quantity of the instrument; hundredths of the usual volume; ten thousandths of a percent. */
  readonly unit: 'quantity' | 'times' | 'rate'
  /** Whether it fires at or above its level, or at or below. */
  readonly rises: boolean
  /** `usual`: the usual volume when the alert is armed. Of a volume in units of quantity, of a rate in parts of 10^9. */
  readonly levelOf: (wanted: bigint, usual: bigint) => bigint
}

const rule = (of: FactKindRule): FactKindRule => of

/** Hundredths: what `surge` counts the usual volume in. */
const whole = 100n

/** Parts of 10^9 in the last digit of a rate as it is typed: 0.0001 %. */
const partsPerDigit = 1_000n

/** Kinds that are compared with recorded facts. One of the same facts is a line here and its words. */
const rules = {
  volume: rule({ fact: 'volume', unit: 'quantity', rises: true, levelOf: (wanted) => wanted }),
  // Rounded up: it never fires for less than was asked.
  surge: rule({
    fact: 'volume',
    unit: 'times',
    rises: true,
    levelOf: (wanted, usual) => divide(usual * wanted, whole, 'ceiling'),
  }),
  'funding-above': rule({ fact: 'funding', unit: 'rate', rises: true, levelOf: (wanted) => wanted * partsPerDigit }),
  'funding-below': rule({ fact: 'funding', unit: 'rate', rises: false, levelOf: (wanted) => wanted * partsPerDigit }),
} as const

export type FactKind = keyof typeof rules

/** The names of the kinds, in the order they are offered. */
export const factKinds = ['volume', 'surge', 'funding-above', 'funding-below'] as const satisfies readonly FactKind[]

/** The rule of a kind. */
export const factRuleOf = (kind: FactKind): FactKindRule => rules[kind]

/** Whether a kind is compared with facts, not with prints. */
export const isFactKind = (kind: string): kind is FactKind => kind in rules

/** How many times the usual volume may be asked for, in hundredths. */
export const timesBounds = { min: 110n, max: 10_000n } as const

/** Decimals of a number of times. */
export const timesScale = 2

/** Decimals of a rate as it is typed, in percent; and of one as it is recorded. */
export const rateScales = { typed: 4, recorded: 7 } as const

/** Of how many windows with trades a usual volume is the mean at least: fewer say nothing. */
const usualWindowsMin = 6

/** The usual volume of a window: the mean of those with trades, rounded up. Undefined of too few. */
export function usualVolume({ volume, windows }: { readonly volume: bigint; readonly windows: number }) {
  return windows < usualWindowsMin ? undefined : divide(volume, BigInt(windows), 'ceiling')
}

/** Something recorded that alerts are compared with: what was traded in a window, or the rate of a payment of funding. */
export interface RecordedFact {
  readonly fact: AlertFact
  readonly symbol: string
  /** When the window began; of a payment, its instant. What was armed at or after it is none of its own. */
  readonly from: number
  /** When it was complete. */
  readonly at: number
  readonly value: bigint
}
