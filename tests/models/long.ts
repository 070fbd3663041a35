import { setUpDatabases } from '@bolsillo/test-kit'
import { models } from './models.ts'
import type { ModelRun } from './second-model.ts'
import { runWorld } from './world-process.ts'

/** Steps of a world of the long run. */
const longSteps = 2_000

/**
 * Runs worlds of all second models in turn, each seed once for every model, until it is to stop or a world has a finding.
 * @returns how many worlds ran, and what was found.
 */
export async function runWorldsOn(
  first: number,
  isStopped: () => boolean,
): Promise<{ readonly worlds: number; readonly failed: (ModelRun & { readonly model: string }) | undefined }> {
  const stop = await setUpDatabases()
  let worlds = 0
  try {
    for (let seed = first; ; seed += 1) {
      for (const { name: model } of models) {
        if (isStopped()) return { worlds, failed: undefined }
        const run = await runWorld({ model, seed, steps: longSteps })
        worlds += 1
        if (run.findings.length > 0) return { worlds, failed: { ...run, model } }
      }
      if (models.length === 0) return { worlds, failed: undefined }
    }
  } finally {
    await stop()
  }
}
