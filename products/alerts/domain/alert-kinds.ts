import { divide, type Price, priceOf } from '@bolsillo/kernel'
import { type FactKind, factKinds } from './fact-kinds.ts'

/** The prices at which an alert fires: at or above the one, at or below the other. */
export interface Levels {
  readonly above?: Price
  readonly below?: Price
}

/** What a kind of alert counts what is wanted in, and the levels that follow from it. */
interface AlertKindRule {
  readonly unit: 'price' | 'percent'
  /** `reference`: the last price when the alert is armed. */
  readonly levelsOf: (wanted: bigint, reference: Price) => Levels
}

const rule = (of: AlertKindRule): AlertKindRule => of

/** A whole of what a move counts in: hundredths of a percent. */
const whole = 10_000n

/** The kinds that prints are compared with. A kind is a line here, its words, and nothing else: the index knows levels only. */
const rules = {
  above: rule({ unit: 'price', levelsOf: (wanted) => ({ above: priceOf(wanted) }) }),
  below: rule({ unit: 'price', levelsOf: (wanted) => ({ below: priceOf(wanted) }) }),
  // Away from the reference in either direction. Rounded away from it: it never fires for less than was asked.
  move: rule({
    unit: 'percent',
    levelsOf: (wanted, reference) => {
      const below = divide(reference * (whole - wanted), whole, 'floor')
      return {
        above: priceOf(divide(reference * (whole + wanted), whole, 'ceiling')),
        ...(below > 0n ? { below: priceOf(below) } : {}),
      }
    },
  }),
} as const

export type PriceKind = keyof typeof rules
export type AlertKind = PriceKind | FactKind

/** The names of those kinds, in the order they are offered. */
export const priceKinds = ['above', 'below', 'move'] as const satisfies readonly PriceKind[]

/** All kinds there are. */
export const alertKinds = [...priceKinds, ...factKinds] as const

/** The rule of a kind that prints are compared with. */
export const ruleOf = (kind: PriceKind): AlertKindRule => rules[kind]

/** How far a move may be, in hundredths of a percent. */
export const moveBounds = { min: 10n, max: 9_000n } as const

/** Decimals of a percentage. */
export const percentScale = 2

/** Whether a price is at a level already: an alert armed there would fire without anything having happened. */
export function isReached({ above, below }: Levels, price: Price): boolean {
  return (above !== undefined && price >= above) || (below !== undefined && price <= below)
}
