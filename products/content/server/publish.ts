import { createHash } from 'node:crypto'
import { factOf, payloadText } from '@bolsillo/approvals/domain'
import type { ApprovalKind, ApprovalPayload, ApprovedAct } from '@bolsillo/approvals/server'
import { plusMs, type Rejection, reject } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import { writers } from '../contract/operator.ts'
import { contentRejections as r } from '../contract/rejections.ts'
import {
  adProblem,
  aheadDaysMax,
  articleLanguages,
  publishReasons,
  type Version,
  wordsProblem,
} from '../domain/index.ts'
import { findLastDecided, findVersion, insertPublication, lockArticle } from './article-store.ts'

export const publishKindName = 'content.publish'
const dayMs = 86_400_000

/** What a proposal to publish is about: the article, so that two of its versions are never decided side by side. */
export const subjectOf = (articleId: string): string => articleId

/** What is proposed: this version, known by the hash of its words, from a time on. */
export function payloadOf({ articleId, number, words }: Version, publishAt: number | undefined): ApprovalPayload {
  const written = articleLanguages.map((language) => [language, words[language].title, words[language].text])
  const wordsHash = createHash('sha256').update(JSON.stringify(written)).digest('hex')
  return {
    ...{ articleId, number: String(number), wordsHash },
    ...(publishAt === undefined ? {} : { publishAt: String(publishAt) }),
  }
}

/** Publishing takes two people; whoever decides reads the whole text in every language, and what was public before. */
export const publishKind: ApprovalKind = {
  name: publishKindName,
  titleKey: 'content.powers.publish',
  makerRoles: writers,
  checkerRoles: ['compliance', 'admin'],
  reasons: publishReasons,
  facts: factsOf,
  execute: publish,
}

async function factsOf(db: Db, payload: ApprovalPayload) {
  const articleId = payloadText(payload, 'articleId')
  const version = await findVersion(db, articleId, Number(payload.number))
  if (version === undefined) return []
  const decided = await findLastDecided(db, articleId)
  const before = decided.number === 0 ? undefined : await findVersion(db, articleId, decided.number)
  return [
    factOf('kind', version.kind),
    factOf('version', String(version.number)),
    factOf('audience', version.audience),
    factOf('pinned', String(version.isPinned)),
    ...(version.symbols.length === 0 ? [] : [factOf('symbols', version.symbols.join(', '))]),
    ...(payload.publishAt === undefined ? [] : [factOf('publishAt', payload.publishAt)]),
    ...(before === undefined ? [] : placeBefore(before)),
    ...articleLanguages.flatMap((language) => [
      factOf(`title.${language}`, version.words[language].title),
      factOf(`text.${language}`, version.words[language].text),
      ...(before === undefined
        ? []
        : [
            factOf(`titleBefore.${language}`, before.words[language].title),
            factOf(`textBefore.${language}`, before.words[language].text),
          ]),
    ]),
  ]
}

/** Who was shown the version decided before, and where: a correction may take it away from somebody. */
function placeBefore({ audience, isPinned, symbols, publishAt }: Version & { readonly publishAt?: number }) {
  return [
    factOf('audienceBefore', audience),
    factOf('pinnedBefore', String(isPinned)),
    ...(symbols.length === 0 ? [] : [factOf('symbolsBefore', symbols.join(', '))]),
    ...(publishAt === undefined ? [] : [factOf('publishBeforeAt', String(publishAt))]),
  ]
}

/** What two people decided becomes public, if it is still what they saw and fits the rules of today. */
async function publish(
  tx: Tx,
  { approvalId, payload, now, maker, checker }: ApprovedAct,
): Promise<Rejection | undefined> {
  const articleId = payloadText(payload, 'articleId')
  const number = Number(payload.number)
  await lockArticle(tx, articleId as Version['articleId'])
  const version = await findVersion(tx, articleId, number)
  if (version === undefined || payloadOf(version, undefined).wordsHash !== payload.wordsHash) {
    return reject(r.articleUnknown)
  }
  // A rule may have come since the words were written.
  if (wordsProblem(version.words) !== undefined) return reject(r.articleText)
  if (version.kind === 'ad' && adProblem(version.words) !== undefined) return reject(r.articleAd)
  const decided = await findLastDecided(tx, articleId)
  if (number <= decided.number) return reject(r.articlePublished)
  // A correction may come before a version that is planned: of those that are public the greatest number counts.
  const publishAt = Math.max(Number(payload.publishAt ?? 0), now)
  if (publishAt > plusMs(now, aheadDaysMax * dayMs)) return reject(r.articleTime)
  await insertPublication(tx, { approvalId, articleId, number, publishAt, decidedAt: now, maker, checker })
  return undefined
}
