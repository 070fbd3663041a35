// Checks a log that a customer keeps. Shares no code with what writes one: it was written from docs/decisions/0074 and
// platform/ledger/domain/acts/README.md alone.
import { actOf, followWay, hex, must, parse, readHead, sha256Text, Unsound } from './verifier.mjs'

const columnsBefore = 'seq,at,action,actor,subject,payload,previous,hash,chain'
const columnsNow = `${columnsBefore},act,way`

/** Whether a file is such a log. @param {string} text */
export const isLogFile = (text) => text.includes(columnsBefore)

/**
 * Checks a log: what each record says has its fingerprint, none was left out between two that are there, and each that is an
 * act of the journal and has a path leads to a root the house signed.
 * @param {string} text the file
 * @param {{ key?: string }} [known] the house's key, from elsewhere
 * @returns {Promise<{ ok: boolean, lines: string[], problem?: string }>}
 */
export async function verifyLogFile(text, known = {}) {
  const lines = []
  try {
    const rows = rowsOf(text)
    const start = rows.findIndex((row) => row.join() === columnsNow || row.join() === columnsBefore)
    must(start >= 0, 'this is not a log')
    const records = rows.slice(start + 1).filter((row) => row.length > 1)
    const heads = new Map()
    let [chain, last, followed] = ['0'.repeat(64), 0n, 0]
    for (const row of records) {
      const [seq, , , , , payload, previous, hash, kept, act = '', way = ''] = row
      must(row.length === rows[start].length, `record ${seq}: a line is not whole`)
      must(/^[1-9][0-9]{0,17}$/.test(seq) && BigInt(seq) > last, `record ${seq}: it is out of order`)
      last = BigInt(seq)
      if (act === '') {
        const made = await sha256Text(`bolsillo.audit.record.1\n${seq}\n${previous}\n${payload}`)
        must(made === hash, `record ${seq}: its text was changed`)
      } else {
        must(payload === '' && previous === '', `record ${seq}: it is written in two ways`)
        followed += await followRecord({ seq, hash, act, way }, heads, known)
      }
      chain = await sha256Text(`bolsillo.audit.own.1\n${chain}\n${seq}\n${hash}`)
      must(chain === kept, `record ${seq}: it, or one before it, is not what was kept`)
    }
    lines.push(`${records.length} records, each as it was hashed`)
    const unsure = known.key === undefined ? ' (compare it with the one you know)' : ''
    for (const { size, at, key } of heads.values())
      lines.push(
        `the journal of ${size} entries was signed at ${new Date(at).toISOString()} with the key ${key}${unsure}`,
      )
    lines.push(`${followed} records are in it; those from before acts have no path`)
    return { ok: true, lines }
  } catch (error) {
    if (error instanceof Unsound) return { ok: false, lines, problem: error.message }
    throw error
  }
}

/** @returns how many were followed: one, or none where there is no path. */
async function followRecord({ seq, hash, act: written, way: text }, heads, known) {
  const { act, hash: made } = await actOf(written, `record ${seq}: its act`)
  must(hex(made) === hash, `record ${seq}: its act was changed`)
  must(
    act.kind === 'audit' && act.postings.length === 0 && String(act.payload.get('number')) === seq,
    `record ${seq}: its act is of another record`,
  )
  if (text === '') return 0
  const way = parse(text, `record ${seq}: its path`)
  must(typeof way === 'object' && way !== null, `record ${seq}: its path is not readable`)
  const name = JSON.stringify(way.head)
  const head = heads.get(name) ?? (await readHead(way.head, known))
  heads.set(name, head)
  await followWay(`record ${seq}`, way, { seq: String(act.number), hash: made }, head)
  return 1
}

/** The cells of RFC 4180. */
function rowsOf(text) {
  const rows = [[]]
  const cells = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/gy
  for (const [, cell, end] of text.replace(/^\ufeff/, '').matchAll(cells)) {
    rows.at(-1).push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (end === '') break
    if (end !== ',') rows.push([])
  }
  return rows
}
