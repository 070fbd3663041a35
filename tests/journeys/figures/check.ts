import { decimal, minus, rounded, showsAs, written } from './decimals.ts'
import { type Facts, factsOf } from './facts.ts'
import type { Figure, Frame } from './read-figures.ts'
import type { Must } from './rule.ts'
import { asShown } from './rules/as-shown.ts'
import { followings, lines } from './rules/coherence.ts'
import { coins } from './rules/coins.ts'
import { contracts } from './rules/contracts.ts'
import { money } from './rules/money.ts'
import { isExempt, isPublished } from './rules/published.ts'
import { quotes } from './rules/quotes.ts'
import { shares } from './rules/shares.ts'
import { sums } from './rules/sums.ts'
import { sale, tickets } from './rules/tickets.ts'

const rules = [tickets, shares, coins, contracts, sale, money, quotes]
const screenRules = [lines, followings, sums]

/**
 * What is wrong on a screen. `still`: it was sent nothing for a moment and shows all it knows, so each figure must be what
 * follows from that. `moving`: the market goes on; figures that are of a price must be of the one that shows in the same
 * frame.
 */
export function findingsOf(frame: Frame, when: 'still' | 'moving'): readonly string[] {
  const sent = factsOf(frame)
  const facts = when === 'still' ? sent : asShown(sent)
  const findings: string[] = []
  const places = new Map<string, Figure>()
  for (const figure of frame.figures) {
    const must = mustOf(figure, facts)
    if (must === undefined) {
      if (when === 'still' && !isExempt(figure) && !isPublished(figure, facts))
        findings.push(`${named(figure)} is nothing the page was sent`)
      continue
    }
    if (!isWithin(figure, must))
      findings.push(
        `${named(figure)} is not ${must.fact}, ${must.exact === undefined ? 'which is gone' : written(must.exact)} (${when})`,
      )
    const other = places.get(must.fact)
    if (other === undefined) places.set(must.fact, figure)
    else if (!isSame(figure, other)) findings.push(`${must.fact} is ${named(figure)} and ${named(other)} (${when})`)
  }
  return [...findings, ...screenRules.flatMap((rule) => rule(facts))]
}

function mustOf(figure: Figure, facts: Facts): Must | undefined {
  for (const rule of rules) {
    const must = rule(figure, facts)
    if (must !== undefined) return must
  }
  return undefined
}

function isWithin({ value }: Figure, { exact, within = 0n }: Must): boolean {
  if (exact === undefined) return false
  if (showsAs(value, exact)) return true
  const shown = decimal(value)
  const { units } = minus(shown, rounded(exact, shown.scale, 'away'))
  return within > 0n && (units < 0n ? -units : units) <= within
}

/** Two places may show other numbers of decimals: they are compared at the fewer. */
function isSame(a: Figure, b: Figure): boolean {
  const [one, two] = [decimal(a.value), decimal(b.value)]
  return one.scale <= two.scale ? showsAs(a.value, two) : showsAs(b.value, one)
}

/** A figure as findings name it. */
export function named({ text, label, row, headings }: Figure): string {
  const where = [label, row.slice(0, 40), headings[0]].filter((part) => part !== undefined && part !== '').join(' / ')
  return `“${text}” (${where})`
}
