import { createHash } from 'node:crypto'
import type { BooksRead } from '../books-store.ts'
import type { Findings } from '../finding.ts'
import { type LineRow, readConversations, readLines, readSupportRecords } from './support-store.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

interface Act {
  readonly action: string
  readonly actor: string
  readonly at: bigint
  readonly subject: string
  readonly details: Readonly<Record<string, string | undefined>>
}

/** What identifies a record: who, what, about whom, and the hash of all it says. */
function nameOf({ action, actor, at, subject, details }: Act): string {
  const known = Object.entries(details)
    .filter(([, text]) => text !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const text = JSON.stringify({ action, actor, at: Number(at), details: Object.fromEntries(known), subject })
  return `${action} ${actor} ${subject} ${sha256(text)}`
}

const actions: Readonly<Record<string, string>> = { taken: 'take', closed: 'close', reopened: 'reopen' }

function actOf({ id, customerId, no, kind, actor, at, hash, reason }: LineRow): Act {
  const written = actor === customerId ? 'write' : 'answer'
  const action = `support.${kind === 'message' ? written : actions[kind]}`
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
  const left = new Map<string, string>()
  for (const { action, actor, subject, digest } of await readSupportRecords(read))
    left.set(`${action} ${actor} ${subject} ${digest}`, `${action} of ${subject}`)
  const take = (what: string, act: Act): void => {
    if (!left.delete(nameOf(act))) wrong(`${what} has no record in the audit`)
  }
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
  for (const what of left.values()) wrong(`the audit has ${what}, and nothing is there`)
}
