import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const recordFile = fileURLToPath(new URL('../../docs/reliability.json', import.meta.url))

/** What an experiment came to. Everything in it was counted or measured by the run itself, never typed. */
export interface ExperimentResult {
  /** `kill-server`, `tamper`, `races-same-key`: short, in kebab-case, and the same for ever. */
  readonly experiment: string
  /** One sentence: what was done to the product. */
  readonly done: string
  /** The command that does it again. */
  readonly command: string
  /**
   * What was counted, in the order it is to be read. These names are summed up on the scoreboard: `acknowledged`, `lost`,
   * `doubled`, `seeds`, `planted`, `found`, of models `worlds` and `worlds with a finding`, of
   * attacks by the firm (`firm-*`) `tried`, `impossible`, `found` and `unseen`; anything else has another name.
   */
  readonly figures: Readonly<Record<string, number | string>>
  /** The unsafe setting or planted bug that the same experiment must catch, and whether it did. */
  readonly controls: readonly { readonly planted: string; readonly caught: boolean; readonly how: string }[]
  /** Rows of a table, where the figures alone do not say enough: what was planted, and what found it. */
  readonly table?: readonly Readonly<Record<string, number | string>>[]
  readonly passed: boolean
}

/** A result with the day it is of, as it is kept. */
export interface KeptResult extends ExperimentResult {
  readonly date: string
}

/**
 * Prints the result as one JSON line, and keeps it for `docs/reliability.md` when the run was asked to
 * (`RECORD_RELIABILITY=1`, which the commands of their own set and `npm test` does not: a test never changes the tree).
 */
export function recordExperiment(result: ExperimentResult): void {
  console.log(JSON.stringify(result))
  if (process.env.RECORD_RELIABILITY !== '1') return
  const kept: KeptResult = { ...result, date: new Date().toISOString().slice(0, 10) }
  const others = readResults().filter(({ experiment }) => experiment !== result.experiment)
  const sorted = [...others, kept].sort((a, b) => (a.experiment < b.experiment ? -1 : 1))
  const byName = Object.fromEntries(sorted.map((one) => [one.experiment, one]))
  writeFileSync(recordFile, `${JSON.stringify(byName, null, 2)}\n`)
}

/** Every result that is kept, by name. */
export function readResults(): readonly KeptResult[] {
  if (!existsSync(recordFile)) return []
  return Object.values(JSON.parse(readFileSync(recordFile, 'utf8')) as Record<string, KeptResult>)
}
