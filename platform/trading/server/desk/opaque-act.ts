import { isRejection, present, type Rejection } from '@bolsillo/kernel'
import type { ActHands, DeskAct } from './desk-act.ts'
import type { DeskCommand } from './desk-world.ts'

/** An act whose facts and answer the desk need not know; its product gets the answer unchanged. */
export function opaque<Facts, Answer>(
  act: DeskAct<Facts, Answer>,
  asker: { resolve: (outcome: Answer | Rejection) => void; reject: (error: unknown) => void },
): Pick<Extract<DeskCommand, { kind: 'act' }>, 'act' | 'asker'> {
  let answer: { readonly given: Answer } | undefined
  const given = (): Answer => present(answer, 'the answer of an act').given
  const { replyOf, ...rest } = act
  return {
    act: {
      ...rest,
      decide: (hands) => {
        // The product whose holdings these are wrote their facts, so that they are what it says.
        const outcome = act.decide(hands as ActHands<Facts>)
        if (isRejection(outcome)) return outcome
        answer = { given: outcome }
        return undefined
      },
      answer: given,
      ...(replyOf === undefined ? {} : { replyOf: () => replyOf(given()) }),
    },
    asker: {
      resolve: (outcome) => asker.resolve(isRejection(outcome) ? outcome : given()),
      reject: asker.reject,
    },
  }
}
