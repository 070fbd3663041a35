// Checks a proof, a receipt or a log of Bolsillo. Shares no code with what makes one: it was written from docs/decisions/0030
// and 0044 and platform/ledger/domain/acts/README.md alone and needs nothing but WebCrypto, so it runs in Node and, copied
// into verify-proof.html with read-act.mjs, in any browser without a network.
import { NotAnAct, readAct } from './read-act.mjs'
import { isLogFile, verifyLogFile } from './verify-log.mjs'

const sumEnd = 2n ** 127n
const heightMin = 8
const heightMax = 30
export const hashShape = /^[0-9a-f]{64}$/
const unitsShape = /^(?:0|[1-9][0-9]{0,38})$/
const customerShape = /^[1-9][0-9]{7}$/
const keyShape = /^[A-Za-z0-9_-]{43}$/
const signatureShape = /^[A-Za-z0-9_-]{86}$/

/** What is wrong with a file, in words its owner understands. */
export class Unsound extends Error {}

/** @param {unknown} holds @param {string} problem */
export function must(holds, problem) {
  if (!holds) throw new Unsound(problem)
}

/**
 * Checks a file of any kind the app gives.
 * @param {string} text the file
 * @param {{ hash?: string, key?: string, customer?: string, balances?: Record<string, string> }} [known]
 * @returns {Promise<{ kind: 'proof' | 'receipt' | 'heads' | 'log', ok: boolean, lines: string[], problem?: string }>}
 */
export async function verifyFile(text, known = {}) {
  if (text.includes('"bolsillo.receipt-file.1"')) return { kind: 'receipt', ...(await verifyReceiptFile(text, known)) }
  if (text.includes('"bolsillo.two-heads.1"')) return { kind: 'heads', ...(await verifyTwoHeads(text, known)) }
  if (isLogFile(text)) return { kind: 'log', ...(await verifyLogFile(text, known)) }
  return { kind: 'proof', ...(await verifyProofFile(text, known)) }
}

/**
 * Checks a receipt: what each entry says leads over its hash and leaf, along its audit path, to a root the house signed,
 * and so does each act that names one of its accounts.
 * @param {string} text the file
 * @param {{ key?: string }} [known] the house's key, from elsewhere
 * @returns {Promise<{ ok: boolean, lines: string[], problem?: string }>}
 */
export async function verifyReceiptFile(text, known = {}) {
  const lines = []
  try {
    const file = readJson(text, 'the file')
    must(file.kind === 'bolsillo.receipt-file.1', 'this is not a receipt')
    must(Array.isArray(file.entries) && file.entries.length > 0, 'the receipt holds no entries')
    for (const entry of file.entries) lines.push(...(await followEntry(entry, known)))
    return { ok: true, lines }
  } catch (error) {
    if (error instanceof Unsound) return { ok: false, lines, problem: error.message }
    throw error
  }
}

async function followEntry(entry, known) {
  must(typeof entry === 'object' && entry !== null && typeof entry.entryId === 'string', 'an entry has no name')
  const { entryId, seq, hash, proof } = entry
  must(unitsShape.test(seq) && hashShape.test(hash), `${entryId}: it has no number or no fingerprint`)
  const { lines, names } = await readHashed(entry)
  must(typeof proof === 'object' && proof !== null, `${entryId}: there is no path`)
  const head = await readHead(proof.head, known)
  must(proof.size === head.size, `${entryId}: the path is of another tree than the one that was signed`)
  await followWay(entryId, proof, { seq, hash: unhex(hash) }, head)
  const ways = proof.names ?? []
  must(Array.isArray(ways) && ways.length === names.length, `${entryId}: not every name of an account has a path`)
  for (const [place, name] of names.entries())
    await followWay(`${entryId}: the name of ${name.account}`, ways[place], name, head)
  const when = new Date(head.at).toISOString()
  const unsure = known.key === undefined ? ' (compare it with the one you know)' : ''
  return [
    `entry ${seq} (${entryId}) is in the journal of ${head.size} entries signed at ${when} with the key ${head.key}${unsure}`,
    ...lines,
  ]
}

/** From a hash up to the root of the head, at the place its number says. */
export async function followWay(name, way, { seq, hash }, head) {
  must(typeof way === 'object' && way !== null && Array.isArray(way.path), `${name}: there is no path`)
  must(unitsShape.test(way.index), `${name}: the path names no place`)
  const [index, size] = [BigInt(way.index), BigInt(head.size)]
  must(index < size && String(index + 1n) === seq, `${name}: its place is not its number`)
  for (const step of way.path) must(hashShape.test(step), `${name}: a step has no hash`)
  const root = await rootFrom(await sha256(bytes([0], hash)), index, size, way.path, name)
  must(hex(root) === head.root, `${name}: it does not lead to the root that was signed`)
}

/** What an entry's fingerprint was taken of says: an act, or the text of an entry from before there were acts. */
async function readHashed(entry) {
  const { entryId, act, names, canonical } = entry
  if (canonical !== undefined) {
    must(act === undefined && names === undefined, `${entryId}: it is written in two ways`)
    return { lines: await readEntry(entry), names: [] }
  }
  if (act !== undefined) return await readActEntry(entry)
  must(names === undefined, `${entryId}: there are names and no act`)
  return { lines: ['  its text names another customer and is not in this file'], names: [] }
}

/** An entry as an act, its accounts by the names that earlier acts gave their numbers. */
async function readActEntry({ entryId, seq, hash, previousHash, act: text, names: given }) {
  const { act, hash: made } = await actOf(text, `${entryId}: its act`)
  must(hex(made) === hash, `${entryId}: its act was changed`)
  must(
    act.cause === entryId && String(act.number) === seq && previousHash === undefined,
    `${entryId}: its act is of another entry`,
  )
  must(Array.isArray(given), `${entryId}: there are no names of its accounts`)
  const byNumber = new Map()
  for (const one of given) {
    const name = await readName(one, entryId)
    must(BigInt(name.seq) < act.number, `${entryId}: an account was named after it`)
    must(!byNumber.has(name.number), `${entryId}: an account has two names`)
    byNumber.set(name.number, name)
  }
  const names = [...byNumber.values()]
  must(new Set(names.map(({ account }) => account)).size === names.length, `${entryId}: two accounts have one name`)
  const moved = new Set(act.postings.map(({ account }) => account))
  for (const number of moved) must(byNumber.has(number), `${entryId}: nothing names account ${number}`)
  must(moved.size === names.length, `${entryId}: an account is named that it does not move`)
  must(
    moved.size > 0 && [...act.payload.values()].every((value) => typeof value === 'string'),
    `${entryId}: its act is no entry`,
  )
  const sums = new Map()
  const moves = act.postings.map(({ account: number, posted, held, postedAfter, heldAfter }) => {
    const { account } = byNumber.get(number)
    const asset = account.split(':').slice(2).join(':')
    sums.set(asset, (sums.get(asset) ?? 0n) + posted)
    return `  ${account}: ${posted}, reserved ${held}; afterwards ${postedAfter}, ${heldAfter}`
  })
  for (const [asset, sum] of sums) must(sum === 0n, `${entryId}: it does not sum to zero in ${asset}`)
  const when = new Date(act.at).toISOString()
  return { lines: [`  ${act.kind}, ${when}, ${act.subject}; smallest units`, ...moves], names }
}

/** The account an act gave a number, with what leads from the act to the root. */
async function readName(given, entryId) {
  const { act, hash } = await actOf(given?.act, `${entryId}: a name of an account`)
  const { payload, postings, subject } = act
  const number = payload.get('number')
  must(
    act.kind === 'account' && postings.length === 0 && typeof number === 'bigint',
    `${entryId}: what names an account is another act`,
  )
  must(String(act.number) === given.seq, `${entryId}: what names an account has another number`)
  return { seq: given.seq, hash, number, account: subject }
}

/** An act written in hex, and its hash. */
export async function actOf(text, what) {
  must(typeof text === 'string' && /^(?:[0-9a-f]{2})+$/.test(text), `${what} is not readable`)
  try {
    const data = unhex(text)
    return { act: readAct(data), hash: await sha256(data) }
  } catch (error) {
    if (error instanceof NotAnAct) throw new Unsound(`${what} is not readable: ${error.message}`)
    throw error
  }
}

/** What the hashed text of an entry from before acts says. */
async function readEntry({ entryId, seq, hash, previousHash, canonical }) {
  must(typeof canonical === 'string' && (await sha256Text(canonical)) === hash, `${entryId}: its text was changed`)
  const fields = readArray(canonical, `${entryId}: its text`)
  must(fields[0] === 'bolsillo.ledger.entry.1' && Array.isArray(fields[9]), `${entryId}: its text is of another kind`)
  must(
    fields[1] === seq && fields[2] === previousHash && fields[3] === entryId,
    `${entryId}: its text is of another entry`,
  )
  const moves = fields[9].map(
    (line) => `  ${line[0]}: ${line[1]}, reserved ${line[2]}; afterwards ${line[4]}, ${line[5]}`,
  )
  return [`  ${fields[4]}, ${new Date(fields[5]).toISOString()}, ${fields[7]}; smallest units`, ...moves]
}

/** The root of a tree from one of its leaves: by the definition, from the top. */
async function rootFrom(leaf, index, size, path, name) {
  if (size === 1n) {
    must(path.length === 0, `${name}: the path is not as long as the tree is high`)
    return leaf
  }
  must(path.length > 0, `${name}: the path is not as long as the tree is high`)
  let half = 1n
  while (half * 2n < size) half *= 2n
  const [below, sibling] = [path.slice(0, -1), unhex(path.at(-1))]
  if (index < half) return await sha256(bytes([1], await rootFrom(leaf, index, half, below, name), sibling))
  return await sha256(bytes([1], sibling, await rootFrom(leaf, index - half, size - half, below, name)))
}

/** A head of the journal, read and its signature checked. */
export async function readHead(head, known) {
  must(typeof head === 'object' && head !== null, 'there is no signed head')
  const { seq, hash, size, root, at, previous, key, signature } = head
  must(unitsShape.test(seq) && size === seq, 'the head is not of a tree of all its entries')
  must(hashShape.test(hash) && hashShape.test(root) && hashShape.test(previous), 'the head lacks a hash')
  must(Number.isSafeInteger(at) && at >= 0 && at <= 8.64e15, 'the head has no time')
  must(keyShape.test(key) && signatureShape.test(signature), 'the head is not signed')
  must(known.key === undefined || known.key === key, 'it is signed with another key than you know')
  const statement = JSON.stringify(['bolsillo.ledger.head.2', seq, hash, size, root, at, previous])
  must(await isSigned({ statement, key, signature }), 'the signature is not of this head')
  return { size, root, at, key }
}

/** A checkpoint others cosigned (c2sp.org/tlog-checkpoint), read and the house's signature checked. */
async function readNote({ note, log }, known) {
  must(typeof note === 'string' && typeof log === 'string', 'there is no checkpoint')
  const [, name = '', id = '', written = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(log) ?? []
  const keyBytes = base64Bytes(written)
  must(keyBytes.length === 33 && keyBytes[0] === 1, 'the key of the checkpoint is none')
  const key = base64Url(keyBytes.slice(1))
  must(known.key === undefined || known.key === key, 'it is signed with another key than you know')
  const end = note.lastIndexOf('\n\n') + 1
  const [origin, size, root] = note.slice(0, end).split('\n')
  must(end > 0 && origin === name && unitsShape.test(size), 'the checkpoint is of another journal')
  const line =
    note
      .slice(end + 1)
      .split('\n')
      .find((one) => one.startsWith(`— ${name} `)) ?? ''
  const signature = base64Bytes(line.slice(name.length + 3))
  must(signature.length === 68 && hex(signature.slice(0, 4)) === id, 'the checkpoint is not signed by the house')
  const statement = note.slice(0, end)
  must(
    await isSigned({ statement, key, signature: base64Url(signature.slice(4)) }),
    'the signature is not of this checkpoint',
  )
  return { size, root: hex(base64Bytes(root)), key, others: note.slice(end + 1).split('\n').length - 2 }
}

const base64Bytes = (text) =>
  /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0
    ? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    : new Uint8Array()
const base64Url = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Checks two heads that an app found to contradict each other: that both were signed, and what follows from that. */
export async function verifyTwoHeads(text, known = {}) {
  const lines = []
  try {
    const file = readJson(text, 'the file')
    must(file.kind === 'bolsillo.two-heads.1' && file.heads?.length === 2, 'the file does not hold two heads')
    const heads = []
    for (const one of file.heads)
      heads.push('note' in Object(one) ? await readNote(one, known) : await readHead(one, known))
    for (const { size, root, at, key, others } of heads) {
      const when = at === undefined ? `with ${others} cosignatures of others` : `at ${new Date(at).toISOString()}`
      lines.push(`${size} entries, root ${root}, signed ${when} with the key ${key}`)
    }
    const [one, other] = heads
    if (one.key !== other.key) lines.push('two keys: the house says it is another one, or it changed its key')
    else if (one.size === other.size && one.root !== other.root)
      lines.push('one key, one number of entries, two roots: the house signed two journals')
    else lines.push(`ask the house and others for /index/ledger/consistency?from=${one.size}&to=${other.size}`)
    return { ok: true, lines }
  } catch (error) {
    if (error instanceof Unsound) return { ok: false, lines, problem: error.message }
    throw error
  }
}

/**
 * Checks a proof file.
 * @param {string} text the file
 * @param {{ hash?: string, key?: string, customer?: string, balances?: Record<string, string> }} [known] what its owner
 *   knows from elsewhere: the published fingerprint, the installation's key, their own number and balances
 * @returns {Promise<{ ok: boolean, lines: string[], problem?: string }>}
 */
export async function verifyProofFile(text, known = {}) {
  const lines = []
  try {
    const file = readFile(text)
    const statement = readStatement(file.statement)
    must((await sha256Text(file.statement)) === file.hash, 'the fingerprint is not that of the statement')
    must(
      known.hash === undefined || known.hash === file.hash,
      'the published proof is another one than this file holds',
    )
    lines.push(
      `proof ${statement.number}: fingerprint ${file.hash}${known.hash === undefined ? ' (compare it with the published one)' : ', as published'}`,
    )
    must(known.key === undefined || known.key === file.key, 'it is signed with another key than you know')
    must(await isSigned(file), 'the signature is not of this statement')
    lines.push(`signed with the key ${file.key}${known.key === undefined ? ' (compare it with the one you know)' : ''}`)
    must(
      known.customer === undefined || known.customer === file.customerNumber,
      `the file is of another customer: ${file.customerNumber}`,
    )
    lines.push(
      `of customer ${file.customerNumber}${known.customer === undefined ? ' (this must be your own number)' : ''}`,
    )
    must(file.missing.length === 0, `the proof leaves out what you have of ${file.missing.join(', ')}`)
    const seen = new Set()
    for (const leaf of file.leaves) {
      must(!seen.has(leaf.asset), `${leaf.asset} is there twice`)
      seen.add(leaf.asset)
      const asset = statement.assets.get(leaf.asset)
      must(asset !== undefined, `the statement says nothing of ${leaf.asset}`)
      await climb(file.customerNumber, leaf, asset)
      const expected = known.balances?.[leaf.asset]
      must(
        expected === undefined || expected === leaf.balance,
        `${leaf.asset}: the leaf says ${leaf.balance}, you know of ${expected}`,
      )
      lines.push(
        `${leaf.asset}: your ${decimal(leaf.balance, asset.scale)} is in the total of ${decimal(asset.total, asset.scale)}`,
      )
    }
    for (const [asset, units] of Object.entries(known.balances ?? {}))
      must(units === '0' || seen.has(asset), `the proof leaves out what you have of ${asset}`)
    for (const point of statement.notCovered) lines.push(`not covered: ${point}`)
    return { ok: true, lines }
  } catch (error) {
    if (error instanceof Unsound) return { ok: false, lines, problem: error.message }
    throw error
  }
}

/** From the leaf up: at each height the sibling's side is a bit of the leaf's place. */
async function climb(customerNumber, leaf, asset) {
  const name = leaf.asset
  must(leaf.path.length === asset.height, `${name}: the path is not as long as the tree is high`)
  must(
    Number.isInteger(leaf.index) && leaf.index >= 0 && leaf.index < 2 ** asset.height,
    `${name}: there is no such leaf`,
  )
  const balance = readSum(leaf.balance)
  const commitment = await sha256(bytes([2], ascii(customerNumber)))
  let node = { hash: await sha256Hex(bytes([0], commitment, unhex(leaf.salt), wide(balance))), sum: balance }
  let place = leaf.index
  for (const step of leaf.path) {
    const sibling = { hash: step.hash, sum: readSum(step.sum) }
    must(sibling.hash !== node.hash, `${name}: a node is its own sibling`)
    node = place % 2 === 0 ? await parentOf(node, sibling) : await parentOf(sibling, node)
    place = Math.floor(place / 2)
  }
  must(node.hash === asset.root, `${name}: your leaf does not lead to the published root`)
  must(
    node.sum === readSum(asset.total),
    `${name}: the path comes to ${node.sum}, the published total is ${asset.total}`,
  )
}

export async function parentOf(left, right) {
  const sum = left.sum + right.sum
  must(sum < sumEnd, 'a sum is out of range')
  return {
    hash: await sha256Hex(bytes([1], unhex(left.hash), wide(left.sum), unhex(right.hash), wide(right.sum))),
    sum,
  }
}

function readFile(text) {
  const file = readJson(text, 'the file')
  must(file.kind === 'bolsillo.proof-file.1', 'this is not a proof file')
  must(typeof file.statement === 'string', 'the file holds no statement')
  must(hashShape.test(file.hash), 'the file names no fingerprint')
  must(keyShape.test(file.key) && signatureShape.test(file.signature), 'the file is not signed')
  must(customerShape.test(file.customerNumber), 'the file names no customer')
  must(Array.isArray(file.leaves), 'the file holds no leaves')
  for (const leaf of file.leaves) {
    must(typeof leaf === 'object' && leaf !== null && typeof leaf.asset === 'string', 'a leaf names no asset')
    must(hashShape.test(leaf.salt), `${leaf.asset}: the leaf has no salt`)
    must(Array.isArray(leaf.path), `${leaf.asset}: the leaf has no path`)
    for (const step of leaf.path) must(hashShape.test(step?.hash), `${leaf.asset}: a step has no hash`)
  }
  return { ...file, missing: Array.isArray(file.missing) ? file.missing : [] }
}

function readStatement(text) {
  const statement = readJson(text, 'the statement')
  must(statement.kind === 'bolsillo.liabilities.1', 'the statement is of another kind')
  must(Number.isInteger(statement.number) && statement.number > 0, 'the statement has no number')
  must(hashShape.test(statement.previous), 'the statement does not say what it follows')
  must(
    hashShape.test(statement.journal?.hash) && unitsShape.test(statement.journal?.seq),
    'the statement names no entry of the journal',
  )
  must(Array.isArray(statement.assets) && Array.isArray(statement.notCovered), 'the statement lists no assets')
  const assets = new Map()
  for (const asset of statement.assets) {
    must(typeof asset?.asset === 'string' && !assets.has(asset.asset), 'an asset is in the statement twice')
    must(Number.isInteger(asset.scale) && asset.scale >= 0 && asset.scale <= 18, `${asset.asset}: it has no scale`)
    must(
      Number.isInteger(asset.height) && asset.height >= heightMin && asset.height <= heightMax,
      `${asset.asset}: no tree is so high`,
    )
    must(hashShape.test(asset.root), `${asset.asset}: the statement has no root`)
    readSum(asset.total)
    assets.set(asset.asset, asset)
  }
  return { ...statement, assets }
}

function readJson(text, what) {
  const value = parse(text, what)
  must(typeof value === 'object' && value !== null && !Array.isArray(value), `${what} is not readable`)
  return value
}

function readArray(text, what) {
  const value = parse(text, what)
  must(Array.isArray(value), `${what} is not readable`)
  return value
}

export function parse(text, what) {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw new Unsound(`${what} is not readable`)
    throw error
  }
}

/** A sum written one way only, and in range: below zero is not written at all. */
export function readSum(text) {
  must(typeof text === 'string' && unitsShape.test(text), `${text} is not an amount`)
  const sum = BigInt(text)
  must(sum < sumEnd, 'an amount is out of range')
  return sum
}

function decimal(units, scale) {
  const digits = units.padStart(scale + 1, '0')
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

async function isSigned({ statement, key, signature }) {
  try {
    const imported = await crypto.subtle.importKey('raw', fromBase64(key), 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', imported, fromBase64(signature), new TextEncoder().encode(statement))
  } catch {
    return false
  }
}

function fromBase64(text) {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
}

async function sha256(data) {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', data))
}

async function sha256Hex(data) {
  return hex(await sha256(data))
}

export function hex(data) {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function sha256Text(text) {
  return sha256Hex(new TextEncoder().encode(text))
}

function ascii(text) {
  return new TextEncoder().encode(text)
}

function unhex(text) {
  return Uint8Array.from(text.match(/../g), (pair) => Number.parseInt(pair, 16))
}

/** 16 bytes, most significant first. */
function wide(sum) {
  return unhex(sum.toString(16).padStart(32, '0'))
}

function bytes(...parts) {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}
