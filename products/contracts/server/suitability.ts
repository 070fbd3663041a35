import { type Id, type Instant, plusMs, present, reject } from '@bolsillo/kernel'
import { type Db, type Handler, onRead, onWrite } from '@bolsillo/server-kit'
import { answerSuitability, contractsRejections as r, suitability, type WireSuitability } from '../contract.ts'
import { losingPercent, suitabilityChoices, suitabilityQuestions, wrongAnswers } from '../domain/index.ts'
import { countResults, findSuitability, saveSuitability } from './suitability-store.ts'

const yearMs = 365 * 86_400_000

/** The questions, whether they are answered, and how many accounts lose: counted over a year, at the moment of asking. */
export async function loadSuitability(db: Db, customerId: Id<'cus'>, now: Instant): Promise<WireSuitability> {
  const since = plusMs(now, -yearMs)
  const [own, results] = await Promise.all([findSuitability(db, customerId), countResults(db, since)])
  const percent = losingPercent(results)
  return {
    passed: own?.passed === true,
    ...(own === undefined ? {} : { answeredAt: own.answeredAt }),
    questions: suitabilityQuestions.map((id) => ({ id, choices: [...suitabilityChoices] })),
    ...results,
    ...(percent === undefined ? {} : { losingPercent: percent }),
  }
}

export function readSuitability(): Handler {
  return onRead(suitability, async (_, { db, customer, now }) => {
    const { customerId } = present(customer, 'the session of a customer call')
    return loadSuitability(db, customerId, now)
  })
}

/** Answers the questions. Wrong ones are named: they are there to be learnt from. */
export function answerQuestions(): Handler {
  return onWrite(answerSuitability, async ({ liquidation, leverage, funding, loss }, { tx, customer, now }) => {
    const { customerId } = present(customer, 'the session of a customer call')
    if (liquidation === undefined || leverage === undefined || funding === undefined || loss === undefined)
      return reject(r.answersMissing)
    const answers = { liquidation, leverage, funding, loss }
    const wrong = wrongAnswers(answers)
    await saveSuitability(tx, { customerId, answers, passed: wrong.length === 0, at: now })
    return { suitability: await loadSuitability(tx, customerId, now), wrong: [...wrong] }
  })
}
