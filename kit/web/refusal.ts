import type { Answer } from './client.ts'

/** A call that did not succeed, as queries and forms meet it. */
export class Refusal extends Error {
  override name = 'Refusal'
  /** `rejected`: nothing happened. `unknown`: it may have. */
  readonly outcome: 'rejected' | 'unknown'
  readonly offline: boolean
  readonly code: number
  /** The rejection's stable name; empty when the outcome is unknown. */
  readonly rejection: string
  readonly field: string | undefined
  readonly values: Readonly<Record<string, string>>

  constructor(answer: Exclude<Answer<unknown>, { kind: 'reply' }>) {
    super(answer.kind === 'rejected' ? answer.message : '')
    this.outcome = answer.kind
    this.offline = answer.kind === 'unknown' && answer.offline
    this.code = answer.kind === 'rejected' ? answer.code : 0
    this.rejection = answer.kind === 'rejected' ? answer.rejection : ''
    this.field = answer.kind === 'rejected' ? answer.field : undefined
    this.values = answer.kind === 'rejected' ? answer.values : {}
  }
}

/** The data of a reply. @throws Refusal for everything else. */
export function dataOf<Data>(answer: Answer<Data>): Data {
  if (answer.kind === 'reply') return answer.data
  throw new Refusal(answer)
}
