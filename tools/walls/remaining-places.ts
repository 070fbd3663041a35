import type { Finding, Rule } from './ratchets.ts'
import type { Breach } from './walls.ts'

/** For each rule: the places that do not meet it yet, and how often they break it. */
export type Remaining = Readonly<Record<Rule, Readonly<Record<string, number>>>>

/** How often each place breaks a rule. */
function countsOf(findings: readonly Finding[], rule: Rule): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const finding of findings) {
    if (finding.rule === rule) counts.set(finding.place, (counts.get(finding.place) ?? 0) + 1)
  }
  return counts
}

/**
 * Findings beyond the list, and entries for places that are clean: the list only shrinks. A place above its count is
 * reported with all its findings, because the new one is unknown.
 */
export function findBeyondRemaining(findings: readonly Finding[], remaining: Remaining): Breach[] {
  return (Object.keys(remaining) as Rule[]).flatMap((rule): Breach[] => {
    const counts = countsOf(findings, rule)
    const excused = remaining[rule]
    const beyond = findings.filter(
      (finding) => finding.rule === rule && (counts.get(finding.place) ?? 0) > (excused[finding.place] ?? 0),
    )
    const clean = Object.keys(excused).filter((place) => !counts.has(place))
    return [
      ...beyond.map(({ place, found, expected, why }) => ({ path: place, found, expected, why })),
      ...clean.map((place) => ({
        path: 'tools/walls/remaining.ts',
        found: `${rule}: '${place}', which is clean or gone`,
        expected: 'the entry taken out (npm run walls -- --shrink)',
        why: 'the list of what remains only shrinks',
      })),
    ]
  })
}

/** The list without what is clean and with lower counts where there are fewer; never with a new place or a higher count. */
export function shrink(findings: readonly Finding[], remaining: Remaining): Remaining {
  const shrunk = (rule: Rule): Readonly<Record<string, number>> => {
    const counts = countsOf(findings, rule)
    return Object.fromEntries(
      Object.entries(remaining[rule]).flatMap(([place, excused]) => {
        const count = counts.get(place) ?? 0
        return count === 0 ? [] : [[place, Math.min(count, excused)] as const]
      }),
    )
  }
  return {
    longFunctions: shrunk('longFunctions'),
    fullFolders: shrunk('fullFolders'),
    smallFiles: shrunk('smallFiles'),
    boundAside: shrunk('boundAside'),
    productNames: shrunk('productNames'),
    idioms: shrunk('idioms'),
  }
}

const keyOf = (place: string): string => (/^\w+$/.test(place) ? place : `'${place}'`)

/** The list as the text of `remaining.ts`, in the order of paths. */
export function remainingText(remaining: Remaining): string {
  const rules = Object.entries(remaining).map(([rule, places]) => {
    const entries = Object.entries(places).sort(([a], [b]) => (a < b ? -1 : 1))
    if (entries.length === 0) return `  ${rule}: {},`
    return `  ${rule}: {\n${entries.map(([place, count]) => `    ${keyOf(place)}: ${count},`).join('\n')}\n  },`
  })
  return `import type { Remaining } from './remaining-places.ts'

/**
 * Places that do not meet a rule yet, and how often they break it. Nothing is added: what breaks a rule and is not
 * listed is refused, and so is an entry whose place is clean. \`npm run walls -- --shrink\` takes out what is clean.
 */
export const remaining: Remaining = {
${rules.join('\n')}
}
`
}
