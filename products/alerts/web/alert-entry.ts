import type { ReplyOf } from '@bolsillo/contract'
import { readDecimal, writeDecimal } from '@bolsillo/kernel'
import { formatAmount, useUi } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { listAlerts } from '../contract/index.ts'
import { type AlertKind, percentScale } from '../domain/alert-kinds.ts'
import { factRuleOf, rateScales, timesScale } from '../domain/fact-kinds.ts'
import type { Messages } from '../messages/es-ES.ts'
import { figuresOf, groupOf, unitOf } from './alert-figures.ts'

/** An instrument, and what the form of a new alert on it starts from. */
export type Now = NonNullable<ReplyOf<typeof listAlerts>['now']>

/** The field of a kind: its unit, its steps, what is said under it; and when such an alert fires. */
export function useEntry(kind: AlertKind, now: Now, value: string) {
  const t = useWords<Messages>('alerts')
  const { style } = useUi()
  const { volumeOf, rateOf } = figuresOf(now.instrument, style)
  const { instrument, last, priceScale, quantityScale, usualVolume, lastRate } = now
  const price = formatAmount(last, instrument.currency, style, { decimals: instrument.priceDecimals })
  const usual = usualVolume === undefined ? undefined : volumeOf(usualVolume)
  const level = usualVolume === undefined ? undefined : timesUsual(value, usualVolume, quantityScale)
  const percent = { step: '0.50', scale: percentScale, shows: percentScale }
  const fields = {
    price: {
      ...{ label: t('price'), step: now.tick, scale: priceScale, shows: instrument.priceDecimals },
      ...{ suffix: instrument.currency, hint: t('last', { price }) },
    },
    percent: { ...percent, label: t('percent'), suffix: '%', hint: t('lastPercent', { price }) },
    quantity: {
      ...{ label: t('amount'), step: roundStep(value, quantityScale), scale: quantityScale, shows: 0 },
      ...{ suffix: instrument.volumeUnit, hint: usual === undefined ? t('noUsual') : t('usual', { volume: usual }) },
    },
    times: {
      ...{ ...percent, label: t('times'), suffix: '×' },
      hint:
        usual === undefined
          ? t('noUsual')
          : t('usualLevel', { volume: usual, level: level === undefined ? '—' : volumeOf(level) }),
    },
    rate: {
      ...{ label: t('rate'), step: '0.0050', scale: rateScales.typed, shows: rateScales.typed, suffix: '%' },
      hint: lastRate === undefined ? t('noRate') : t('lastRate', { rate: rateOf(lastRate.rate) }),
    },
  } as const
  const once = { price: 'once', volume: 'onceVolume', funding: 'onceFunding' } as const
  return {
    field: fields[unitOf(kind)],
    once: t(once[groupOf(kind)]),
    canSet: kind !== 'surge' || usualVolume !== undefined,
  }
}

/** What the form begins with when a kind is chosen. */
export function firstOf(kind: AlertKind, { last, usualVolume }: Now): string {
  const first = {
    price: last,
    percent: '5.00',
    quantity: shortened(usualVolume ?? '', 0),
    times: '3.00',
    rate: '0.0500',
  }
  return first[unitOf(kind)]
}

/** So many times the usual volume, as an alert armed now would fire from. */
function timesUsual(times: string, usual: string, scale: number): string | undefined {
  const [by, of] = [readDecimal(times, timesScale), readDecimal(usual, scale)]
  if (by.kind !== 'value' || of.kind !== 'value') return undefined
  return writeDecimal(factRuleOf('surge').levelOf(by.units, of.units), scale)
}

/** A tenth of the first digit's place: so a step is felt whatever the size. */
function roundStep(value: string, scale: number): string {
  const at = readDecimal(value, scale)
  const digits = at.kind === 'value' ? String(at.units).length : 1
  return writeDecimal(10n ** BigInt(Math.max(0, digits - 2)), scale)
}

/** Without zeros beyond so many decimals. */
export const shortened = (value: string, decimals: number): string =>
  decimals === 0
    ? value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
    : value.replace(new RegExp(`(\\.\\d{${decimals}}\\d*?)0+$`), '$1')
