import { type FeedsWorld, openFeedsWorld } from '@bolsillo/content/fixtures'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { collectFindings } from '../finding.ts'
import { onCopies } from '../testing/on-copies.ts'
import { checkFeeds } from './check-feeds.ts'

let world: FeedsWorld
beforeAll(async () => {
  world = await openFeedsWorld('LIVE')
  world.serve([{ title: 'An item' }])
  const feedId = await world.decided()
  await world.round()
  expect(await world.titles()).toEqual(['An item'])
  await world.staff('/feeds/pause', { feedId, reason: 'not-news' })
})
afterAll(() => world?.close())

const tables = [
  ...['content_feed_terms', 'content_feed_pause', 'content_feed_version'],
  ...['approval', 'approval_decision', 'audit_index'],
]

/** What is found after a change that the database itself would refuse. */
async function foundAfter(statement: string): Promise<string> {
  const findings = collectFindings(50)
  await onCopies(world.app.database.owner, tables, statement, async (tx) => {
    await checkFeeds(tx, findings)
    return true
  })
  return findings
    .list()
    .map(({ invariant, what }) => `${invariant} ${what}`)
    .join('\n')
}

it('finds nothing wrong with a feed that two people decided on and one paused', async () => {
  expect(await foundAfter('select 1')).toBe('')
})

it.each<[string, string, RegExp]>([
  [
    'another address',
    `update content_feed_terms set address = 'https://x.example.com/'`,
    /decision 1 is not what was approved/,
  ],
  ['another name', `update content_feed_terms set name = 'La Gaceta'`, /is not what was approved/],
  ['another second person', `update content_feed_terms set checker = 'opr_x'`, /by others than it names/],
  ['an approval that was refused', `update approval_decision set outcome = 'refused'`, /approval of something else/],
  [
    'a decision of nobody',
    `insert into content_feed_terms select 'apv_x', feed_id, 2, name, address, language, every_minutes, decided_at, maker, checker
     from content_feed_terms`,
    /decision 2 was approved by nobody/,
  ],
  ['a decision removed', 'delete from content_feed_terms', /two people decided on fed_\w+, and it is not kept/],
  [
    'a pause removed',
    'delete from content_feed_pause',
    /the audit has content\.feed-pause of fed_\w+, and nothing is there/,
  ],
  ['a pause by another', `update content_feed_pause set paused_by = 'opr_x'`, /the pause of fed_\w+ has no record/],
  [
    'an item of another site',
    `update content_feed_version set fetched_from = 'https://other.example.com/feed'`,
    /is from other\.example\.com, and news\.example\.com was decided on/,
  ],
  [
    'an item from before',
    'update content_feed_version set fetched_at = 1',
    /was fetched before its feed was decided on/,
  ],
])('finds %s', async (_, statement, expected) => {
  expect(await foundAfter(statement)).toMatch(expected)
})
