import { hash } from 'node:crypto'
import {
  type BooksRead,
  readAuditCount,
  readAuditHead,
  readAuditIndex,
  readAuditRecords,
  readWaitingRecords,
} from '../books-store.ts'
import type { Findings } from '../finding.ts'
import type { DecodedAct, DecodedValue } from './decode-acts.ts'
import { noHash } from './entry-hash.ts'

/** What acts say of the audit, as far as they were followed. */
export interface AuditActs {
  /** Takes an act of the journal. @returns whether it is one of the audit. */
  readonly take: (act: DecodedAct) => boolean
  /** Takes a record that waits for the number of its act. */
  readonly wait: (record: Recorded | Ended) => void
  /** By number of a record of the chain the hash it was named with. */
  readonly chained: ReadonlyMap<bigint, string>
  /** By number of a record since then, how it is to be found. */
  readonly found: ReadonlyMap<bigint, string>
  /** The number of the last record. */
  readonly last: () => bigint
}

interface Recorded {
  readonly what: string
  readonly record: bigint
  readonly place: string
  readonly at: bigint
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly details: ReadonlyMap<string, string>
}

/** The end of the chain of records from before they were acts. */
interface Ended {
  readonly what: string
  readonly record: bigint
  /** 64 hex digits. */
  readonly hash: string
}

/** A row of the index as one text. */
const writeFound = (...columns: readonly string[]): string => hash('sha256', JSON.stringify(columns), 'base64')

/** Follows the acts of the audit: records are numbered without gaps, behind those of the chain. */
export function followAudit(findings: Findings): AuditActs {
  const [chained, found] = [new Map<bigint, string>(), new Map<bigint, string>()]
  let last = 0n
  const follow = ({ what, record, place, at, actor, action, subject, details }: Recorded): void => {
    last += 1n
    if (record !== last) findings.add('I8', `${what} is record ${record} of the audit, where ${last} is missing`)
    last = record
    const text = JSON.stringify({
      ...{ action, actor, at: Number(at) },
      ...{ details: Object.fromEntries([...details].sort(([a], [b]) => (a < b ? -1 : 1))), subject },
    })
    found.set(record, writeFound(place, actor, action, subject, hash('sha256', text, 'hex')))
  }
  const followHead = ({ what, record, hash: text }: Ended): void => {
    // Earlier versions named each end once; the one that ends the chain names it once more.
    if (found.size > 0 || (record <= last && chained.get(record) !== text))
      findings.add('I8', `${what} names record ${record} of the audit out of turn`)
    last = record
    chained.set(record, text)
  }
  return {
    ...{ chained, found, last: () => last },
    wait: (one) => ('hash' in one ? followHead(one) : follow(one)),
    take: ({ number, at, kind, actor, subject, payload, cause, postings }) => {
      if (postings.length > 0 || (kind !== 'audit' && kind !== 'audit-head')) return false
      const what = `act ${number}`
      const [record, ended, action] = [payload.get('number'), payload.get('hash'), payload.get('action')]
      const details = pairsOf(payload.get('details'))
      if (typeof record === 'bigint' && kind === 'audit-head' && ended instanceof Uint8Array && payload.size === 2) {
        if (cause !== `audit:${record}` && !waited.test(cause))
          findings.add('I8', `${what} names record ${record} of the audit out of turn`)
        followHead({ what, record, hash: Buffer.from(ended).toString('hex') })
        return true
      }
      const isShaped = kind === 'audit' && payload.size === 3 && waited.test(cause) && details !== undefined
      if (isShaped && typeof record === 'bigint' && typeof action === 'string')
        follow({ what, record, place: cause.slice(4), at, actor, action, subject, details })
      else findings.add('I8', `${what} (${kind}) is no record`)
      return true
    },
  }
}

const waited = /^act:[1-9]\d*$/

/** Names and values of details; undefined when they are anything else. */
function pairsOf(value: DecodedValue | undefined): ReadonlyMap<string, string> | undefined {
  if (!Array.isArray(value)) return undefined
  const pairs = new Map<string, string>()
  for (const pair of value) {
    const [name, text, ...others] = Array.isArray(pair) ? pair : []
    if (typeof name !== 'string' || typeof text !== 'string' || others.length > 0) return undefined
    pairs.set(name, text)
  }
  return pairs.size === value.length ? pairs : undefined
}

/**
 * I8 of the audit: every record is an act, or waits to be one, and is found by whom, about whom and what it says; and the
 * chain of records from before acts is as the journal names it. @returns the number of the last record.
 */
export async function checkAudit(read: BooksRead, acts: AuditActs, findings: Findings): Promise<bigint> {
  for (const { place, number, actor, subject, payload, ended } of await readWaitingRecords(read)) {
    const [what, record] = [`the act at place ${place}`, BigInt(number)]
    if (payload === null) {
      acts.wait({ what, record, hash: ended ?? '' })
      continue
    }
    const written = readPayload(payload)
    if (written === undefined) findings.add('I8', `${what} is no record of the audit`)
    else acts.wait({ what, record, place, actor, subject, ...written })
  }
  let count = 0
  for await (const { seq, place, actor, action, subject, digest } of readAuditIndex(read)) {
    const wanted = acts.found.get(seq)
    if (wanted === undefined) findings.add('I8', `record ${seq} of the audit is in its index and in no act`)
    else if (wanted !== writeFound(place, actor, action, subject, digest))
      findings.add('I8', `record ${seq} of the audit is not what its index says`)
    count += wanted === undefined ? 0 : 1
  }
  if (count !== acts.found.size)
    findings.add('I8', `${acts.found.size - count} records of the audit are acts and not in its index`)
  const records = await readAuditCount(read)
  if (records !== acts.last())
    findings.add('I8', `the audit says it has ${records} records, its last act is ${acts.last()}`)
  await checkChain(read, acts.chained, findings)
  return acts.last()
}

/** What a record that waits says, besides who and about whom; undefined when that is no record. */
function readPayload(text: string): Pick<Recorded, 'at' | 'action' | 'details'> | undefined {
  const [, action, at, names] =
    /^\{"action":("[^"]*"),"actor":"[^"]*","at":(\d{1,15}),"details":(\{.*\}),"subject":"[^"]*"\}$/s.exec(text) ?? []
  try {
    const pairs = Object.entries(JSON.parse(names ?? '') as Record<string, unknown>)
    const details = new Map(pairs.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
    return details.size === pairs.length
      ? { at: BigInt(at ?? ''), action: String(JSON.parse(action ?? '')), details }
      : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Each hash is over the number, the hash before and the content, the chain ends where it says, and is as acts name it. */
async function checkChain(read: BooksRead, named: ReadonlyMap<bigint, string>, findings: Findings): Promise<void> {
  let [last, before] = [0n, noHash]
  for await (const { seq, payload, hash: kept } of readAuditRecords(read)) {
    if (seq !== last + 1n) findings.add('I8', `record ${last + 1n} of the audit is missing: the next one is ${seq}`)
    const made = hash('sha256', `bolsillo.audit.record.1\n${seq}\n${before}\n${payload}`, 'hex')
    if (made !== kept) findings.add('I8', `record ${seq} of the audit does not have the hash of its content`)
    const wanted = named.get(seq)
    if (wanted !== undefined && wanted !== kept)
      findings.add('I8', `the journal names record ${seq} of the audit as ${wanted}, it is ${kept}`)
    ;[last, before] = [seq, kept]
  }
  for (const seq of named.keys())
    if (seq > last) findings.add('I8', `the journal names record ${seq} of the audit, whose chain ends at ${last}`)
  const head = await readAuditHead(read)
  if (head?.seq !== last || head.hash !== before)
    findings.add('I8', `the head of the audit says ${head?.seq} ${head?.hash}, it ends at ${last} ${before}`)
}
