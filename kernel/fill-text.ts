import { tradedCoins } from './coins.ts'
import { currencies } from './money.ts'
import { decimalsOf, formatAmount, formatDecimal, type NumberStyle } from './number-format.ts'

/** The values of a sentence's placeholders, as the wire writes them: `25000.00`, `1234.50 MXN`, words, counts. */
type TextValues = Readonly<Record<string, string>>

const assets: ReadonlySet<string> = new Set([...Object.keys(currencies), ...Object.keys(tradedCoins)])
const decimal = /^-?\d+(?:\.\d+)?$/
// An amount of any asset here has decimals; a whole number may be a count, or of the smallest unit.
const fraction = /^-?\d+\.\d+$/

/** A placeholder, and the asset that follows it: named by another placeholder, or written out. */
const placeholder = /\{(\w+)\}(?:( )(?:\{(asset|currency)\}|([A-Z]{3,5})(?![A-Za-z])))?/g

/**
 * Fills the `{placeholders}` of a sentence, on the server and in the app alike. An amount shows as everywhere in the app,
 * `MX$ 25,000.00`: in a template it is `{min} {currency}`, `{asset}` or a code written out, or one value of amount and
 * code. Other decimals are grouped; words, counts and dates stay unchanged. A placeholder without a value stays.
 */
export function fillText(text: string, values: TextValues, style: NumberStyle): string {
  return text.replaceAll(
    placeholder,
    (whole, name: string, gap: string | undefined, assetName: string | undefined, code: string | undefined) => {
      const value = values[name]
      const asset = assetName === undefined ? code : values[assetName]
      if (value !== undefined && asset !== undefined && assets.has(asset) && decimal.test(value)) {
        return amount(value, asset, style)
      }
      const after = gap === undefined ? '' : gap + (asset ?? `{${assetName}}`)
      return (value === undefined ? `{${name}}` : figure(value, style)) + (whole === `{${name}}` ? '' : after)
    },
  )
}

/**
 * `MX$ 1,234.50` of an amount in a sentence: two decimals of cash, and of coins as many as it has. A price in cash may have
 * more, and keeps them: rounded, it could name a limit that is then refused.
 */
function amount(value: string, asset: string, style: NumberStyle): string {
  const written = value.split('.')[1]?.length ?? 0
  return formatAmount(value, asset, style, { decimals: written > 2 ? { min: 2, max: 12 } : decimalsOf(asset) })
}

/** A value that is an amount with its code, `1234.50 MXN`, or a decimal; anything else is shown unchanged. */
export function figure(value: string, style: NumberStyle): string {
  const [number = '', asset = '', ...rest] = value.split(' ')
  if (rest.length === 0 && assets.has(asset) && fraction.test(number)) return amount(number, asset, style)
  if (!fraction.test(value)) return value
  // As many decimals as say something, at least the two of money.
  const decimals = value.length - value.indexOf('.') - 1
  return formatDecimal(value, style, { decimals: { min: Math.min(2, decimals), max: Math.min(decimals, 12) } })
}
