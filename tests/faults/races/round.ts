import type { Call } from '@bolsillo/contract'
import { coreRejections } from '@bolsillo/contract'
import type { RaceMarket, Racer } from './race-market.ts'
import type { RaceAnswer } from './senders.ts'

/** What one round came to: what each kind of answer was given how often, and what must not be. */
export interface Round {
  readonly outcomes: Readonly<Record<string, number>>
  readonly problems: readonly string[]
}

/** One kind of race. */
export interface Race {
  /** `races-same-key`: short, and the same for ever. */
  readonly name: string
  readonly done: string
  readonly round: (market: RaceMarket, racer: Racer, other: Racer) => Promise<Round>
}

/** How many senders are released together. */
export const sendersAtOnce = 50

/** Names the answers and counts them: `done`, or the name of the refusal. */
export function tally(answers: readonly RaceAnswer[], prefix = ''): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { rejection } of answers) {
    const name = `${prefix}${rejection === '' ? 'done' : rejection}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

/** Losers must get a plain answer: a 4xx with the number of a rejection its contract lists; 5xx only for too much at once. */
export function unclean(call: Call, answers: readonly RaceAnswer[]): string[] {
  const core = Object.values(coreRejections)
  const known = [...call.rejections, ...core]
  return answers.flatMap(({ status, code, rejection, body }) => {
    if (status === 200 && code === 0) return []
    const spec = known.find(({ number }) => number === code)
    const listed = spec !== undefined && spec.name === rejection && spec.status === status
    if (listed && status >= 400 && status < 500) return []
    return [`${call.name} answered ${status} ${code} ${rejection}: ${body.slice(0, 200)}`]
  })
}

/** A problem unless a statement holds. */
export function expectThat(holds: boolean, problem: string): string[] {
  return holds ? [] : [problem]
}

/** Adds counts of several rounds. */
export function addUp(rounds: readonly Round[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { outcomes } of rounds) {
    for (const [name, count] of Object.entries(outcomes)) sums[name] = (sums[name] ?? 0) + count
  }
  return sums
}

/** The answers that succeeded. */
export const doneOf = (answers: readonly RaceAnswer[]): readonly RaceAnswer[] =>
  answers.filter(({ code }) => code === 0)

/** The id of the order an answer placed. */
export function orderIdOf({ data }: RaceAnswer): string {
  const { order } = data as { readonly order?: { readonly orderId?: string } }
  if (order?.orderId === undefined) throw new Error('the answer holds no order')
  return order.orderId
}
