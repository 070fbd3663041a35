import { decimal, minus, percent } from '../decimals.ts'
import type { Quote } from '../facts.ts'
import type { Figure } from '../read-figures.ts'
import { type Must, type Rule, words } from '../rule.ts'

const { positions } = words.stocks
const { spans } = words.market.kline

/** The price of an instrument and its change: of one basis for each kind of instrument, wherever it shows. */
export const quotes: Rule = (figure, facts) => {
  const symbol = facts.instrumentOf(figure)
  const quote = symbol === undefined ? undefined : facts.quote(symbol)
  if (quote === undefined || figure.kind === 'said') return undefined
  const { path } = facts.frame
  if (isLastPrice(figure, path)) return { fact: `last price of ${symbol}`, exact: decimal(quote.last) }
  // An amount of money is a result, and no change of a price.
  const isMoney = /[A-Z$]/.test(figure.text)
  const isChange =
    figure.kind === 'change' && figure.label === '' && !isMoney && (isOfInstrument(figure, path) || namesSpan(figure))
  return isChange || (figure.kind === 'percent' && isHead(figure, path)) ? change(figure, quote) : undefined
}

/** Whether a figure is the last price of what its row or its page is about. */
export function isLastPrice(figure: Figure, path: string): boolean {
  if (figure.kind !== 'price') return false
  return figure.label === positions.last || (figure.label === '' && figure.place === 0 && isOfInstrument(figure, path))
}

/** In a row that leads to a chart, or at the head of a chart's page. */
function isOfInstrument(figure: Figure, path: string): boolean {
  return /^\/pages\/(?:stock\/stockKline|coin\/coinKline)/.test(figure.href) || isHead(figure, path)
}

function isHead({ row, listAt, isOnSheet }: Figure, path: string): boolean {
  const isChart = /^\/pages\/(?:stock\/stockKline|coin\/coinKline)/.test(path)
  return isChart && row === '' && listAt === -1 && !isOnSheet
}

/** Since when the change counts is written beside it. */
function namesSpan({ after }: Figure): boolean {
  return after === spans.close || after === spans.day24
}

function change(figure: Figure, { symbol, last, changeFrom, span }: Quote): Must | undefined {
  const moved = minus(decimal(last), decimal(changeFrom))
  if (namesSpan(figure) && figure.after !== spans[span])
    return { fact: `change of ${symbol} ${figure.after}`, exact: undefined }
  if (!figure.isPercent) return { fact: `change of ${symbol}`, exact: moved }
  const exact = percent(moved, decimal(changeFrom))
  return exact === undefined ? undefined : { fact: `change % of ${symbol}`, exact }
}
