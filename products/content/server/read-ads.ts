import { plusMs } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import { adLifeDays, adProblem, readAd, wordsProblem } from '../domain/index.ts'
import { findPublished } from './article-store.ts'

const dayMs = 86_400_000
const shownMost = 3
const readMost = 20

/**
 * See the contract. The rules are asked again of each: what somebody wrote into the database without the two people, or before a
 * rule came, leads nowhere else and hurries nobody.
 */
export const listAds = useCase(calls.listAds, async (_, { db, now, caller, customer }) => {
  const audiences = customer === undefined ? (['everybody'] as const) : (['everybody', 'customers'] as const)
  const found = await findPublished(db, { kind: 'ad', audiences, now, limit: readMost })
  const firstAfter = plusMs(now, -adLifeDays * dayMs)
  const rows = found
    .filter(
      ({ firstAt, words }) =>
        firstAt > firstAfter && wordsProblem(words) === undefined && adProblem(words) === undefined,
    )
    .flatMap(({ articleId, words }) => {
      const ad = readAd(words[caller.language])
      return ad === undefined ? [] : [{ id: articleId, ...ad }]
    })
  return { rows: rows.slice(0, shownMost) }
})
