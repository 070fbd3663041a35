import type { Installation } from './installation.ts'
import { type KillOptions, type KillReport, runKills } from './kill-experiment.ts'
import { commitWithoutWaiting } from './kill-store.ts'
import type { Target } from './rounds.ts'
import type { Control } from './scoreboard.ts'

/** Enough that what is planted must show. */
const enough = { rounds: 1, until: { acknowledged: [100, 200], perSecond: 0, withinMs: 20_000 } } as const

type Settings = Pick<KillOptions, 'seed' | 'everyMs' | 'progress'>

const planted = (file: string): string => `--import=${new URL(`./planted/${file}`, import.meta.url).href}`

/** What must be found, or the experiment proves nothing: with an unsafe setting or a bug planted, acknowledged effects are lost or doubled. */
export async function runControls(
  target: Target,
  prepared: Installation,
  settings: Settings,
): Promise<readonly Control[]> {
  switch (target) {
    case 'server':
      return [await earlyAnswers(prepared, settings), await freshKeys(prepared, settings)]
    case 'external':
      // The kill is the postmaster's, whose own experiment has the control.
      return []
    default:
      return [await lazyCommits(target, prepared, settings)]
  }
}

const lostOf = ({ missing, report }: KillReport): string =>
  `${missing.length} acknowledged effects were not there after a round, ${report.clients?.lost ?? 0} were lost at the end`

async function earlyAnswers(prepared: Installation, settings: Settings): Promise<Control> {
  const environment = { NODE_OPTIONS: planted('early-answers.ts') }
  const report = await runKills(prepared, { ...settings, target: 'server', ...enough, environment })
  const caught = report.missing.length > 0 && (report.report.clients?.lost ?? 0) > 0
  return { planted: 'a server that answers before its transaction commits', caught, how: lostOf(report) }
}

async function freshKeys(prepared: Installation, settings: Settings): Promise<Control> {
  const report = await runKills(prepared, {
    ...settings,
    target: 'server',
    ...enough,
    plantFreshKey: true,
  })
  const doubled = report.report.clients?.doubled ?? 0
  const how = `${doubled} effects were doubled`
  return { planted: 'clients that retry what had no answer with a fresh key', caught: doubled > 0, how }
}

async function lazyCommits(target: Target, prepared: Installation, settings: Settings): Promise<Control> {
  const prepare = (installation: Installation): Promise<void> => installation.withDatabase(commitWithoutWaiting)
  const report = await runKills(prepared, { ...settings, target, ...enough, prepare })
  const caught = report.missing.length > 0 && (report.report.clients?.lost ?? 0) > 0
  return { planted: 'PostgreSQL with synchronous_commit = off', caught, how: lostOf(report) }
}
