/** Asked before the first leverage above 1×. Each has three answers, one of them right; the words are the messages'. */
export const suitabilityQuestions = ['liquidation', 'leverage', 'funding', 'loss'] as const
export type SuitabilityQuestion = (typeof suitabilityQuestions)[number]

export const suitabilityChoices = ['a', 'b', 'c'] as const
export type SuitabilityChoice = (typeof suitabilityChoices)[number]

/** The right ones. No secret: who answers wrongly gets them, and may answer again. */
const right: Readonly<Record<SuitabilityQuestion, SuitabilityChoice>> = {
  liquidation: 'b',
  leverage: 'c',
  funding: 'a',
  loss: 'b',
}

export type SuitabilityAnswers = Readonly<Record<SuitabilityQuestion, SuitabilityChoice>>

/** The questions answered wrongly, in the order they are asked. */
export function wrongAnswers(answers: SuitabilityAnswers): readonly SuitabilityQuestion[] {
  return suitabilityQuestions.filter((question) => answers[question] !== right[question])
}

/** Accounts that lost, in percent, rounded half up; undefined while there are too few to say. */
export function losingPercent({ accounts, losing }: { readonly accounts: number; readonly losing: number }) {
  return accounts < 10 ? undefined : Math.round((losing * 100) / accounts)
}
