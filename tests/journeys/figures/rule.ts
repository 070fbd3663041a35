import { wordsOf } from '../stage/words.ts'
import { type Decimal, decimal } from './decimals.ts'
import type { Facts } from './facts.ts'
import type { Figure, Frame } from './read-figures.ts'

/** The words figures are named by on the screens. */
export const words = wordsOf('es-ES')

/** What a figure must be. */
export interface Must {
  /** What it is, for comparing the places that show the same: `last WALMEX.MX`. */
  readonly fact: string
  /** Computed from what the page was sent; undefined: nothing may show. */
  readonly exact: Decimal | undefined
  /** Units of the figure's last decimal it may be off by: where a sum is made of amounts that were rounded before. */
  readonly within?: bigint
}

/** What the figures of one kind of thing must be. Undefined: it is another rule's. */
export type Rule = (figure: Figure, facts: Facts) => Must | undefined

/** What the figures of a screen must be together. Sentences about what is wrong. */
export type ScreenRule = (facts: Facts) => readonly string[]

/** The number that is typed in a field. */
export function typedIn({ inputs }: Frame, label: string): Decimal | undefined {
  const found = inputs.find((input) => input.label.startsWith(label))?.value.replaceAll(',', '')
  return found === undefined || !/^\d+(?:\.\d+)?$/.test(found) ? undefined : decimal(found)
}
