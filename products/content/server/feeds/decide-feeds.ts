import { isRejection, reject } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../../contract/feeds.ts'
import { contentRejections as r } from '../../contract/rejections.ts'
import type { ContentDeps } from '../deps.ts'
import { readFeedAddress } from './feed-address.ts'
import { feedKindName, feedPayload, feedProblemOf } from './feed-kind.ts'
import { findFeeds, insertPause, lockFeeds } from './feed-store.ts'

export const listFeeds = useCase(calls.listFeeds, async (_, { db }, { services, approvals }: ContentDeps) => {
  const rows = []
  for (const feed of await findFeeds(db)) {
    const open = await approvals.openAbout(db, feedKindName, feed.feedId)
    rows.push({ ...feed, isProposed: open !== undefined })
  }
  return { isPractice: services.mode !== 'LIVE', rows }
})

export const proposeFeed = useCase(
  calls.proposeFeed,
  async (request, { tx, now, operator }, { services, approvals }: ContentDeps) => {
    const { feedId: known, name, language, everyMinutes, reason } = request
    await lockFeeds(tx)
    const [feed] = known === undefined ? [] : await findFeeds(tx, known)
    if (known !== undefined && feed === undefined && services.mode === 'LIVE') {
      return reject(r.feedUnknown, { field: 'feedId' })
    }
    const proposed = {
      ...{ feedId: known ?? services.ids.next('fed'), number: (feed?.number ?? 0) + 1 },
      ...{ name, language, everyMinutes, address: readFeedAddress(request.address) ?? '' },
    }
    const refused = await feedProblemOf(tx, proposed, services.mode)
    if (refused !== undefined) return refused
    const outcome = await approvals.propose(tx, {
      ...{ kind: feedKindName, subject: proposed.feedId, payload: feedPayload(proposed), reason, by: operator, now },
    })
    return isRejection(outcome) ? outcome : { approvalId: outcome.approvalId }
  },
)

export const pauseFeed = useCase(
  calls.pauseFeed,
  async ({ feedId, reason }, { tx, now, operator }, { audit }: ContentDeps) => {
    await lockFeeds(tx)
    const [feed] = await findFeeds(tx, feedId)
    if (feed === undefined) return reject(r.feedUnknown, { field: 'feedId' })
    if (feed.pause !== undefined) return reject(r.feedPaused, { field: 'feedId' })
    const { operatorId } = operator
    const details = { number: String(feed.number), reason }
    await audit.record(tx, { at: now, actor: operatorId, action: 'content.feed-pause', subject: feedId, details })
    await insertPause(tx, feed, { at: now, by: operatorId, reason })
    return {}
  },
)
