import { divide } from '@bolsillo/kernel'
import { type Generated, generatedOf } from './generated.ts'
import type { SectorKey } from './instrument.ts'
import { plainWords } from './search.ts'

export const listSorts = ['turnover', 'gainers', 'losers', 'name'] as const
export type ListSort = (typeof listSorts)[number]

/** The figures lists are made of. An instrument that has not traded today has no change. */
export interface ListFigures {
  readonly id: string
  readonly name: string
  readonly sector: SectorKey
  /** Minor units of its currency; comparable only within one market. */
  readonly turnover: bigint
  /** How much it usually trades: decides while nothing has traded today. */
  readonly liquidity: number
  readonly changeBps: bigint | undefined
  /** The change is from a price that was generated. */
  readonly isChangeGenerated: boolean
}

const byTurnover = (a: ListFigures, b: ListFigures): number => {
  if (a.turnover !== b.turnover) return a.turnover > b.turnover ? -1 : 1
  if (a.liquidity !== b.liquidity) return b.liquidity - a.liquidity
  return a.id < b.id ? -1 : 1
}

function byChange(sign: bigint): (a: ListFigures, b: ListFigures) => number {
  return (a, b) => {
    const [x, y] = [(a.changeBps ?? 0n) * sign, (b.changeBps ?? 0n) * sign]
    return x === y ? byTurnover(a, b) : x > y ? -1 : 1
  }
}

const byName = (a: ListFigures, b: ListFigures): number => {
  const [x, y] = [plainWords(a.name), plainWords(b.name)]
  return x === y ? (a.id < b.id ? -1 : 1) : x < y ? -1 : 1
}

/** A market's list in an order. Gainers holds only what rose today, losers only what fell. */
export function sortList<Row extends ListFigures>(rows: readonly Row[], sort: ListSort): readonly Row[] {
  switch (sort) {
    case 'turnover':
      return [...rows].sort(byTurnover)
    case 'gainers':
      return rows.filter((row) => (row.changeBps ?? 0n) > 0n).sort(byChange(1n))
    case 'losers':
      return rows.filter((row) => (row.changeBps ?? 0n) < 0n).sort(byChange(-1n))
    case 'name':
      return [...rows].sort(byName)
  }
}

/** A sector's day: mean change weighted by turnover, the plain mean while nothing has traded. */
interface SectorDay {
  readonly sector: SectorKey
  readonly instruments: number
  readonly changeBps: bigint
  readonly generated: Generated | undefined
}

/** The sectors of a market, the best day first. */
export function sectorDays(rows: readonly ListFigures[]): readonly SectorDay[] {
  const sectors = Map.groupBy(rows, (row) => row.sector)
  return [...sectors]
    .map(([sector, members]) => {
      const turnover = members.reduce((total, row) => total + row.turnover, 0n)
      const weightOf = (row: ListFigures): bigint => (turnover === 0n ? 1n : row.turnover)
      const marks = members.map((row): Generated | undefined => (row.isChangeGenerated ? 'whole' : undefined))
      const generated = marks.reduce(generatedOf)
      const weights = members.reduce((total, row) => total + weightOf(row), 0n)
      const weighted = members.reduce((total, row) => total + (row.changeBps ?? 0n) * weightOf(row), 0n)
      return { sector, instruments: members.length, changeBps: divide(weighted, weights, 'half-even'), generated }
    })
    .sort((a, b) => (a.changeBps === b.changeBps ? (a.sector < b.sector ? -1 : 1) : a.changeBps > b.changeBps ? -1 : 1))
}
