import { type Id, reject } from '@bolsillo/kernel'
import { type Db, useCase } from '@bolsillo/server-kit'
import { answerSuitability, contractsRejections as r, suitability, type WireSuitability } from '../../contract/index.ts'
import { suitabilityChoices, suitabilityQuestions, wrongAnswers } from '../../domain/index.ts'
import { writeOutcome } from './outcomes.ts'
import { findSuitability, saveSuitability } from './suitability-store.ts'

/** The questions, whether they are answered, and how many accounts lose, as it was computed last. */
export async function loadSuitability(db: Db, customerId: Id<'cus'>): Promise<WireSuitability> {
  const [own, outcome] = await Promise.all([findSuitability(db, customerId), writeOutcome(db)])
  return {
    passed: own?.passed === true,
    ...(own === undefined ? {} : { answeredAt: own.answeredAt }),
    questions: suitabilityQuestions.map((id) => ({ id, choices: [...suitabilityChoices] })),
    ...outcome,
  }
}

export const readSuitability = useCase(suitability, async (_, { db, customer }) => {
  const { customerId } = customer
  return loadSuitability(db, customerId)
})

/** Answers the questions. Wrong ones are named: they are there to be learnt from. */
export const answerQuestions = useCase(
  answerSuitability,
  async ({ liquidation, leverage, funding, loss }, { tx, customer, now }) => {
    const { customerId } = customer
    if (liquidation === undefined || leverage === undefined || funding === undefined || loss === undefined)
      return reject(r.answersMissing)
    const answers = { liquidation, leverage, funding, loss }
    const wrong = wrongAnswers(answers)
    await saveSuitability(tx, { customerId, answers, passed: wrong.length === 0, at: now })
    return { suitability: await loadSuitability(tx, customerId), wrong: [...wrong] }
  },
)
