import { type ExperimentResult, recordExperiment } from '../experiment.ts'

/** Who attacks. */
export type Attacker =
  | 'a stranger'
  | 'one of the staff'
  | 'two of the staff together'
  | 'three of the staff together'
  | 'one person with two accounts'
  | 'all of the staff'
  | 'the login of the server'
  | 'the owner of the database'

/** What stopped an attack, or who found it and how long that took; neither: it succeeded and nobody noticed. */
export type Outcome =
  | { readonly kind: 'stopped'; readonly by: string }
  | { readonly kind: 'found'; readonly by: string; readonly afterMs: number }
  | { readonly kind: 'unseen'; readonly what: string }

/** One attack with what shows that its test can tell: the same as it is allowed, or the same without the guard. */
export interface Attack {
  readonly who: Attacker
  readonly tried: string
  /** How many attempts it is; one when left out. */
  readonly times?: number
  /** What has to stop it, or to find it: anything else is a fault of this test, or of the guard. */
  readonly expected: string
  readonly attempt: () => Promise<Outcome>
  readonly control: {
    readonly kind: 'allowed' | 'unguarded'
    readonly what: string
    /** Whether it went through. */
    readonly goes: () => Promise<boolean>
  }
}

/** An attack that was made, and whether its control went through. */
export interface Made {
  readonly attack: Attack
  readonly outcome: Outcome
  readonly controlled: boolean
}

export const stopped = (by: string): Outcome => ({ kind: 'stopped', by })
export const unseen = (what: string): Outcome => ({ kind: 'unseen', what })
export const found = (by: string, afterMs: number): Outcome => ({ kind: 'found', by, afterMs })

/** An answer of the server, as its own test kit gives it. */
interface Answer {
  readonly status: number
  readonly body: string
  readonly json: { readonly code: number; readonly data?: unknown }
}

/** The members of an answer. */
export const dataIn = (answer: Answer) => JSON.parse(JSON.stringify(answer.json.data ?? {}))
export const went = (answer: Answer): boolean => answer.status === 200 && answer.json.code === 0

/** What an answer says of an attack: the name it was refused with, or that it went through. */
export function refused(answer: Answer): Outcome {
  if (went(answer)) return unseen(answer.body)
  return stopped(String(dataIn(answer).rejection ?? `status ${answer.status}, code ${answer.json.code}`))
}

/** What the database says of a statement that must not be. */
export async function refusedByDatabase(act: () => Promise<unknown>): Promise<Outcome> {
  try {
    await act()
  } catch (error) {
    return stopped(`the database: ${error instanceof Error ? error.message : String(error)}`)
  }
  return unseen('the database took it')
}

/** Whether a statement goes through. */
export const passes = async (act: () => Promise<unknown>): Promise<boolean> =>
  (await refusedByDatabase(act)).kind === 'unseen'

/** Makes attacks one after the other, each before its control. */
export async function makeAttacks(attacks: readonly Attack[]): Promise<readonly Made[]> {
  const made: Made[] = []
  for (const attack of attacks) {
    const outcome = asExpected(attack, await attack.attempt())
    made.push({ attack, outcome, controlled: await attack.control.goes() })
  }
  return made
}

/** Something else than what has to stop an attack does not count: tomorrow it may not be there. */
function asExpected({ expected }: Attack, outcome: Outcome): Outcome {
  if (outcome.kind === 'unseen') return outcome
  return outcome.by.includes(expected)
    ? { ...outcome, by: expected }
    : unseen(`stopped by something else: ${outcome.by}`)
}

/** Attacks that went unseen, and controls that did not go through: none, when all is well. */
export const faultsOf = (made: readonly Made[]): readonly string[] =>
  made.flatMap(({ attack, outcome, controlled }) => [
    ...(outcome.kind === 'unseen' ? [`${attack.tried}: ${outcome.what}`] : []),
    ...(controlled ? [] : [`control of ${attack.tried}: ${attack.control.what}`]),
  ])

/** Keeps what attacks of one kind came to. */
export function recordAttacks(
  result: Pick<ExperimentResult, 'experiment' | 'done'> & { readonly made: readonly Made[] },
): void {
  const { experiment, done, made } = result
  const attempts = (some: readonly Made[]): number => some.reduce((sum, { attack }) => sum + (attack.times ?? 1), 0)
  const count = (kind: Outcome['kind']): number => attempts(made.filter(({ outcome }) => outcome.kind === kind))
  const controls = (kind: Attack['control']['kind'], planted: string) => {
    const some = made.filter(({ attack }) => attack.control.kind === kind)
    const through = some.filter(({ controlled }) => controlled).length
    if (some.length === 0) return []
    return [{ planted, caught: through === some.length, how: `${through} of ${some.length} went through` }]
  }
  recordExperiment({
    experiment,
    done,
    command: 'npm run reliability -- tests/faults/firm',
    figures: { tried: attempts(made), impossible: count('stopped'), found: count('found'), unseen: count('unseen') },
    controls: [
      ...controls('allowed', 'the same act in the way it is allowed'),
      ...controls('unguarded', 'the same attack without its guard'),
    ],
    table: made.map(({ attack, outcome, controlled }) => ({
      who: attack.who,
      tried: attack.tried,
      outcome: outcome.kind === 'stopped' ? 'impossible' : outcome.kind,
      by: outcome.kind === 'unseen' ? '' : outcome.by,
      'how soon': outcome.kind === 'found' ? duration(outcome.afterMs) : '',
      control: `${attack.control.what}${controlled ? '' : ': FAILED'}`,
    })),
    passed: faultsOf(made).length === 0,
  })
}

function duration(ms: number): string {
  if (ms === 0) return 'at once'
  if (ms < 120_000) return `${ms / 1000} s`
  return ms < 7_200_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`
}
