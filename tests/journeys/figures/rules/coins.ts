import { type Decimal, decimal, minus, percent, rounded, times } from '../decimals.ts'
import type { Facts } from '../facts.ts'
import type { Figure } from '../read-figures.ts'
import { type Must, type Rule, words } from '../rule.ts'

const { assets: t } = words.spot
const { owned } = words.trading
const bought = t.bought.split('{')[0] ?? ''

interface Cost {
  readonly currency: string
  readonly quantity: string
  readonly cost: string
}

interface CoinAsset {
  readonly asset: string
  readonly symbol?: string
  readonly total: string
  readonly costs: readonly Cost[]
}

/** What is owned of a coin, on its chart and on its sheet: worth and result are those of the price of the market. */
export const coins: Rule = (figure, facts) => {
  if (figure.kind === 'said') return undefined
  const { asset, symbol } = figure.isOnSheet ? ofSheet(facts) : ofStrip(figure, facts)
  const quote = symbol === undefined ? undefined : facts.quote(symbol)
  if (asset === undefined || symbol === undefined || quote === undefined) return undefined
  const [, currency = ''] = symbol.split('-')
  const worthOf = (quantity: string): Decimal =>
    rounded(times(decimal(quantity), decimal(quote.last)), currency === 'USDT' ? 6 : 2, 'even')
  const isStrip = figure.label === '' && !figure.isOnSheet
  const of = (what: string, exact: Decimal | undefined): Must | undefined =>
    exact && { fact: `${what} of ${asset.asset} in ${currency}`, exact }
  if (figure.label === t.value || (isStrip && figure.kind === 'amount')) return of('worth', worthOf(asset.total))
  const cost = asset.costs.find((one) => one.currency === currency)
  const isResult = figure.isOnSheet ? figure.label === t.result && isOfMarket(figure, currency) : isGain(figure)
  if (cost === undefined || !isResult) return undefined
  const result = minus(worthOf(cost.quantity), decimal(cost.cost))
  return figure.isPercent ? of('result %', percent(result, decimal(cost.cost))) : of('result', result)
}

const isGain = ({ kind, label }: Figure): boolean => kind === 'change' && (label === '' || label === owned.result)

/** A coin bought in several markets has a result in each. */
function isOfMarket({ headings }: Figure, currency: string): boolean {
  const own = headings.find((one) => one.startsWith(bought))
  return own?.endsWith(currency) === true
}

interface Found {
  readonly asset?: CoinAsset | undefined
  readonly symbol?: string | undefined
}

function ofStrip(figure: Figure, facts: Facts): Found {
  if (!figure.row.includes(owned.title)) return {}
  const symbol = facts.instrumentOf(figure)
  return { symbol, asset: assetsOf(facts).find(({ asset }) => symbol?.startsWith(`${asset}-`)) }
}

/** The title of the sheet names the coin. */
function ofSheet(facts: Facts): Found {
  const asset = assetsOf(facts).find((one) => facts.frame.texts.some((text) => text.startsWith(`${one.asset} · `)))
  return asset?.symbol === `${asset?.asset}-USDT` ? { asset, symbol: asset?.symbol } : {}
}

function assetsOf(facts: Facts): readonly CoinAsset[] {
  return facts.reply<{ rows: readonly CoinAsset[] }>('/coin/assets')?.rows ?? []
}
