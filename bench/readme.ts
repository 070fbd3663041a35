import type { RecordedFigure } from './record.ts'
import type { BenchRow, BenchSection, Target } from './targets.ts'

const head = `# Benches

What we claim about speed, measured. Each figure is the median of its runs; a peer did the same work in the same run.
This page is written by \`npm run bench -- --record\` from \`figures.json\` and \`targets.ts\`; a test compares them.

Run everything with \`npm run bench\`, some by parts of their names: \`npm run bench -- desk edge\`. Every figure is a line
of JSON. With \`--record\` it is also kept and this page written anew. A new bench: a file with \`run(filter)\` that answers
figures made by \`figure()\` (\`figure.ts\`), an entry in the list of \`run.ts\`, and a row for each figure in \`targets.ts\`.
`

const columns = ['what', 'value', 'unit', 'target', 'reached', 'peer', 'ratio', 'runs', 'command']

/** The page of all recorded figures. */
export function benchReadme(figures: readonly RecordedFigure[], sections: readonly BenchSection[]): string {
  const byName = new Map(figures.map((one) => [one.bench, one]))
  const parts = sections.flatMap(({ title, rows, pictures = [] }) => {
    const lines = rows.flatMap((row) => {
      const found = byName.get(row.bench)
      return found === undefined ? [] : [line(cells(row, found))]
    })
    if (lines.length === 0) return []
    const table = [line(columns), line(columns.map(() => '---')), ...lines].join('\n')
    return [`## ${title}\n\n${table}\n${pictures.map(({ path, text }) => `\n![${text}](../${path})\n`).join('')}`]
  })
  return [head, ...parts, measuredOn(figures)].join('\n')
}

function cells(
  { bench, what, target, command = `npm run bench -- ${bench}` }: BenchRow,
  found: RecordedFigure,
): readonly string[] {
  const { value, unit, peer, peerValue, ratio, runs } = found
  return [
    what,
    number(value),
    unit,
    target === undefined ? '' : targetText(target),
    target === undefined ? '' : isReached(target, found) ? 'yes' : '**no**',
    peer === undefined || peerValue === undefined ? '' : `${peer}: ${number(peerValue)}`,
    ratio === undefined ? '' : `${number(ratio)} ×`,
    String(runs),
    `\`${command}\``,
  ]
}

function targetText({ atLeast, atMost, ratioAtLeast, ratioAtMost }: Target): string {
  const parts = [
    ...(atLeast === undefined ? [] : [`≥ ${number(atLeast)}`]),
    ...(atMost === undefined ? [] : [`≤ ${number(atMost)}`]),
    ...(ratioAtLeast === undefined ? [] : [`≥ ${number(ratioAtLeast)} × the peer`]),
    ...(ratioAtMost === undefined ? [] : [`≤ ${number(ratioAtMost)} × the peer`]),
  ]
  return parts.join(', ')
}

/** Whether a figure is all its target asks for. A target beside a peer is not reached without one. */
export function isReached(target: Target, { value, ratio }: Pick<RecordedFigure, 'value' | 'ratio'>): boolean {
  const { atLeast, atMost, ratioAtLeast, ratioAtMost } = target
  return (
    (atLeast === undefined || value >= atLeast) &&
    (atMost === undefined || value <= atMost) &&
    (ratioAtLeast === undefined || (ratio !== undefined && ratio >= ratioAtLeast)) &&
    (ratioAtMost === undefined || (ratio !== undefined && ratio <= ratioAtMost))
  )
}

/** Which figures were taken where and when, one line for each machine and day. */
function measuredOn(figures: readonly RecordedFigure[]): string {
  const places = new Map<string, string[]>()
  for (const { bench, measured } of figures) {
    const { date, node, postgres, processor, cores } = measured
    const place = `${date}, Node ${node}, PostgreSQL ${postgres}, ${processor}, ${cores} cores`
    places.set(place, [...(places.get(place) ?? []), bench])
  }
  const lines = [...places].map(([place, names]) => `- ${place}: ${names.join(', ')}`)
  return `## Measured on\n\n${lines.join('\n')}\n`
}

const number = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 3 })
const line = (parts: readonly string[]): string => `| ${parts.map((part) => part.replaceAll('|', '\\|')).join(' | ')} |`
