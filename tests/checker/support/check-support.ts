import type { BooksRead } from '../books-store.ts'
import type { Findings } from '../finding.ts'
import { type AuditRecord, followRecords } from '../journal/audit-records.ts'
import {
  type AttachmentRow,
  type LineRow,
  readAttachments,
  readConversations,
  readLines,
  readLostPictures,
} from './support-store.ts'

const actionOf: Readonly<Record<string, string>> = { taken: 'take', closed: 'close', reopened: 'reopen' }
const actions = ['open', 'write', 'answer', 'take', 'close', 'reopen'].map((act) => `support.${act}`)

/** Hashes as a record has them: none where there is none. */
const joined = (hashes: readonly string[]): string | undefined => (hashes.length === 0 ? undefined : hashes.join(' '))

function actOf(
  { id, customerId, no, kind, actor, at, hash, reason }: LineRow,
  attachments: readonly AttachmentRow[],
): AuditRecord {
  const pictures = joined(attachments.map((one) => one.hash))
  const storedPictures = joined(attachments.map((one) => one.storedHash))
  const written = actor === customerId ? 'write' : 'answer'
  const action = `support.${kind === 'message' ? written : actionOf[kind]}`
  return {
    ...{ action, actor, at, subject: customerId },
    details: { case: id, number: String(no), hash, reason, pictures, storedPictures },
  }
}

/**
 * I16 of conversations: each, and each line of it, is in the audit as it is stored, messages by their hash; and what the
 * audit has of them is there. Lines are numbered without gaps, in the order of their times.
 * A line's record has the hashes of its pictures, and what is stored is what was attached, by its bytes.
 */
export async function checkSupport(read: BooksRead, findings: Findings): Promise<void> {
  const conversations = await readConversations(read)
  if (conversations === undefined) return
  const wrong = (what: string): void => findings.add('I16', what)
  const { take, end } = await followRecords(read, actions, wrong)
  const lines = Map.groupBy(await readLines(read), ({ id }) => id)
  const attachments = Map.groupBy(await readAttachments(read), ({ id, no }) => `${id}: line ${no}`)
  for (const { id, customerId, topic, about, openedAt } of conversations) {
    const own = { actor: customerId, subject: customerId }
    take(id, { ...own, action: 'support.open', at: openedAt, details: { about, case: id, kind: topic } })
    let last = openedAt
    for (const [place, line] of (lines.get(id) ?? []).entries()) {
      const what = `${id}: line ${line.no}`
      const pictures = attachments.get(what) ?? []
      attachments.delete(what)
      take(what, actOf(line, pictures))
      checkPictures(what, pictures, line.customerId, wrong)
      if (line.no !== place + 1) wrong(`${what} is the ${place + 1}. that is there`)
      if (line.at < last) wrong(`${what} is of ${line.at}, before the one before it`)
      last = line.at
    }
  }
  for (const what of attachments.keys()) wrong(`${what} has pictures, and is not there`)
  for (const fileId of await readLostPictures(read)) wrong(`${fileId} was taken into use, and is on no line`)
  end()
}

/** What the sealing of a picture adds to it: a version, a nonce and a tag. */
const sealBytes = 1 + 12 + 16

/** Each picture is the one that was attached: its customer's, for support, the same bytes. */
function checkPictures(
  what: string,
  pictures: readonly AttachmentRow[],
  customerId: string,
  wrong: (what: string) => void,
): void {
  for (const [index, picture] of pictures.entries()) {
    const { place, bytes, storedHash, kept, isUsed } = picture
    const one = `${what}: picture ${place}`
    if (place !== index + 1) wrong(`${one} is the ${index + 1}. that is there`)
    if (kept === undefined) wrong(`${one} is gone`)
    else if (kept.owner !== customerId || picture.customerId !== customerId || kept.purpose !== 'support' || !isUsed)
      wrong(`${one} is somebody else's, or for something else`)
    else if (kept.hash !== storedHash || kept.length !== bytes + sealBytes)
      wrong(`${one} is not the one that was attached`)
  }
}
