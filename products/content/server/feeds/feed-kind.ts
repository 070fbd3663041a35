import { factOf, payloadText } from '@bolsillo/approvals/domain'
import type { ApprovalKind, ApprovalPayload, ApprovedAct } from '@bolsillo/approvals/server'
import { type Id, isId, type Rejection, reject } from '@bolsillo/kernel'
import type { Db, Mode, Tx } from '@bolsillo/server-kit'
import { writers } from '../../contract/operator.ts'
import { contentRejections as r } from '../../contract/rejections.ts'
import { articleLanguages, type FeedTerms, feedReasons, feedsMax, withoutInvisible } from '../../domain/index.ts'
import type { ContentDeps } from '../deps.ts'
import { readFeedAddress } from './feed-address.ts'
import { findFeeds, insertTerms, lockFeeds } from './feed-store.ts'

export const feedKindName = 'content.feed'

/** A decision that is proposed: these terms of a feed, after the decisions of it that there are. */
interface ProposedFeed extends FeedTerms {
  readonly feedId: Id<'fed'>
  readonly number: number
}

export const feedPayload = ({
  feedId,
  number,
  name,
  address,
  language,
  everyMinutes,
}: ProposedFeed): ApprovalPayload => ({
  ...{ feedId, number: String(number), name, address, language, everyMinutes: String(everyMinutes) },
})

function proposedIn(payload: ApprovalPayload): ProposedFeed | undefined {
  const feedId = payloadText(payload, 'feedId')
  const language = articleLanguages.find((one) => one === payload.language)
  if (!isId('fed', feedId) || language === undefined) return undefined
  return {
    ...{ feedId, number: Number(payload.number), language, everyMinutes: Number(payload.everyMinutes) },
    ...{ name: payloadText(payload, 'name'), address: payloadText(payload, 'address') },
  }
}

/** Whose news are shown takes two people; who decides sees the whole address, and what was decided before. */
export function feedKind({ services }: Pick<ContentDeps, 'services'>): ApprovalKind {
  return {
    name: feedKindName,
    titleKey: 'content.powers.feed',
    makerRoles: writers,
    checkerRoles: ['compliance', 'admin'],
    reasons: feedReasons,
    facts: factsOf,
    execute: (tx, act) => decide(tx, act, services.mode),
  }
}

async function factsOf(db: Db, payload: ApprovalPayload) {
  const proposed = proposedIn(payload)
  if (proposed === undefined) return []
  const [before] = await findFeeds(db, proposed.feedId)
  const factsOfTerms = ({ name, address, language, everyMinutes }: FeedTerms, when: '' | 'Before') => [
    factOf(`feedName${when}`, name),
    factOf(`feedAddress${when}`, address),
    factOf(`feedLanguage${when}`, language),
    factOf(`feedEvery${when}`, String(everyMinutes)),
  ]
  return [
    ...factsOfTerms(proposed, ''),
    ...(before === undefined ? [] : factsOfTerms(before, 'Before')),
    ...(before?.pause === undefined ? [] : [factOf('feedPause', before.pause.reason)]),
  ]
}

/** Why a feed cannot be decided on as it is proposed. Asked when it is proposed, and again when it is decided. */
export async function feedProblemOf(db: Db, proposed: ProposedFeed, mode: Mode): Promise<Rejection | undefined> {
  if (mode !== 'LIVE') return reject(r.feedPractice)
  const { feedId, number, name, address } = proposed
  const feeds = await findFeeds(db)
  const known = feeds.find((one) => one.feedId === feedId)
  if (known === undefined && number > 1) return reject(r.feedUnknown, { field: 'feedId' })
  if ((known?.number ?? 0) + 1 !== number) return reject(r.feedDecided)
  if (withoutInvisible(name) !== name) return reject(r.feedName, { field: 'name' })
  if (readFeedAddress(address) !== address) return reject(r.feedAddress, { field: 'address' })
  if (feeds.some((one) => one.feedId !== feedId && one.address === address)) {
    return reject(r.feedTaken, { field: 'address' })
  }
  return known === undefined && feeds.length >= feedsMax
    ? reject(r.feedsFull, { values: { most: String(feedsMax) } })
    : undefined
}

async function decide(
  tx: Tx,
  { approvalId, payload, now, maker, checker }: ApprovedAct,
  mode: Mode,
): Promise<Rejection | undefined> {
  const proposed = proposedIn(payload)
  if (proposed === undefined) return reject(r.feedUnknown)
  await lockFeeds(tx)
  const refused = await feedProblemOf(tx, proposed, mode)
  if (refused !== undefined) return refused
  await insertTerms(tx, { ...proposed, approvalId, decidedAt: now, maker, checker })
  return undefined
}
