import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordExperiment } from './experiment.ts'
import { runControls } from './kill/controls.ts'
import { foldersMade, type Installation, prepareInstallation } from './kill/installation.ts'
import { removeInstallation, runKills } from './kill/kill-experiment.ts'
import { processesAt } from './kill/processes.ts'
import { type KillAt, type Target, targets } from './kill/rounds.ts'
import { faultsOf, killRate, resultOf } from './kill/scoreboard.ts'

// kill -9 of the server, of a backend, of the postmaster, and `pg_ctl -m immediate`, while customers trade: nothing that
// was acknowledged may be lost or happen twice, and everything comes back by itself. `npm run chaos` does the same for
// longer. What fails prints the seed and keeps its files.

const roundsOf: Readonly<Record<Target, number>> = { server: 30, backend: 5, postmaster: 5, immediate: 5, external: 4 }
/** Everybody is killed under full load, and has some seconds to come to it; the long run gives longer. */
const until: KillAt = { acknowledged: [100, 700], perSecond: killRate, withinMs: 2500 }
const everyMs = 30
/** A slow machine takes long for thirty rounds; what hangs ends here. */
const testTimeoutMs = 600_000
const seed = Number(process.env.CHAOS_SEED ?? 1)

let prepared: Installation
beforeAll(async () => {
  prepared = await prepareInstallation({ clients: 32, perClient: 3, newcomersEach: 5, seed })
})
afterAll(() => {
  removeInstallation(prepared)
})

describe.each(targets)('kill of the %s', (target) => {
  it(
    'loses nothing acknowledged, doubles nothing, and ends by itself; its controls are caught',
    async () => {
      const reports = [await runKills(prepared, { target, rounds: roundsOf[target], seed, until, everyMs })]
      const controls = await runControls(target, prepared, { seed, everyMs })
      recordExperiment(
        resultOf(target, reports, { seed, controls, command: 'npm run reliability -- tests/faults/kill' }),
      )
      expect(faultsOf(target, reports), `seed ${seed}`).toEqual([])
      expect(controls.filter(({ caught }) => !caught)).toEqual([])
    },
    testTimeoutMs,
  )
})

it('leaves no process behind', () => {
  expect(foldersMade.length).toBeGreaterThan(targets.length)
  expect(processesAt(foldersMade)).toEqual([])
})
