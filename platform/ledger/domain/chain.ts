import type { AccountId } from './account.ts'
import type { JournalEntry, Posting } from './journal-entry.ts'

/** A posting as recorded in the journal: with the balance of its account right after it. */
export interface RecordedPosting extends Posting {
  readonly account: AccountId
  readonly postedAfter: bigint
  readonly heldAfter: bigint
}

/** An entry as recorded in the journal: numbered without gaps, its postings with the balances they led to. */
export interface RecordedEntry extends JournalEntry {
  readonly seq: bigint
  readonly postings: readonly RecordedPosting[]
}

/** The end of the chain: the number of the last entry and its hash (64 hex digits). */
export interface ChainHead {
  readonly seq: bigint
  readonly hash: string
}

/** The head of an empty journal. */
export const genesis: ChainHead = { seq: 0n, hash: '0'.repeat(64) }

// Names what is hashed, so that no hash of another kind of record can ever be taken for one of a journal entry.
const entryDomain = 'bolsillo.ledger.entry.1'

/**
 * The text whose SHA-256 is an entry's hash. It holds every stored field of the entry and of its postings, and the
 * hash of the entry before, as JSON in the canonical form of RFC 8785: integers beyond 2^53 are texts, keys of
 * `details` are sorted by UTF-16 code units, there is no white space. A browser makes the same text from what
 * `/user/tx/record` answers.
 */
export function entryPreimage(previousHash: string, entry: RecordedEntry): string {
  let postings = ''
  for (const { account, posted, held, holdId, postedAfter, heldAfter } of entry.postings) {
    // Most lines reserve nothing, and a text for nothing is made once.
    const reserved = holdId === undefined && held === 0n ? noHold : `"${held}",${holdOf(holdId)},`
    const after = heldAfter === 0n ? '","0"]' : `","${heldAfter}"]`
    postings += `${postings === '' ? '[' : ',['}${quoted(account)},"${posted}",${reserved}"${postedAfter}${after}`
  }
  const { seq, id, kind, at, actor, reference } = entry
  const head = `"${entryDomain}","${seq}","${previousHash}",${quoted(id)},${quoted(kind)},${at},${quoted(actor)}`
  return `[${head},${quoted(reference)},${detailsText(entry.details)},[${postings}]]`
}

const noHold = '"0",null,'
const holdOf = (holdId: string | undefined): string => (holdId === undefined ? 'null' : quoted(holdId))

const plainText = /^[A-Za-z0-9_:.&*/-]*$/

/** A JSON text. Nearly all are identifiers without anything to escape. */
function quoted(text: string): string {
  return plainText.test(text) ? `"${text}"` : JSON.stringify(text)
}

function detailsText(details: Readonly<Record<string, string>>): string {
  const keys = Object.keys(details).sort()
  return `{${keys.map((key) => `${quoted(key)}:${quoted(details[key] ?? '')}`).join(',')}}`
}

/** Whether two entries say the same, whatever their numbers and balances after: what "the same id again" must mean. */
export function sameContent(a: JournalEntry, b: JournalEntry): boolean {
  return contentText(a) === contentText(b)
}

function contentText(entry: JournalEntry): string {
  return entryPreimage('', {
    ...entry,
    seq: 0n,
    postings: entry.postings.map((posting) => ({ ...posting, postedAfter: 0n, heldAfter: 0n })),
  })
}
