import { type Decimal, decimal, minus, negated, percent, plus, rounded, sum, times } from '../decimals.ts'
import type { ContractPosition, Facts } from '../facts.ts'
import type { Figure } from '../read-figures.ts'
import { type Must, type Rule, words } from '../rule.ts'

const { positions: t, account: a, market: m } = words.contracts
const fineScale = 12
/** USDT are kept to the millionth. */
const moneyScale = 6

/** Positions in contracts: the result follows every mark, and what was closed is gone. */
export const contracts: Rule = (figure, facts) => {
  const symbol = facts.instrumentOf(figure)
  const isContracts = /family=contract/.test(facts.frame.path)
  if (isContracts && (figure.label === a.unrealised || figure.label === a.equity)) return ofAccount(figure, facts)
  if (symbol?.endsWith('-PERP') !== true) return undefined
  const mark = facts.mark(symbol)
  if (figure.label === t.mark || figure.label === m.mark)
    return mark === undefined ? undefined : { fact: `mark of ${symbol}`, exact: decimal(mark) }
  const position = facts.contracts().find((one) => one.symbol === symbol)
  const isHere = isPositionRow(figure) || figure.label === t.result
  if (position === undefined)
    return isHere && facts.isMoving !== true ? { fact: `position in ${symbol}`, exact: undefined } : undefined
  if (figure.label === t.size) return { fact: `size of ${symbol}`, exact: decimal(position.size) }
  if (mark === undefined) return undefined
  if (figure.label === t.notional)
    return {
      fact: `notional of ${symbol}`,
      exact: rounded(times(decimal(position.size), decimal(mark)), moneyScale, 'even'),
    }
  if (!isHere || (figure.label !== '' && figure.label !== t.result)) return undefined
  if (figure.kind !== 'change') return undefined
  const result = resultOf(position, mark)
  const margin = decimal(position.margin)
  return figure.isPercent
    ? { fact: `result % of ${symbol}`, exact: percent(result, margin) }
    : { fact: `result of ${symbol}`, exact: rounded(result, moneyScale, 'even') }
}

/** The card of a position, or its row among everything owned. */
function isPositionRow({ row, href }: Figure): boolean {
  const names = [words.contracts.sides.long, words.contracts.sides.short]
  return row !== '' && (href === '' || href.includes('positionId=')) && names.some((name) => row.includes(name))
}

/** What a position gains or loses at a mark, exactly. */
function resultOf({ side, size, entryFine }: ContractPosition, mark: string): Decimal {
  const worth = times(decimal(size), decimal(mark))
  const entry = { units: BigInt(entryFine), scale: fineScale }
  return minus(side === 'long' ? worth : negated(worth), entry)
}

interface Account {
  readonly available: string
  readonly inOrders: string
  readonly inPositions: string
}

function ofAccount({ label, kind }: Figure, facts: Facts): Must | undefined {
  const sent = facts.frame.known.frames['contract-positions:me'] as { account: Account } | undefined
  const account = sent?.account ?? facts.reply<{ account: Account }>('/coin/contract/order/list/active')?.account
  const results = facts.contracts().map((position) => {
    const mark = facts.mark(position.symbol)
    return mark === undefined ? undefined : resultOf(position, mark)
  })
  if (account === undefined || kind === 'said' || results.includes(undefined)) return undefined
  const result = rounded(sum(results.filter((one) => one !== undefined)), moneyScale, 'even')
  if (label === a.unrealised) return { fact: 'result of all contracts', exact: result }
  const kept = sum([account.available, account.inOrders, account.inPositions].map(decimal))
  return { fact: 'equity of contracts', exact: plus(kept, result) }
}
