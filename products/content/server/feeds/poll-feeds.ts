import { createHash } from 'node:crypto'
import { plusMs } from '@bolsillo/kernel'
import { pause, type Services, systemTimers, type Tx, transaction } from '@bolsillo/server-kit'
import {
  entryAgeDaysMax,
  entryVersionsMax,
  type FeedEntry,
  type FeedProblem,
  namedInstruments,
  restMs,
  versionsADayMax,
} from '../../domain/index.ts'
import type { ContentDeps } from '../deps.ts'
import { countVersions, findKept, insertItem, insertItemVersion } from './feed-item-store.ts'
import { claimDueFeeds, type Feed, findFeeds, lockFeeds, saveFeedState } from './feed-store.ts'
import { type Fetched, type FetchFeed, fetchFeedOver, publicNetwork } from './fetch-feed.ts'
import { readFeed } from './read-feed.ts'

const dayMs = 86_400_000
const feedsARound = 4
/** As long as no other process may fetch a feed: longer than a fetch takes. */
const claimMs = 300_000
/** A round waits this long for its fetches, then goes on: other jobs of the process are behind it. */
const waitMs = 2_000
const cause = 'job:feeds'

/**
 * Fetches the feeds whose time has come and keeps what is new. In a practice market it does nothing: real news beside generated
 * prices would explain moves they have nothing to do with.
 */
export function createFeedPolling(deps: ContentDeps): () => Promise<void> {
  const { services } = deps
  const fetchFeed = fetchFeedOver(deps.feedNetwork ?? publicNetwork)
  return async () => {
    if (services.mode !== 'LIVE') return
    const now = services.clock.now()
    const due = await transaction(services.sql, (tx) => claimDueFeeds(tx, { now, claimMs, limit: feedsARound }), {
      cause,
    })
    const fetches = due.map((feed) =>
      fetchOne(deps, feed, fetchFeed).catch((error: unknown) => {
        services.log.warn({ error, feed: feed.feedId }, 'a feed was not kept; it is fetched again')
      }),
    )
    await atMost(services, Promise.all(fetches))
  }
}

async function atMost({ timers = systemTimers }: Services, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, pause(timers, waitMs)])
}

type Claimed = Awaited<ReturnType<typeof claimDueFeeds>>[number]

async function fetchOne(deps: ContentDeps, feed: Claimed, fetchFeed: FetchFeed): Promise<void> {
  const { services } = deps
  const fetched = await fetchFeed(feed.address, feed.validators)
  await transaction(
    services.sql,
    async (tx) => {
      await lockFeeds(tx)
      const [current] = await findFeeds(tx, feed.feedId)
      // It was paused or decided anew while it was fetched: what came is nobody's any more.
      if (current === undefined || current.number !== feed.number || current.pause !== undefined) return
      await keepFetched(tx, deps, feed, fetched)
    },
    { cause },
  )
}

async function keepFetched(tx: Tx, deps: ContentDeps, feed: Claimed, fetched: Fetched): Promise<void> {
  const now = deps.services.clock.now()
  const { feedId, everyMinutes, failures } = feed
  const fail = (
    problem: FeedProblem,
    { status, askedMs }: { readonly status?: number; readonly askedMs?: number } = {},
  ) =>
    saveFeedState(tx, feedId, {
      ...{ triedAt: now, failures: failures + 1, problem },
      nextAt: plusMs(now, restMs(everyMinutes, failures + 1, askedMs)),
      ...(status === undefined ? {} : { status }),
    })
  const succeed = { triedAt: now, fetchedAt: now, failures: 0, nextAt: plusMs(now, restMs(everyMinutes, 0)) }
  switch (fetched.kind) {
    case 'failed':
      return await fail(fetched.problem, fetched)
    case 'same':
      return await saveFeedState(tx, feedId, succeed)
    case 'new': {
      const read = readFeed(fetched.bytes, fetched)
      if ('problem' in read) return await fail(read.problem)
      const bodyHash = createHash('sha256').update(fetched.bytes).digest('hex')
      const from = { fetchedAt: now, fetchedFrom: fetched.address, bodyHash }
      const refused = await keepEntries(tx, deps, feed, read.entries, from)
      // What a limit left over is read again: the server must not answer that nothing changed.
      const validators = refused > 0 ? {} : fetched.validators
      return await saveFeedState(tx, feedId, { ...succeed, leftOut: read.leftOut + refused, validators })
    }
  }
}

interface From {
  readonly fetchedAt: number
  readonly fetchedFrom: string
  readonly bodyHash: string
}

/** Keeps what is new or changed. @returns how many of those were not kept, because of a limit. */
async function keepEntries(
  tx: Tx,
  { services, instruments }: ContentDeps,
  { feedId, number: termsNumber }: Feed,
  entries: readonly FeedEntry[],
  from: From,
): Promise<number> {
  const { fetchedAt } = from
  const known = await findKept(
    tx,
    feedId,
    entries.map(({ guid }) => guid),
  )
  let room = versionsADayMax - (await countVersions(tx, feedId, fetchedAt - dayMs))
  let refused = 0
  for (const { guid, saidAt: said, ...entry } of entries) {
    const last = known.get(guid)
    // A time that lies ahead is none.
    const saidAt = said !== undefined && said <= fetchedAt ? said : undefined
    const isOld = last === undefined && saidAt !== undefined && saidAt < fetchedAt - entryAgeDaysMax * dayMs
    if (isOld || (last !== undefined && isSame(last, entry))) continue
    if (room <= 0 || (last?.number ?? 0) >= entryVersionsMax) {
      refused += 1
      continue
    }
    room -= 1
    const itemId = last?.itemId ?? services.ids.next('art')
    if (last === undefined) await insertItem(tx, { id: itemId, feedId, guid, publishedAt: saidAt ?? fetchedAt })
    await insertItemVersion(
      tx,
      { itemId, feedId, termsNumber },
      {
        ...{ ...entry, ...from, number: (last?.number ?? 0) + 1 },
        symbols: namedInstruments(`${entry.title}\n${entry.summary}`, instruments),
        ...(saidAt === undefined ? {} : { saidAt }),
      },
    )
  }
  return refused
}

/** Whether an item says what it said. Its time alone is no change: feeds touch it without a word. */
const isSame = (last: Pick<FeedEntry, 'title' | 'summary' | 'link'>, entry: Omit<FeedEntry, 'guid'>): boolean =>
  last.title === entry.title && last.summary === entry.summary && last.link === entry.link
