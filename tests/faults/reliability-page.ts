import type { KeptResult } from './experiment.ts'

const head = `# Reliability

What was done to the core to break it, and what came of it. Every figure on this page was counted by the command beside it
and written by \`npm run reliability\` from \`reliability.json\`; a test compares the two. A control is a bug or an unsafe
setting that the same experiment must catch: an experiment that cannot fail proves nothing.

## What is promised

- **Money is whole numbers.** Of every entry of the journal, what goes in of each asset is what goes out. No account falls
  below zero, the house's own included; what is reserved belongs to an open order, and is never more than there is.
- **An answer holds.** What was answered with 2xx is on disk and stays: once, and with the figures that were answered. What
  was refused with 4xx has no effect, now or later. After 5xx, a timeout or a broken connection nobody knows: then the effect
  is there once or not at all, and the same request with the same key tells which, and never does it again.
- **Orders obey.** No order is filled beyond its quantity or its price; what ended stays ended; shares bought today are not
  sold before they may be; a fee is what the published schedule says, to the last centavo.
- **The past stays.** The journal is chained by hashes, and its head is signed into a file outside the database. Who changes
  the past, whatever they may write in the database, is found: by the chain, or by the signed head. What no head was signed
  for yet (at most fifteen seconds, when the server ended without a stop) can be cut off without either noticing: of that,
  only the customers' own receipts speak.
- **It comes back by itself.** After the end of the server, of the database or of the line between them nobody has to do
  anything.

The independent checker (\`tests/checker\`, \`npm run check:books\`) says whether this holds of a database: plain SQL and a small
model with its own hash, calendar and fees, sharing no code with what it checks. It is run after every experiment, with what
the clients wrote down before they asked and after they were answered. Each of its checks has a planted violation it must report.

Four second models (\`tests/models\`: orders of shares and coins, contracts, money in and out, and venues with sessions and fee
tiers) say what exactly must be there. They are written from the published rules, share no code with the product, and are
compared with it after every step of random worlds with kills and restarts. Each fault they once found is put back into the
source, and must be found again by one fixed world.
`

interface Score {
  readonly what: string
  readonly value: string
  readonly target: string
  readonly reached: boolean
}

/** The page of all kept results. */
export function reliabilityPage(results: readonly KeptResult[]): string {
  // A run of every seed twice does the day's run once more: what it did is not counted on top.
  const counted = results.filter(({ experiment }) => experiment !== 'simulation-twice')
  const scores = [['what', 'value', 'must be', 'reached'], ...scoresOf(counted).map(cells)]
  const board = scores.map(line).toSpliced(1, 0, line(['---', '---', '---', '---']))
  const others = results.filter((result) => !isOfFirm(result))
  const parts = [`## Scoreboard\n\n${board.join('\n')}\n`, ...others.map((result) => section(result, '##'))]
  return [head, ...parts, ...firmChapter(results.filter(isOfFirm))].join('\n')
}

/** Whether an experiment attacks as the firm does, or as whoever owns its database. */
const isOfFirm = ({ experiment }: KeptResult): boolean => /^(?:firm|tamper)/.test(experiment)

const chapterHead = `## The firm itself

The firm, its staff and whoever owns its database attack their own customers. Impossible is what was refused, by a name or by
the database; found is what could be done, and somebody or a check said so: each table says who, and how soon. Unseen is what was
neither.
`

/** The attacks of one experiment, or of several; a tampering that was planted is an attack, and one not found is unseen. */
function attacksOf(
  results: readonly KeptResult[],
): Readonly<Record<'tried' | 'impossible' | 'found' | 'unseen', number>> {
  const sum = (...names: readonly string[]): number =>
    results
      .flatMap(({ figures }) => names.map((name) => figures[name]))
      .reduce((total: number, figure) => total + (typeof figure === 'number' ? figure : 0), 0)
  const [tried, impossible, found] = [sum('tried', 'planted'), sum('impossible'), sum('found')]
  return { tried, impossible, found, unseen: tried - impossible - found }
}

function firmChapter(results: readonly KeptResult[]): readonly string[] {
  if (results.length === 0) return []
  const row = (what: string, some: readonly KeptResult[]): readonly string[] => [
    what,
    ...Object.values(attacksOf(some)).map(number),
  ]
  const rows = [...results.map((result) => row(result.experiment, [result])), row('all', results)]
  const columns = ['attacks', 'tried', 'impossible', 'found', 'unseen']
  const board = [columns, columns.map(() => '---'), ...rows].map(line).join('\n')
  return [chapterHead, `${board}\n`, ...results.map((result) => section(result, '###'))]
}

const cells = ({ what, value, target, reached }: Score): readonly string[] => [
  what,
  value,
  target,
  reached ? 'yes' : '**no**',
]

function scoresOf(results: readonly KeptResult[]): readonly Score[] {
  const sum = (name: string, of: readonly KeptResult[] = results): number =>
    of.reduce((total, { figures }) => total + (typeof figures[name] === 'number' ? figures[name] : 0), 0)
  const zero = (what: string, name: string): Score => ({
    what,
    value: number(sum(name)),
    target: '0',
    reached: sum(name) === 0,
  })
  const share = (what: string, part: number, whole: number): Score => ({
    what,
    value: `${number(part)} of ${number(whole)}`,
    target: 'all',
    reached: part === whole && whole > 0,
  })
  const simulated = results.filter(({ experiment }) => experiment.startsWith('simulation'))
  const modelled = results.filter(({ experiment }) => experiment.startsWith('model-'))
  const worlds = sum('worlds', modelled)
  const tampered = results.filter(({ experiment }) => experiment.startsWith('tamper'))
  const attacked = results.filter(({ experiment }) => experiment.startsWith('firm'))
  const attacksUnseen = (unseen: number): Score => ({
    what: 'attacks of the firm itself unseen',
    value: number(unseen),
    target: '0',
    reached: unseen === 0,
  })
  // What the simulation must find are its controls: bugs planted in what it is given.
  const controlsOf = (some: readonly KeptResult[]) => some.flatMap(({ controls }) => controls)
  const caughtBy = (some: readonly KeptResult[]): number => controlsOf(some).filter(({ caught }) => caught).length
  const count = (what: string, name: string): Score => ({
    what,
    value: number(sum(name)),
    target: '> 0',
    reached: sum(name) > 0,
  })
  return [
    count('effects acknowledged under fault', 'acknowledged'),
    zero('of them lost', 'lost'),
    zero('effects there twice, or unasked for', 'doubled'),
    count('seeds simulated', 'seeds'),
    ...(simulated.length === 0
      ? []
      : [share('planted bugs the simulation found', caughtBy(simulated), controlsOf(simulated).length)]),
    ...(modelled.length === 0
      ? []
      : [
          share('worlds a second model agrees with', worlds - sum('worlds with a finding', modelled), worlds),
          share('faults put back that a second model found', caughtBy(modelled), controlsOf(modelled).length),
        ]),
    ...(attacked.length === 0 ? [] : [attacksUnseen(attacksOf(attacked).unseen)]),
    share('tamperings found', sum('found', tampered), sum('planted', tampered)),
    share('controls caught', caughtBy(results), controlsOf(results).length),
    share('experiments passed', results.filter(({ passed }) => passed).length, results.length),
  ]
}

function section(result: KeptResult, level: '##' | '###'): string {
  const { experiment, done, command, figures, controls, table = [], passed, date } = result
  const columns = Object.keys(table[0] ?? {})
  const rows = table.map((row) => line(columns.map((column) => text(row[column] ?? ''))))
  const parts = [
    `${level} ${experiment}${passed ? '' : ': FAILED'}\n`,
    `${done}\n`,
    `\`${command}\` (${date})\n`,
    ...list(Object.entries(figures).map(([name, value]) => `${name}: ${text(value)}`)),
    ...list(controls.map(({ planted, caught, how }) => `${caught ? 'Caught' : '**Missed**'}: ${planted} (${how})`)),
    ...(rows.length === 0 ? [] : [[line(columns), line(columns.map(() => '---')), ...rows].join('\n'), '']),
  ]
  return parts.join('\n')
}

const list = (items: readonly string[]): readonly string[] =>
  items.length === 0 ? [] : [`${items.map((item) => `- ${item}`).join('\n')}\n`]
const line = (row: readonly string[]): string => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
const text = (value: number | string): string => (typeof value === 'number' ? number(value) : value)
const number = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 3 })
