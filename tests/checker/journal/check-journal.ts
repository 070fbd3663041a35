import { hash } from 'node:crypto'
import {
  type AccountRow,
  type BlockRow,
  type BooksRead,
  type EntryRow,
  type OldBlock,
  readBlocks,
  readFiled,
  readNoted,
  readOldBlocks,
  readOldNoted,
} from '../books-store.ts'
import type { Findings } from '../finding.ts'
import { type AuditActs, followAudit } from './check-audit.ts'
import { followRowActs, type RowActs } from './check-rows.ts'
import { type DecodedAct, decodeActs } from './decode-acts.ts'
import { hashOfEntry, noHash } from './entry-hash.ts'

/** How the journal is kept: its chain, its numbers, the numbers of accounts, and the indexes over it. */
export interface Journal {
  /** The number and the head it ends with. */
  readonly last: bigint
  readonly head: string
  /** Which act gave an account its number. */
  readonly named: ReadonlyMap<number, bigint>
  /** What acts say of the audit. */
  readonly audit: AuditActs
  /** Acts that are no entries and are filed by their cause. */
  readonly notes: ReadonlyMap<string, { readonly seq: bigint }>
  /** How many acts say what was done to an order. */
  readonly orderActs: bigint
  /** What acts say of rows that decide something. */
  readonly rows: RowActs
  /** By how many milliseconds the clock was set back at most: an act with an earlier time than one before it shows that. */
  readonly setBackMs: bigint
}

interface Walk {
  readonly findings: Findings
  readonly nameOf: (no: number) => string
  readonly take: (entry: EntryRow) => void
  readonly oldNoted: (first: bigint, posted: ReadonlySet<number>) => Promise<void>
  /** By account the acts that posted to it. */
  readonly posted: Map<number, number[]>
  readonly named: Map<number, bigint>
  readonly audit: AuditActs
  readonly notes: Map<string, { readonly seq: bigint }>
  /** How many acts say what was done to an order. */
  orderActs: bigint
  readonly rows: RowActs
  readonly times: {
    latest: bigint
    /** By whoever acted: by how much an act of theirs was earlier than one before it. */
    readonly back: Map<string, bigint>
    /** Customers whose past was made for the demonstration: written after what is later. */
    readonly seeded: Set<string>
  }
  /** The number the next act or entry must have, and the head it follows. */
  expected: bigint
  head: string
}

/**
 * I8: goes through the journal from its first entry, the blocks from before acts and then the blocks of acts, and hands over
 * every entry in order. Each block has the head that its bytes and the head before it make, acts are numbered without gaps,
 * they begin where the block says, and every account got its number before it was used.
 */
export async function checkJournal(
  read: BooksRead,
  accounts: ReadonlyMap<number, AccountRow>,
  findings: Findings,
  take: (entry: EntryRow) => void,
): Promise<Journal> {
  const nameOf = (no: number): string => accounts.get(no)?.id ?? `account ${no}`
  const index = createOldNotedCheck(readOldNoted(read), nameOf, findings)
  const walk: Walk = {
    findings,
    nameOf,
    take,
    oldNoted: index.check,
    posted: new Map(),
    named: new Map(),
    audit: followAudit(findings),
    notes: new Map(),
    orderActs: 0n,
    rows: followRowActs(findings),
    times: { latest: 0n, back: new Map(), seeded: new Set() },
    expected: 1n,
    head: noHash,
  }
  for await (const block of readOldBlocks(read)) await takeOldBlock(walk, block)
  for await (const block of readBlocks(read)) await takeBlock(walk, block)
  await index.end()
  await checkNoted(read, walk)
  for (const { no, namedSeq } of accounts.values())
    if (namedSeq !== walk.named.get(no))
      findings.add(
        'I8',
        `${nameOf(no)} got its number in act ${namedSeq} by its balance, ${walk.named.get(no)} by the journal`,
      )
  const { expected, head, named, audit, notes, orderActs, rows, times } = walk
  let setBackMs = 0n
  for (const [actor, back] of times.back) if (back > setBackMs && !times.seeded.has(actor)) setBackMs = back
  return { last: expected - 1n, head, named, audit, notes, orderActs, rows, setBackMs }
}

async function takeOldBlock(walk: Walk, block: OldBlock): Promise<void> {
  const { findings, nameOf } = walk
  for (const row of block.strays) findings.add('I1', `posting ${row.line} of entry ${row.seq} belongs to no entry`)
  const posted = new Set<number>()
  for (const { hash: kept, ...entry } of block.entries) {
    if (entry.seq !== walk.expected)
      findings.add('I8', `entry ${walk.expected} is missing: the next one is ${entry.seq}`)
    if (hashOfEntry(entry, walk.head, nameOf) !== kept)
      findings.add('I8', `entry ${entry.seq} (${entry.id}) does not have the hash of its content`)
    for (const { accountNo } of entry.postings) posted.add(accountNo)
    walk.take(entry)
    walk.head = kept
    walk.expected = entry.seq + 1n
  }
  await walk.oldNoted(block.first, posted)
}

const domain = Buffer.from('bolsillo.block.1')

/** The head of a block: SHA-256 of the name of the format, the head before and the SHA-256 of the block's bytes. */
export function headOfBlock(before: string, body: Uint8Array): string {
  return hash('sha256', Buffer.concat([domain, Buffer.from(before, 'hex'), hash('sha256', body, 'buffer')]), 'hex')
}

async function takeBlock(walk: Walk, block: BlockRow): Promise<void> {
  const { findings } = walk
  const { first, last, places, body } = block
  if (headOfBlock(walk.head, body) !== block.head)
    findings.add('I8', `block ${first} does not have the head of its content`)
  walk.head = block.head
  if (first !== walk.expected)
    findings.add('I8', `act ${walk.expected} is missing: the next block begins with ${first}`)
  walk.expected = first
  const decoded = decodeActs(body)
  if (!decoded.ok) {
    findings.add('I8', `block ${first} cannot be read: ${decoded.problem}`)
    walk.expected = last + 1n
    return
  }
  for (const [place, act] of decoded.acts.entries()) {
    if (act.number !== walk.expected)
      findings.add('I8', `act ${walk.expected} is missing: the next one is ${act.number}`)
    walk.expected = act.number + 1n
    if (places.length < 4 * place + 4 || places.readUInt32BE(4 * place) !== decoded.starts[place])
      findings.add('I8', `act ${act.number} does not begin where block ${first} says`)
    takeAct(walk, act)
    notePostings(walk.posted, act)
  }
  if (last !== walk.expected - 1n || places.length !== 4 * decoded.acts.length)
    findings.add(
      'I8',
      `block ${first} says it ends with ${last} of ${places.length / 4}, its acts with ${walk.expected - 1n}`,
    )
}

function notePostings(posted: Map<number, number[]>, { number, postings }: DecodedAct): void {
  const act = Number(number)
  for (const { account } of postings) {
    const known = posted.get(account)
    if (known === undefined) posted.set(account, [act])
    else if (known.at(-1) !== act) known.push(act)
  }
}

const entryId = /^ent_[0-9A-HJKMNP-TV-Z]{26}$/

function takeAct(walk: Walk, act: DecodedAct): void {
  const { findings, named, nameOf } = walk
  if (act.kind === 'account' && act.postings.length === 0) {
    takeNaming(walk, act)
    return
  }
  if (act.kind === 'order' && act.postings.length === 0 && act.cause === '') {
    walk.orderActs += 1n
    return
  }
  noteTime(walk, act)
  if (walk.rows.take(act) || walk.audit.take(act)) {
    if (walk.notes.has(act.cause)) findings.add('I8', `act ${act.number} repeats ${act.cause}`)
    walk.notes.set(act.cause, { seq: act.number })
    return
  }
  if (!entryId.test(act.cause))
    findings.add('I8', `act ${act.number} (${act.kind}) is no entry and gives no account a number: ${act.cause}`)
  for (const { account } of act.postings)
    if (!named.has(account))
      findings.add('I8', `act ${act.number} moves ${nameOf(account)}, which no act gave a number`)
  walk.take(entryOf(act))
}

/** Notes how much earlier an act is than one before it, by who did it; and whose past was made for the demonstration. */
function noteTime({ times, nameOf }: Walk, { at, actor, payload, postings }: DecodedAct): void {
  if (payload.has('seed')) {
    for (const { account } of postings) times.seeded.add(nameOf(account).split(':')[0] ?? '')
    return
  }
  if (at > times.latest) times.latest = at
  const back = times.latest - at
  if (back > (times.back.get(actor) ?? 0n)) times.back.set(actor, back)
}

/** An act that gives an account its number: one account each, and the one that has the number where names are kept. */
function takeNaming({ findings, named, nameOf }: Walk, { number, payload, subject }: DecodedAct): void {
  const given = payload.get('number')
  if (typeof given !== 'bigint' || payload.size !== 1) {
    findings.add('I8', `act ${number} gives ${subject} no number`)
    return
  }
  const no = Number(given)
  if (named.has(no)) findings.add('I8', `act ${number} gives ${subject} the number ${no}, as act ${named.get(no)} did`)
  if (nameOf(no) !== subject)
    findings.add('I8', `act ${number} gives ${subject} the number ${no}, which ${nameOf(no)} has`)
  named.set(no, number)
}

function entryOf({
  number: seq,
  cause: id,
  kind,
  at,
  actor,
  subject: reference,
  payload,
  postings,
}: DecodedAct): EntryRow {
  const details: Record<string, string> = {}
  for (const [name, value] of payload) details[name] = typeof value === 'string' ? value : String(value)
  const rows = postings.map(({ account, hold, ...line }, at) => ({
    ...line,
    seq,
    line: at,
    accountNo: account,
    holdId: hold,
  }))
  return { seq, id, kind, at, actor, reference, details, postings: rows }
}

/** I8 of the index of accounts: of each it names the acts that posted to it, in their order, and each row by its last. */
async function checkNoted(read: BooksRead, { posted, nameOf, findings }: Walk): Promise<void> {
  const places = new Map<number, number>()
  for await (const { accountNo, last, acts } of readNoted(read)) {
    const own = posted.get(accountNo) ?? []
    const from = places.get(accountNo) ?? 0
    places.set(accountNo, from + acts.length)
    const wrong = acts.findIndex((act, at) => own[from + at] !== act)
    if (wrong >= 0)
      findings.add(
        'I8',
        `${nameOf(accountNo)} is noted in act ${acts[wrong]}, where act ${own[from + wrong]} posted to it`,
      )
    if (last !== undefined && last !== acts.at(-1))
      findings.add('I8', `${nameOf(accountNo)} is noted up to act ${last} in a row that ends with ${acts.at(-1)}`)
  }
  for (const [no, own] of posted) {
    const noted = places.get(no) ?? 0
    if (noted !== own.length) findings.add('I8', `${nameOf(no)} is noted in ${noted} acts, ${own.length} posted to it`)
  }
}

/** Compares the index of accounts with what the blocks from before acts posted, block by block in their order. */
function createOldNotedCheck(
  rows: ReturnType<typeof readOldNoted>,
  nameOf: (no: number) => string,
  findings: Findings,
) {
  let next: { readonly accountNo: number; readonly first: bigint } | undefined
  const advance = async (): Promise<void> => {
    const { value, done } = await rows.next()
    next = done === true ? undefined : value
  }
  let isBegun = false
  const strange = ({ accountNo, first }: { readonly accountNo: number; readonly first: bigint }): void =>
    findings.add('I8', `${nameOf(accountNo)} is noted in block ${first}, which did not post to it`)
  return {
    check: async (first: bigint, posted: ReadonlySet<number>): Promise<void> => {
      if (!isBegun) await advance()
      isBegun = true
      let seen = 0
      for (; next !== undefined && next.first <= first; await advance()) {
        if (next.first === first && posted.has(next.accountNo)) seen += 1
        else strange(next)
      }
      if (seen !== posted.size)
        findings.add('I8', `${posted.size - seen} accounts that block ${first} posted to are not noted there`)
    },
    end: async (): Promise<void> => {
      if (!isBegun) await advance()
      for (; next !== undefined; await advance()) strange(next)
    },
  }
}

/** I8 of the index of ids: every entry is filed once, where it is. */
export async function checkFiled(
  read: BooksRead,
  entries: ReadonlyMap<string, { readonly seq: bigint }>,
  findings: Findings,
): Promise<void> {
  let count = 0
  for await (const { id, seq } of readFiled(read)) {
    const own = entries.get(id)?.seq
    if (own !== seq) findings.add('I8', `${id} is filed as entry ${seq}, it is ${own}`)
    count += own === undefined ? 0 : 1
  }
  if (count !== entries.size) findings.add('I8', `${entries.size - count} entries are filed under no id`)
}
