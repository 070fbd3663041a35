import type { BooksRead } from '../books-store.ts'
import type { Findings } from '../finding.ts'
import { type AuditRecord, followRecords } from '../journal/audit-records.ts'
import { type LineRow, readConversations, readLines } from './support-store.ts'

const actionOf: Readonly<Record<string, string>> = { taken: 'take', closed: 'close', reopened: 'reopen' }
const actions = ['open', 'write', 'answer', 'take', 'close', 'reopen'].map((act) => `support.${act}`)

function actOf({ id, customerId, no, kind, actor, at, hash, reason }: LineRow): AuditRecord {
  const written = actor === customerId ? 'write' : 'answer'
  const action = `support.${kind === 'message' ? written : actionOf[kind]}`
  return { action, actor, at, subject: customerId, details: { case: id, number: String(no), hash, reason } }
}

/**
 * I16 of conversations: each, and each line of it, is in the audit as it is stored, messages by their hash; and what the
 * audit has of them is there. Lines are numbered without gaps, in the order of their times.
 */
export async function checkSupport(read: BooksRead, findings: Findings): Promise<void> {
  const conversations = await readConversations(read)
  if (conversations === undefined) return
  const wrong = (what: string): void => findings.add('I16', what)
  const { take, end } = await followRecords(read, actions, wrong)
  const lines = Map.groupBy(await readLines(read), ({ id }) => id)
  for (const { id, customerId, topic, about, openedAt } of conversations) {
    const own = { actor: customerId, subject: customerId }
    take(id, { ...own, action: 'support.open', at: openedAt, details: { about, case: id, kind: topic } })
    let last = openedAt
    for (const [place, line] of (lines.get(id) ?? []).entries()) {
      const what = `${id}: line ${line.no}`
      take(what, actOf(line))
      if (line.no !== place + 1) wrong(`${what} is the ${place + 1}. that is there`)
      if (line.at < last) wrong(`${what} is of ${line.at}, before the one before it`)
      last = line.at
    }
  }
  end()
}
