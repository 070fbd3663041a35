import { applicationProblem } from './plan.ts'
import { type AllotmentPlan, type ApplicationProblem, applicationsMax } from './rule.ts'
import { hashWords, putWords, wordsOf } from './sha256.ts'
import { inPieces, pieceLines, type Steps } from './steps.ts'
import { compareWords, orderOf } from './word-order.ts'

/** An application as it is published: nobody's name, and an id that only its applicant can make again. */
export interface AnonymousApplication {
  /** `applicationLineId` of it, 64 hex digits. */
  readonly id: string
  /** Place of its tier in the rule, from 0; 0 where the rule has no tiers. */
  readonly tier: number
  /** Units, whole lots. */
  readonly quantity: bigint
}

/** Applications in columns, so that a million of them is one piece of memory each. */
export interface ApplicationColumns {
  readonly count: number
  /** Eight words an application. */
  readonly ids: Uint32Array
  readonly tiers: Uint8Array
  /** What was asked, in lots. */
  readonly lots: Uint32Array
}

/** Why applications cannot be closed: `at` is the place in what was given, from 0. */
export interface ApplicationRefusal {
  readonly kind: 'refused'
  readonly problem: ApplicationProblem | 'duplicate' | 'too-many'
  readonly at: number
}

/** Room for so many applications. */
export function columnsOf(count: number): ApplicationColumns {
  return {
    count,
    ids: new Uint32Array(hashWords * count),
    tiers: new Uint8Array(count),
    lots: new Uint32Array(count),
  }
}

/** Copies the line of one place to another place of other columns. */
export function copyLine(from: ApplicationColumns, place: number, to: ApplicationColumns, at: number): void {
  for (let word = 0; word < hashWords; word += 1)
    to.ids[hashWords * at + word] = from.ids[hashWords * place + word] as number
  to.tiers[at] = from.tiers[place] as number
  to.lots[at] = from.lots[place] as number
}

/** The place of an id in sorted columns; undefined when no application has it. */
export function placeOfId({ ids, count }: ApplicationColumns, id: string): number | undefined {
  const wanted = wordsOf(id)
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    const word = wanted.findIndex((value, at) => value !== ids[hashWords * middle + at])
    if (word < 0) return middle
    if ((wanted[word] as number) > (ids[hashWords * middle + word] as number)) low = middle + 1
    else high = middle
  }
  return undefined
}

/**
 * Applications in their one order, which is that of their ids: what order they are given in changes nothing. Refused: what
 * the plan does not know, and an id twice.
 */
export function* sortApplications(
  plan: AllotmentPlan,
  applications: readonly AnonymousApplication[],
): Steps<ApplicationColumns | ApplicationRefusal> {
  const count = applications.length
  if (count > applicationsMax) return { kind: 'refused', problem: 'too-many', at: applicationsMax }
  const given = columnsOf(count)
  for (const [at, application] of applications.entries()) {
    const problem = applicationProblem(plan, application)
    if (problem !== undefined) return { kind: 'refused', problem, at }
    putWords(given.ids, hashWords * at, application.id)
    given.tiers[at] = application.tier
    given.lots[at] = Number(application.quantity / plan.lot)
    if (at % pieceLines === 0) yield { phase: 'sorting', done: at, total: count }
  }
  const order = yield* orderOf(given.ids)
  const sorted = columnsOf(count)
  let twice: number | undefined
  yield* inPieces('sorting', count, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const place = order[at] as number
      copyLine(given, place, sorted, at)
      if (at > 0 && compareWords(given.ids, order[at - 1] as number, place) === 0) twice ??= place
    }
  })
  return twice === undefined ? sorted : { kind: 'refused', problem: 'duplicate', at: twice }
}
