import { decimal, minus, percent, signOf } from '../decimals.ts'
import type { Quote } from '../facts.ts'
import type { ScreenRule } from '../rule.ts'

/** The line in a row goes where the change beside it says that it went. */
export const lines: ScreenRule = ({ frame, instrumentOf, quote }) =>
  frame.lines.flatMap(({ direction, href, row }) => {
    const symbol = instrumentOf({ href, row, headings: [], isOnSheet: false })
    const known = symbol === undefined ? undefined : quote(symbol)
    if (known === undefined || direction === 0) return []
    const sign = signOf(minus(decimal(known.last), decimal(known.changeFrom)))
    return sign === 0 || sign === direction
      ? []
      : [`the line of ${symbol} goes ${direction > 0 ? 'up' : 'down'}, its change is ${known.changePercent}`]
  })

/** What follows what, as decision 99 names them. */
const followers = [
  ['SPY.US', 'SPX.US'],
  ['QQQ.US', 'NDX.US'],
  ['GOOG.US', 'GOOGL.US'],
] as const

/** Hundredths of a percent: the published spread, and what agents quote around it. */
const apartMax = 100n

/** A fund goes with its index, a share with the company's other one, where both show. */
export const followings: ScreenRule = ({ frame, quote, instrumentOf }) => {
  const shown = new Set(frame.figures.filter(({ kind }) => kind === 'change').map(instrumentOf))
  return followers.flatMap(([fund, index]) => {
    const [one, other] = [quote(fund), quote(index)]
    if (one === undefined || other === undefined || !shown.has(fund) || !shown.has(index)) return []
    const [a, b] = [movedBps(one), movedBps(other)]
    const apart = a < b ? b - a : a - b
    return apart <= apartMax ? [] : [`${fund} moved by ${a} and what it follows, ${index}, by ${b} basis points`]
  })
}

function movedBps({ last, changeFrom }: Quote): bigint {
  return percent(minus(decimal(last), decimal(changeFrom)), decimal(changeFrom))?.units ?? 0n
}
