import type { z } from '@bolsillo/contract'
import type { ownRecordShape } from '../contract/own-shape.ts'
import { auditGenesis, auditPreimage, fieldsOf, parseAuditPayload } from './audit-record.ts'

// A customer's own log as a file they keep. Each line holds what was hashed, so its hash can be made again by anybody; each
// holds a chain of the customer's own lines, so that one left out or changed later shows beside an older file; and an act of
// the journal has its way to a signed head.

/** A record of somebody's, as it was hashed. */
export type OwnRecord = z.output<typeof ownRecordShape>
/** A head of the journal, as it was signed; whoever follows it looks whether it is one. */
type SignedHead = Readonly<Record<string, unknown>>

/** A line of the file: a record, the head its way leads to, and the chain over the owner's records up to it. */
export interface OwnLine extends OwnRecord {
  readonly head?: SignedHead | undefined
  readonly chain: string
}

/** What an act of the journal says of a record. */
export interface OwnAct {
  readonly seq: bigint
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly at: number
  readonly actor: string
  readonly action: string
  readonly subject: string
}

/** What lines are read with. */
export interface OwnReader {
  /** SHA-256, 64 hex digits. */
  readonly hash: (of: string | Uint8Array<ArrayBuffer>) => Promise<string>
  /** The record an act is, given its bytes in hex; undefined when it is none. */
  readonly readAct: (act: string) => OwnAct | undefined
}

const ownDomain = 'bolsillo.audit.own.1'

/** Chains the owner's records, oldest first. */
export async function chainOwn(
  records: readonly Omit<OwnLine, 'chain'>[],
  { hash }: Pick<OwnReader, 'hash'>,
): Promise<readonly OwnLine[]> {
  const lines: OwnLine[] = []
  let chain = auditGenesis
  for (const record of records) {
    chain = await hash(`${ownDomain}\n${chain}\n${record.seq}\n${record.hash}`)
    lines.push({ ...record, chain })
  }
  return lines
}

type OwnLogFault = 'order' | 'hash' | 'gap' | 'chain'

/** What is wrong with lines, and with which; undefined when every hash can be made again from what the line says. */
export async function checkOwn(
  lines: readonly OwnLine[],
  reader: OwnReader,
): Promise<{ readonly fault: OwnLogFault; readonly seq: string } | undefined> {
  const chained = await chainOwn(lines, reader)
  let before: OwnLine | undefined
  for (const [index, line] of lines.entries()) {
    const { seq, previous } = line
    if (!/^[1-9][0-9]{0,17}$/.test(seq) || (before !== undefined && BigInt(seq) <= BigInt(before.seq))) {
      return { fault: 'order', seq }
    }
    if ((await hashOf(line, reader)) !== line.hash) return { fault: 'hash', seq }
    const isNext = before !== undefined && BigInt(before.seq) + 1n === BigInt(seq)
    if (isNext && previous !== undefined && before?.hash !== previous) return { fault: 'gap', seq }
    if (chained[index]?.chain !== line.chain) return { fault: 'chain', seq }
    before = line
  }
  return undefined
}

/** The hash of what a line says; undefined when that is no record of its number. */
async function hashOf(
  { seq, act, payload, previous }: OwnLine,
  { hash, readAct }: OwnReader,
): Promise<string | undefined> {
  if (act === undefined)
    return payload === undefined || previous === undefined
      ? undefined
      : await hash(auditPreimage(BigInt(seq), previous, payload))
  // Of two that could say different things, neither is believed.
  const read = payload === undefined && previous === undefined ? readAct(act) : undefined
  return read === undefined || String(read.seq) !== seq ? undefined : await hash(read.bytes)
}

/** The first line of an older file that the log of today does not have in its place; undefined when it has them all. */
export function missingSince(older: readonly OwnLine[], today: readonly OwnLine[]): string | undefined {
  return older.find((line, index) => today[index]?.chain !== line.chain)?.seq
}

const earlierHead = ['seq', 'at', 'action', 'actor', 'subject', 'payload', 'previous', 'hash', 'chain'] as const
export const ownLogHead = [...earlierHead, 'act', 'way'] as const

/** The cells of a line, in the order of the head. */
export function ownLogCells(line: OwnLine, { readAct }: Pick<OwnReader, 'readAct'>): readonly string[] {
  const { payload = '', previous = '', act = '', way, head } = line
  // What cannot be read is kept as it is: the file is the evidence.
  const read = act === '' ? parseAuditPayload(payload) : readAct(act)
  const { action = '', actor = '', subject = '' } = read ?? {}
  const when = read === undefined ? '' : new Date(read.at).toISOString()
  const lead = way === undefined || head === undefined ? '' : JSON.stringify({ ...way, head })
  return [line.seq, when, action, actor, subject, payload, previous, line.hash, line.chain, act, lead]
}

/** The lines of a file somebody kept; undefined when it is none of ours. Earlier files have no acts. */
export function readOwnLog(csv: string): readonly OwnLine[] | undefined {
  const rows = readRows(csv)
  const start = rows.findIndex((row) => row.join() === ownLogHead.join() || row.join() === earlierHead.join())
  const width = rows[start]?.length
  if (width === undefined) return undefined
  const body = rows.slice(start + 1).filter((row) => row.length > 1)
  const lines = body.map((row) => (row.length === width ? readLine(row) : undefined))
  const known = lines.filter((line) => line !== undefined)
  return known.length === lines.length ? known : undefined
}

function readLine(row: readonly string[]): OwnLine | undefined {
  const cell = (name: (typeof ownLogHead)[number]): string => row[ownLogHead.indexOf(name)] ?? ''
  const base = { seq: cell('seq'), hash: cell('hash'), chain: cell('chain') }
  if (cell('act') === '') return { ...base, payload: cell('payload'), previous: cell('previous') }
  const line = { ...base, act: cell('act') }
  if (cell('way') === '') return line
  const lead = readWay(cell('way'))
  return lead === undefined ? undefined : { ...line, ...lead }
}

function readWay(text: string): Required<Pick<OwnLine, 'way' | 'head'>> | undefined {
  const { index, path, head } = fieldsOf(text)
  if (typeof index !== 'string' || !Array.isArray(path) || !isFields(head)) return undefined
  const steps = path.filter((step) => typeof step === 'string')
  return steps.length === path.length ? { way: { index, path: steps }, head } : undefined
}

const isFields = (value: unknown): value is SignedHead => typeof value === 'object' && value !== null

/** Rows and cells of RFC 4180. */
function readRows(csv: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  const text = csv.replace(/^\ufeff/, '')
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index]
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (text[index + 1] === '"') {
        cell += '"'
        index += 1
      } else quoted = false
    } else if (letter === '"') quoted = true
    else if (letter === ',' || letter === '\n') {
      rows.at(-1)?.push(cell)
      cell = ''
      if (letter === '\n') rows.push([])
    } else if (letter !== '\r') cell += letter
  }
  rows.at(-1)?.push(cell)
  return rows
}
