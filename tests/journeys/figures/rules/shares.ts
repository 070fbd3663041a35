import { type Decimal, decimal, minus, percent, plus, rounded, sum, times, zero } from '../decimals.ts'
import type { Facts, SharePosition } from '../facts.ts'
import type { Figure } from '../read-figures.ts'
import { type Must, type Rule, words } from '../rule.ts'

const { positions: t } = words.stocks
const { owned } = words.trading

/** Positions in shares, and the strip of one on its chart: worth and result are those of the price beside them. */
export const shares: Rule = (figure, facts) => {
  const { path } = facts.frame
  const isStrip = path.startsWith('/pages/stock/stockKline') && figure.row.includes(owned.title)
  if (!isStrip && !/^\/pages\/tabbar\/position\?.*family=stock/.test(path)) return undefined
  const symbol = facts.instrumentOf(figure)
  const position = facts.shares().find((one) => one.symbol === symbol)
  if (position !== undefined && (figure.row !== '' || figure.isOnSheet) && !isSlice(figure))
    return ofPosition(figure, facts, position)
  const slice = ofSlice(figure, facts)
  if (slice !== undefined) return slice
  return figure.row === '' ? ofAll(figure, facts) : undefined
}

function ofPosition(figure: Figure, facts: Facts, position: SharePosition): Must | undefined {
  const { symbol } = position
  const worth = worthOf(position, facts)
  const of = (what: string, exact: Decimal | undefined): Must | undefined =>
    exact === undefined ? undefined : { fact: `${what} of ${symbol}`, exact }
  const isOnCard = figure.label === '' && figure.row !== '' && figure.href === '' && !figure.isOnSheet
  const isResult = figure.label === t.result || figure.label === owned.result || (isOnCard && figure.kind === 'change')
  if (figure.label === t.value || (isOnCard && figure.kind === 'amount')) return of('value', worth)
  if (figure.label === t.quantity) return of('quantity', decimal(position.quantity))
  if (worth === undefined) return undefined
  const result = minus(worth, decimal(position.cost))
  if (isResult && figure.kind !== 'said')
    return figure.isPercent ? of('result %', percent(result, decimal(position.cost))) : of('result', result)
  if (figure.label === t.today && !figure.isPercent) {
    const { value, today } = answered(position, facts)
    if (value === undefined || today === undefined) return undefined
    return of('today', plus(decimal(today), minus(worth, decimal(value))))
  }
  return undefined
}

/** The sheet has an answer of its own. */
function answered({ symbol, ...row }: SharePosition, facts: Facts): Pick<SharePosition, 'value' | 'today'> {
  const own = facts.reply<{ position: SharePosition }>('/stock/hold/info')?.position
  return own?.symbol === symbol ? own : row
}

/** In cents, as money is. */
function worthOf(position: SharePosition, facts: Facts): Decimal | undefined {
  const quote = facts.quote(position.symbol)
  if (quote === undefined) return undefined
  return rounded(times(decimal(position.quantity), decimal(quote.last)), 2, 'even')
}

interface Income {
  readonly currency: string
  readonly value: string
  readonly cost: string
  readonly unrealised: string
}

/** The sums above the positions, in pesos at the rate of the answer. */
function ofAll({ label, kind }: Figure, facts: Facts): Must | undefined {
  if (kind === 'said' || (label !== t.value && label !== t.unrealised)) return undefined
  const answer = facts.reply<{ currencies: readonly Income[]; total?: Income }>('/stock/hold/list')
  const worths = facts.shares().map((position) => ({ position, worth: worthOf(position, facts) }))
  // While the market moves an answer, with another rate of the dollar, may be newer than what is drawn.
  if (facts.isMoving === true || answer?.total === undefined || worths.some(({ worth }) => worth === undefined))
    return undefined
  const { total, currencies } = answer
  const movedIn = (isHome: boolean): Decimal =>
    sum(
      worths
        .filter(({ position }) => (position.currency === total.currency) === isHome)
        .map(({ position, worth = zero }) => minus(worth, decimal(position.value ?? '0'))),
    )
  const other = currencies.find(({ currency }) => currency !== total.currency)
  const home = currencies.find(({ currency }) => currency === total.currency)
  const pesos = minus(decimal(total.value), decimal(home?.value ?? '0'))
  const foreign = decimal(other?.value ?? '0')
  const moved = movedIn(false)
  // Pesos for a dollar, without rounding: moved × pesos / foreign.
  const part = foreign.units === 0n ? zero : ratio(times(moved, pesos), foreign)
  const start = decimal(label === t.value ? total.value : total.unrealised)
  return { fact: `${label} of all shares`, exact: plus(plus(start, movedIn(true)), part), within: 1n }
}

const isSlice = ({ kind, label, isOnSheet }: Figure): boolean => kind === 'percent' && label !== '' && !isOnSheet

/** The part of the whole that a position is, in whole percents; drawn from rounded worths. */
function ofSlice(figure: Figure, facts: Facts): Must | undefined {
  const position = facts.shares().find(({ ticker }) => ticker === figure.label)
  const answer = facts.reply<{ currencies: readonly Income[]; total?: Income }>('/stock/hold/list')
  const worth = position === undefined ? undefined : worthOf(position, facts)
  if (!isSlice(figure) || position === undefined || worth === undefined || answer?.total === undefined) return undefined
  const { total, currencies } = answer
  const own = currencies.find(({ currency }) => currency === position.currency)
  const home = currencies.find(({ currency }) => currency === total.currency)
  const pesos = minus(decimal(total.value), decimal(home?.value ?? '0'))
  const inPesos =
    position.currency === total.currency || own === undefined ? worth : ratio(times(worth, pesos), decimal(own.value))
  const exact = percent(inPesos, decimal(total.value))
  return exact === undefined ? undefined : { fact: `part of ${position.symbol}`, exact, within: 1n }
}

/** To twelve decimals. */
function ratio(a: Decimal, b: Decimal): Decimal {
  const scale = 12
  const units = (a.units * 10n ** BigInt(scale + b.scale)) / (b.units * 10n ** BigInt(a.scale))
  return { units, scale }
}
