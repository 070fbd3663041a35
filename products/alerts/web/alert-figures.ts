import type { ReplyOf } from '@bolsillo/contract'
import type { NumberStyle } from '@bolsillo/kernel'
import { formatDecimal, formatPercent } from '@bolsillo/ui'
import type { listAlerts } from '../contract/index.ts'
import { type AlertKind, ruleOf } from '../domain/alert-kinds.ts'
import { factRuleOf, isFactKind } from '../domain/fact-kinds.ts'

type Instrument = ReplyOf<typeof listAlerts>['rows'][number]['instrument']

/** What alerts watch, in the order it is offered. */
export const alertGroups = ['price', 'volume', 'funding'] as const

/** What a kind watches. */
export const groupOf = (kind: AlertKind): (typeof alertGroups)[number] =>
  isFactKind(kind) ? factRuleOf(kind).fact : 'price'

/** What a kind counts what is wanted in. */
export const unitOf = (kind: AlertKind) => (isFactKind(kind) ? factRuleOf(kind).unit : ruleOf(kind).unit)

/** Volumes and rates of an instrument in words: `12.5 BTC`, `+0.0100 %`. */
export const figuresOf = ({ volumeUnit }: Pick<Instrument, 'volumeUnit'>, style: NumberStyle) => ({
  volumeOf: (volume: string): string =>
    `${formatDecimal(volume, style, { decimals: { min: 0, max: 12 } })} ${volumeUnit}`.trim(),
  rateOf: (rate: string): string => formatPercent(rate, style, { decimals: { min: 4, max: 7 }, sign: 'always' }),
})
