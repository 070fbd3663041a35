import { createHash } from 'node:crypto'
import type { BooksRead } from '../books-store.ts'
import type { Findings } from '../finding.ts'
import { type KeptTable, keptTables } from '../kept-tables.ts'
import type { DecodedAct } from './decode-acts.ts'
import { type KeptRow, readKeptRows, readTables, readWaitingActs } from './rows-store.ts'

/** What acts say of rows that decide something, as far as they were followed. */
export interface RowActs {
  /** Takes an act of the journal. @returns whether it is one of a row. */
  readonly take: (act: DecodedAct) => boolean
  /** By table and name of the row its last commitment, 64 hex digits; rows that are gone are not there. */
  readonly last: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Acts nobody gave a cause, and the highest record of the audit that is named as one. */
  readonly uncaused: () => readonly string[]
  readonly lastRecord: () => bigint
  /** Takes one that waits. */
  readonly wait: (act: RowAct) => void
}

interface RowAct {
  readonly what: string
  /** When it was sealed; undefined while it waits. */
  readonly at?: bigint
  readonly kind: string
  readonly table: string
  readonly key: string
  readonly by: string | undefined
  readonly commitment: string | undefined
}

const queuedMsMax = 10_000n
const causeShape = /^(?:audit:[1-9]\d*|(?:job|call|event|start|migration|demo):[^\p{Cc}]{1,160})$/u

/** Follows the acts of rows. */
export function followRowActs(findings: Findings): RowActs {
  const last = new Map<string, Map<string, string>>()
  const uncaused: string[] = []
  let lastRecord = 0n
  const noteStay = followStays(findings)
  const follow = (act: RowAct): void => {
    const { what, kind, table, key, by, commitment } = act
    noteStay(act)
    if (keptTables[table] === undefined) findings.add('I8', `${what} is of ${table}, whose rows leave no acts`)
    const rows = last.get(table) ?? new Map<string, string>()
    last.set(table, rows)
    if (keptTables[table]?.isForGood === true) {
      const before = rows.get(key)
      const isAnew = before === commitment || by?.startsWith('migration:') === true
      if (commitment === undefined) findings.add('I8', `${what}: ${table} ${key} was removed, and is for good`)
      else if (before !== undefined && !isAnew)
        findings.add('I8', `${what}: ${table} ${key} was changed, and is for good`)
    }
    if (commitment !== undefined) rows.set(key, commitment)
    else if (!rows.delete(key)) findings.add('I8', `${what}: ${table} ${key} is gone, and was never there`)
    if (by === undefined || !causeShape.test(by))
      uncaused.push(`${what}: ${table} ${key} was ${kind === 'row-kept' ? 'written' : 'removed'} by nobody knows what`)
    else if (by.startsWith('audit:') && BigInt(by.slice(6)) > lastRecord) lastRecord = BigInt(by.slice(6))
  }
  return {
    last,
    uncaused: () => uncaused,
    lastRecord: () => lastRecord,
    wait: follow,
    take: (act) => {
      if (act.kind !== 'row-kept' && act.kind !== 'row-removed') return false
      const [key, by, commitment] = [act.payload.get('key'), act.payload.get('by'), act.payload.get('commitment')]
      const isKept = act.kind === 'row-kept'
      const known = 1 + (by === undefined ? 0 : 1) + (isKept ? 1 : 0)
      const isShaped =
        typeof key === 'string' &&
        (by === undefined || typeof by === 'string') &&
        (isKept ? commitment instanceof Uint8Array && commitment.length === 32 : commitment === undefined) &&
        act.payload.size === known &&
        act.postings.length === 0 &&
        /^act:[1-9]\d*$/.test(act.cause)
      if (!isShaped) {
        findings.add('I8', `act ${act.number} (${act.kind}) says nothing of a row`)
        return true
      }
      const made = commitment instanceof Uint8Array ? Buffer.from(commitment).toString('hex') : undefined
      const own = by === undefined ? undefined : String(by)
      follow({
        what: `act ${act.number}`,
        at: act.at,
        kind: act.kind,
        table: act.subject,
        key,
        by: own,
        commitment: made,
      })
      return true
    },
  }
}

/** Rows that leave in time: each was written last long before. What a migration commits to anew was written before it. */
function followStays(findings: Findings): (act: RowAct) => void {
  const written = new Map<string, bigint>()
  return ({ what, at, table, key, by, commitment }) => {
    const stays = keptTables[table]?.staysMs
    if (stays === undefined || at === undefined || by?.startsWith('migration:') === true) return
    const name = `${table} ${key}`
    if (commitment !== undefined) {
      written.set(name, at)
      return
    }
    const since = written.get(name)
    written.delete(name)
    if (since !== undefined && at - since < stays)
      findings.add('I8', `${what}: ${name} was removed ${at - since} ms after it was written`)
  }
}

export interface RowCheck {
  /** Made up by a test: nobody moves what waits into the journal, and rows are written without a cause. */
  readonly isFixture: boolean
  /** The last record of the audit. */
  readonly lastRecord: bigint
}

/**
 * I8 of what decides: every row is what its last act says, none is gone or there without one, each act says what made it
 * happen, and none waits long for its number while a server is at work.
 */
export async function checkRows(
  read: BooksRead,
  acts: RowActs,
  { isFixture, lastRecord }: RowCheck,
  findings: Findings,
): Promise<void> {
  for (const { place, waitedMs, ...act } of await readWaitingActs(read)) {
    if (act.kind.startsWith('row-')) acts.wait({ what: `act at place ${place}`, ...act })
    if (!isFixture && waitedMs !== undefined && waitedMs > queuedMsMax)
      findings.add('I8', `the act at place ${place} has waited for its number for ${waitedMs} ms`)
  }
  if (!isFixture) for (const what of acts.uncaused()) findings.add('I8', what)
  if (acts.lastRecord() > lastRecord)
    findings.add(
      'I8',
      `rows were written because of record ${acts.lastRecord()} of the audit, which ends at ${lastRecord}`,
    )
  const there = await readTables(read)
  for (const [table, kept] of Object.entries(keptTables)) {
    const left = new Map(acts.last.get(table))
    if (there.has(table))
      for await (const row of readKeptRows(read, table, kept)) checkRow(table, kept, row, left, findings)
    for (const name of left.keys()) findings.add('I8', `${table} ${name} is gone, and no act says so`)
  }
}

/** Compares a row with its last commitment, which is taken from those that are left. */
function checkRow(
  table: string,
  kept: KeptTable,
  { key, body, salt }: KeptRow,
  left: Map<string, string>,
  findings: Findings,
): void {
  if (salt === undefined) {
    findings.add('I8', `${table} ${key} was written without an act: it has no salt`)
    return
  }
  const hashed = (text: string): string => createHash('sha256').update(salt).update(text).digest('hex')
  const name = kept.hasPersonalKey === true ? hashed(`key ${key}`) : key
  const committed = left.get(name)
  left.delete(name)
  if (committed === undefined) findings.add('I8', `${table} ${key} was written without an act`)
  else if (committed !== hashed(body)) findings.add('I8', `${table} ${key} is not what its last act says`)
}
