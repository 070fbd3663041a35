import type { BooksRead } from '../books-store.ts'
import type { Findings } from '../finding.ts'
import { followRecords, readApprovedAlone } from '../journal/audit-records.ts'
import { readTables } from '../journal/rows-store.ts'
import { readFetched, readPauses, readTerms, type TermsRow } from './feeds-store.ts'

/**
 * I16 of feeds: what counts of each is what two people approved, whoever paused one left a record, and every item came from the
 * site that was decided on, after it was.
 */
export async function checkFeeds(read: BooksRead, findings: Findings): Promise<void> {
  // Books of a version before there were feeds.
  if (!(await readTables(read)).has('content_feed_terms')) return
  const wrong = (what: string): void => findings.add('I16', what)
  for (const terms of await readTerms(read)) {
    for (const problem of problemsOf(terms)) wrong(`${terms.feedId} decision ${terms.number} ${problem}`)
  }
  for (const id of await readApprovedAlone(read, { kind: 'content.feed', table: 'content_feed_terms' }))
    wrong(`two people decided on ${id}, and it is not kept`)
  const { take, end } = await followRecords(read, ['content.feed-pause'], wrong)
  for (const { feedId, number, at, by, reason } of await readPauses(read)) {
    const details = { number: String(number), reason }
    take(`the pause of ${feedId}`, { action: 'content.feed-pause', actor: by, at, subject: feedId, details })
  }
  end()
  for (const { what, from, address, isBefore } of await readFetched(read)) {
    if (siteOf(from) !== siteOf(address))
      wrong(`${what} is from ${siteOf(from)}, and ${siteOf(address)} was decided on`)
    if (isBefore) wrong(`${what} was fetched before its feed was decided on`)
  }
}

const siteOf = (address: string): string => new URL(address).host.replace(/^www\./, '')

/** What of a decision two people did not decide so. */
function problemsOf({ feedId, maker, checker, approval, ...terms }: TermsRow): readonly string[] {
  if (approval === undefined) return ['was approved by nobody']
  const { kind, subject, outcome, payload } = approval
  const isApproved = kind === 'content.feed' && subject === feedId && outcome === 'approved'
  const said: readonly (readonly [string, string | number])[] = [...Object.entries(terms), ['feedId', feedId]]
  return [
    ...(isApproved ? [] : ['names an approval of something else']),
    ...(approval.maker === maker && approval.checker === checker ? [] : ['was approved by others than it names']),
    ...(said.every(([name, value]) => payload[name] === String(value)) ? [] : ['is not what was approved']),
  ]
}
