import { coreRejections, outcomeUnknownCode } from '@bolsillo/contract'
import type { Findings } from '../findings.ts'
import type { Incoming, Outgoing } from '../server/front-door.ts'

/** What a customer asked for, under one key, and everything that ever came back. */
export interface Operation {
  readonly number: number
  readonly customer: string
  readonly kind: string
  readonly request: Incoming
  readonly startedAt: number
  /** Copies on their way or being worked on. */
  copies: number
  /** The first answer that says the effect happened, byte for byte. */
  acknowledged: Outgoing | undefined
  /** The last answer, whatever it said; undefined when it never came. */
  last: Outgoing | undefined
  /** The outcome of a copy is unknown until the same key is answered again. */
  isOpen: boolean
}

/** The envelope of an answer. */
export interface Envelope {
  readonly code: number
  readonly data: Readonly<Record<string, unknown>>
}

const orderKinds = new Set(['buy', 'sell', 'coin-buy', 'coin-sell', 'contract-add', 'contract-close'])

/** Whether an operation of this kind asks for an order of its own. */
export function isOrderKind(kind: string): boolean {
  return orderKinds.has(kind)
}

/** Reads an answer's envelope. */
export function envelopeOf({ body }: Outgoing): Envelope {
  return JSON.parse(body) as Envelope
}

/** The name of a refusal; undefined when there was none. */
export function refusalOf(answer: Outgoing): string | undefined {
  const { rejection } = envelopeOf(answer).data as { readonly rejection?: string }
  return rejection
}

/** Refusals of the door: they say nothing about whether an earlier copy had its effect. */
const doorRefusals = new Set<string>([
  coreRejections.keyInFlight.name,
  coreRejections.overloaded.name,
  coreRejections.sessionInvalid.name,
  coreRejections.tooMany.name,
])

/** Whether an answer settles the outcome of the request. A 5xx and a rejection before the call begins do not. */
export function settles(answer: Outgoing): boolean {
  if (answer.status >= 500 || envelopeOf(answer).code === outcomeUnknownCode) return false
  return answer.status < 300 || !doorRefusals.has(refusalOf(answer) ?? '')
}

/** Takes an answer to one of an operation's copies, and looks whether it agrees with the answers before it. */
export function takeAnswer(operation: Operation, answer: Outgoing | undefined, findings: Findings): void {
  operation.copies -= 1
  operation.last = answer
  if (answer === undefined) {
    if (operation.acknowledged === undefined) operation.isOpen = true
    return
  }
  const { acknowledged } = operation
  if (!settles(answer)) {
    // A request that was shed did nothing: only another 5xx leaves the outcome of an operation open.
    if (acknowledged === undefined && answer.status >= 500 && answer.status !== 503) operation.isOpen = true
    return
  }
  if (acknowledged !== undefined && (answer.status !== acknowledged.status || answer.body !== acknowledged.body)) {
    findings.add('I9', `operation ${operation.number} was answered ${acknowledged.body} and then ${answer.body}`)
  }
  if (answer.status < 300) operation.acknowledged ??= answer
  operation.isOpen = false
}
