import type { Crew } from '../crew.ts'
import { plantedBugs } from './planted-bugs.ts'

/** Where a planted bug was found, and by what. */
export interface Caught {
  readonly name: string
  readonly what: string
  readonly seed: number | undefined
  readonly invariant: string
  readonly how: string
  readonly tried: number
}

/** Runs every planted bug on the seeds of CI until one finds it: the one that found it before, then first to last. */
export async function huntBugs(crew: Crew, seedsMax: number, only = ''): Promise<readonly Caught[]> {
  const hunts = plantedBugs
    .filter(({ name }) => name.includes(only))
    .map(({ name, what, seenAt }) => ({
      name,
      what,
      seenAt,
      tried: 0,
      isRunning: false,
      caught: undefined as Caught | undefined,
    }))
  const next = () => {
    const hunt = hunts.find(({ isRunning, caught, tried }) => !isRunning && caught === undefined && tried < seedsMax)
    if (hunt === undefined) return undefined
    hunt.isRunning = true
    hunt.tried += 1
    const seed = hunt.seenAt ?? hunt.tried
    hunt.seenAt = undefined
    return { seed, bug: hunt.name }
  }
  await crew.work(next, ({ job, result }) => {
    const hunt = hunts.find(({ name }) => name === job.bug)
    const [first] = result.findings
    if (hunt === undefined) return
    hunt.isRunning = false
    if (first === undefined) return
    const { name, what, tried } = hunt
    hunt.caught = { name, what, seed: job.seed, invariant: first.invariant, how: first.what, tried }
  })
  return hunts.map(
    ({ name, what, tried, caught }) => caught ?? { name, what, seed: undefined, invariant: 'none', how: '', tried },
  )
}
