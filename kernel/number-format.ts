import { readDecimal, readWideDecimal, rescale, scaleMax, writeDecimal } from './decimal.ts'
import { currencies } from './money.ts'

/** The languages of the interface. */
export type Language = 'es-ES' | 'en-US' | 'pt-BR'

/** How digits are separated. Decoupled from the language tag: Mexicans read 1.234 as one point two (decision 14). */
export interface NumberStyle {
  readonly group: ',' | '.'
  readonly point: '.' | ','
  /** Between a number and its per cent sign: a space in Spanish, nothing in English and Portuguese. */
  readonly percentGap: '\u00a0' | ''
}

const mexican: NumberStyle = { group: ',', point: '.', percentGap: '\u00a0' }
const american: NumberStyle = { group: ',', point: '.', percentGap: '' }
const brazilian: NumberStyle = { group: '.', point: ',', percentGap: '' }
const styles: Readonly<Record<Language, NumberStyle>> = { 'es-ES': mexican, 'en-US': american, 'pt-BR': brazilian }

/** `1,234.50` and `0.77 %` for es-ES, `1,234.50` and `0.77%` for en-US, `1.234,50` and `0,77%` for pt-BR. */
export function numberStyleOf(language: Language): NumberStyle {
  return styles[language]
}

/** A space that never breaks a line: between a symbol and its number, a number and its unit. */
export const noBreakSpace = '\u00a0'
/** The minus of typography: as wide as a plus, and never taken for a hyphen. */
const minusSign = '−'
/** Shown where a number is not known. */
export const noNumber = '—'

export interface DecimalOptions {
  /** Digits after the point: exactly this many, or between the two bounds. Left out: as many as the text has. */
  readonly decimals?: number | { readonly min: number; readonly max: number }
  /** `auto` writes a minus only, `always` a plus too (not on zero), `never` neither. */
  readonly sign?: 'auto' | 'always' | 'never'
}

/** −1, 0 or 1: the sign of a decimal text. What is no decimal counts as zero. */
export function signOf(text: string): -1 | 0 | 1 {
  const reading = readWideDecimal(text, scaleMax)
  if (reading.kind !== 'value' || reading.units === 0n) return 0
  return reading.units < 0n ? -1 : 1
}

/** Rounds a decimal text to `max` digits and pads it to `min`: exact arithmetic, halves away from zero. For showing only. */
function fit(text: string, min: number, max: number): string | undefined {
  const reading = readWideDecimal(text, scaleMax)
  if (reading.kind !== 'value') return undefined
  const written = writeDecimal(rescale(reading.units, scaleMax, max, 'half-up'), max)
  if (max === min) return written
  let end = written.length
  const shortest = written.length - (max - min)
  while (end > shortest && written[end - 1] === '0') end -= 1
  if (written[end - 1] === '.') end -= 1
  return written.slice(0, end)
}

function decimalsIn(text: string): number {
  const at = text.indexOf('.')
  return at < 0 ? 0 : text.length - at - 1
}

/** Puts a separator between thousands: `1234567` is `1,234,567`. */
function groupThousands(digits: string, group: string): string {
  return digits.replaceAll(/\B(?=(?:\d{3})+$)/g, group)
}

/**
 * A wire decimal as people read it: `formatDecimal('-1234.5', style, {decimals: 2})` is `−1,234.50`.
 * A text that is no decimal gives a dash.
 */
export function formatDecimal(text: string, style: NumberStyle, options: DecimalOptions = {}): string {
  const { decimals = decimalsIn(text), sign = 'auto' } = options
  const { min, max } = typeof decimals === 'number' ? { min: decimals, max: decimals } : decimals
  const fitted = fit(text, Math.min(min, scaleMax), Math.min(max, scaleMax))
  if (fitted === undefined) return noNumber
  const negative = fitted.startsWith('-')
  const [whole = '', fraction = ''] = fitted.replace('-', '').split('.')
  const isZero = /^0*$/.test(whole + fraction)
  const lead = sign === 'never' || isZero ? '' : negative ? minusSign : sign === 'always' ? '+' : ''
  return `${lead}${groupThousands(whole, style.group)}${fraction === '' ? '' : style.point + fraction}`
}

const symbols: Readonly<Record<string, string>> = { MXN: 'MX$', USD: '$', BRL: 'R$' }

/** `MX$`, `$`, `R$`; another currency shows its code. */
export function currencySymbol(currency: string): string {
  return symbols[currency] ?? currency
}

/** An amount with its symbol: `MX$ 1,234.50`, `−MX$ 3.00`. Two decimals by default. */
export function formatAmount(text: string, currency: string, style: NumberStyle, options: DecimalOptions = {}): string {
  const number = formatDecimal(text, style, { decimals: 2, ...options })
  const lead = number.startsWith(minusSign) || number.startsWith('+') ? number.slice(0, 1) : ''
  return `${lead}${currencySymbol(currency)}${noBreakSpace}${number.slice(lead.length)}`
}

/** A percentage as the language writes its sign: `+0.77 %`, `+0.77%`. Two decimals by default. */
export function formatPercent(text: string, style: NumberStyle, options: DecimalOptions = {}): string {
  return `${formatDecimal(text, style, { decimals: 2, ...options })}${style.percentGap}%`
}

const units = ['', 'K', 'M', 'G', 'T', 'P', 'E'] as const

/** Shortens a large number: `8410000` is `8.41 M`, `214600` is `214.6 K`; below ten thousand it stays as it is. */
export function abbreviate(text: string, style: NumberStyle): string {
  const reading = readWideDecimal(text, scaleMax)
  if (reading.kind !== 'value') return noNumber
  const whole = writeDecimal(rescale(reading.units, scaleMax, 0, 'down'), 0).replace('-', '')
  if (whole.length <= 4) return formatDecimal(text, style, { decimals: { min: 0, max: 2 } })
  const step = Math.min(Math.floor((whole.length - 1) / 3), units.length - 1)
  const scaled = writeDecimal(rescale(reading.units, scaleMax + step * 3, scaleMax, 'half-up'), scaleMax)
  const leading = whole.length - step * 3
  return `${formatDecimal(scaled, style, { decimals: { min: 0, max: leading >= 3 ? 1 : 2 } })}${noBreakSpace}${units[step]}`
}

/** The result of reading a typed number: the wire's decimal, nothing yet, or why it is not a number. */
export type TypedDecimal =
  | { readonly kind: 'value'; readonly wire: string }
  | { readonly kind: 'empty' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'too-many-decimals' }
  | { readonly kind: 'too-large'; readonly maximum: string }

/**
 * Reads what a customer typed, by the one grammar of their number style: grouping marks only where thousands end, one
 * decimal point. `1,234.5` is `1234.5` for a Mexican and refused for a Brazilian, never guessed at.
 */
export function readTyped(text: string, style: NumberStyle, scale: number): TypedDecimal {
  const trimmed = text.trim()
  if (trimmed === '') return { kind: 'empty' }
  const point = trimmed.lastIndexOf(style.point)
  const whole = point < 0 ? trimmed : trimmed.slice(0, point)
  const fraction = point < 0 ? '' : trimmed.slice(point + 1)
  const grouped = style.group === ',' ? /^\d{1,3}(?:,\d{3})+$/ : /^\d{1,3}(?:\.\d{3})+$/
  if (!/^\d*$/.test(whole) && !grouped.test(whole)) return { kind: 'malformed' }
  if (!/^\d*$/.test(fraction) || whole + fraction === '') return { kind: 'malformed' }
  if (fraction.length > scale) return { kind: 'too-many-decimals' }
  const digits = whole.replaceAll(style.group, '').replace(/^0+(?=\d)/, '')
  const wire = `${digits === '' ? '0' : digits}${fraction === '' ? '' : `.${fraction}`}`
  const reading = readDecimal(wire, scale)
  return reading.kind === 'value' ? { kind: 'value', wire } : reading
}

/** A wire decimal as an input shows it: without grouping, with the style's point. */
export function typedFrom(wire: string, style: NumberStyle): string {
  return wire.replace('.', style.point)
}

const cash: readonly string[] = Object.keys(currencies)

/** Decimals an amount of an asset is shown with where it moves: two, and of coins as many as it has. */
export function decimalsOf(asset: string): number | { readonly min: number; readonly max: number } {
  return cash.includes(asset) ? 2 : { min: 2, max: 8 }
}
