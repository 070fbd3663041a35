import { auditGenesis, auditPreimage } from './audit-record.ts'

// A customer's own log as a file they keep. Each line holds what was hashed, so its hash can be made again by anybody; and
// each holds a chain of the customer's own lines, so that one left out or changed later shows beside an older file.

/** A record of somebody's, as it was hashed. */
export interface OwnRecord {
  readonly seq: string
  /** The canonical JSON of the act. */
  readonly payload: string
  /** The hash of the record before it, whoever's that is; 64 hex digits. */
  readonly previous: string
  readonly hash: string
}

/** A line of the file: a record and the chain over the owner's records up to it. */
export interface OwnLine extends OwnRecord {
  readonly chain: string
}

/** SHA-256 of a text, 64 hex digits. */
export type HashText = (text: string) => Promise<string>

const ownDomain = 'bolsillo.audit.own.1'

/** Chains the owner's records, oldest first. */
export async function chainOwn(records: readonly OwnRecord[], hash: HashText): Promise<readonly OwnLine[]> {
  const lines: OwnLine[] = []
  let chain = auditGenesis
  for (const record of records) {
    chain = await hash(`${ownDomain}\n${chain}\n${record.seq}\n${record.hash}`)
    lines.push({ ...record, chain })
  }
  return lines
}

export type OwnLogFault = 'order' | 'hash' | 'gap' | 'chain'

/** What is wrong with lines, and with which; undefined when every hash can be made again from what the line says. */
export async function checkOwn(
  lines: readonly OwnLine[],
  hash: HashText,
): Promise<{ readonly fault: OwnLogFault; readonly seq: string } | undefined> {
  const chained = await chainOwn(lines, hash)
  let before: OwnLine | undefined
  for (const [index, line] of lines.entries()) {
    const { seq, payload, previous } = line
    if (!/^[1-9][0-9]{0,17}$/.test(seq) || (before !== undefined && BigInt(seq) <= BigInt(before.seq))) {
      return { fault: 'order', seq }
    }
    if ((await hash(auditPreimage(BigInt(seq), previous, payload))) !== line.hash) return { fault: 'hash', seq }
    const isNext = before !== undefined && BigInt(before.seq) + 1n === BigInt(seq)
    if (isNext && before?.hash !== previous) return { fault: 'gap', seq }
    if (chained[index]?.chain !== line.chain) return { fault: 'chain', seq }
    before = line
  }
  return undefined
}

/** The first line of an older file that the log of today does not have in its place; undefined when it has them all. */
export function missingSince(older: readonly OwnLine[], today: readonly OwnLine[]): string | undefined {
  return older.find((line, index) => today[index]?.chain !== line.chain)?.seq
}

export const ownLogHead = ['seq', 'at', 'action', 'actor', 'subject', 'payload', 'previous', 'hash', 'chain'] as const

/** The cells of a line, in the order of the head. */
export function ownLogCells(line: OwnLine): readonly string[] {
  const { at, action, actor, subject } = JSON.parse(line.payload) as Record<string, string | number>
  const when = new Date(Number(at)).toISOString()
  return [
    line.seq,
    when,
    String(action),
    String(actor),
    String(subject),
    line.payload,
    line.previous,
    line.hash,
    line.chain,
  ]
}

/** The lines of a file somebody kept; undefined when it is none of ours. */
export function readOwnLog(csv: string): readonly OwnLine[] | undefined {
  const rows = readRows(csv)
  const start = rows.findIndex((row) => row.join() === ownLogHead.join())
  if (start < 0) return undefined
  const place = (name: (typeof ownLogHead)[number]): number => ownLogHead.indexOf(name)
  const body = rows.slice(start + 1).filter((row) => row.length > 1)
  if (body.some((row) => row.length !== ownLogHead.length)) return undefined
  return body.map((row) => ({
    seq: row[place('seq')] ?? '',
    payload: row[place('payload')] ?? '',
    previous: row[place('previous')] ?? '',
    hash: row[place('hash')] ?? '',
    chain: row[place('chain')] ?? '',
  }))
}

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
