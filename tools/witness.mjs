// `npm run witness -- --name NAME --log 'KEY [URL]'… [--dir DIR] [--host HOST] [--port PORT] [--every SECONDS]`
// A witness for transparency logs (c2sp.org/tlog-witness), meant for another machine or another firm than the log's: this
// one file, taken away, and any Node from 20 up. It cosigns a log's checkpoint only when it continues the one it cosigned
// last, which it keeps durably. NAME is who cosigns (like firm.example/witness); KEY a log's verifier key, `name+id+key`.
// With the URL of a log of Bolsillo it also asks by itself, whether that log sends it anything or not.
import { createHash, createPrivateKey, createPublicKey, randomBytes, sign, verify } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const bodyMax = 65_536
const proofMax = 63
const linesMax = 32
/** Per log: the holder of its key could otherwise fill the disk with contradictions. */
const forksMax = 100
const types = { log: 0x01, witness: 0x04 }
const hashShape = /^[A-Za-z0-9+/]{43}=$/
const sizeShape = /^(?:0|[1-9][0-9]{0,15})$/
const nameShape = /^[!-*,-~]{1,200}$/

const sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** The id of a key (c2sp.org/signed-note). */
const keyId = (name, type, key) => sha256(`${name}\n`, Buffer.of(type), key).subarray(0, 4)

/** A verifier key as it is handed around. */
const writeKey = (name, type, key) =>
  `${name}+${keyId(name, type, key).toString('hex')}+${Buffer.concat([Buffer.of(type), key]).toString('base64')}`

/** @param {string} text @returns the log a verifier key is of; undefined when it is none */
export function readLogKey(text) {
  const [, name = '', id = '', written = ''] = /^([^+]*)\+([^+]*)\+(.*)$/.exec(text) ?? []
  const bytes = Buffer.from(written, 'base64')
  if (!nameShape.test(name) || bytes.length !== 33 || bytes[0] !== types.log || bytes.toString('base64') !== written)
    return undefined
  const key = bytes.subarray(1)
  return keyId(name, types.log, key).toString('hex') === id ? { origin: name, id, key } : undefined
}

const publicKeyOf = (key) =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') }, format: 'jwk' })

/** Reads a checkpoint with the lines under it; undefined when it is none. */
function readNote(note) {
  const end = note.lastIndexOf('\n\n')
  const text = note.slice(0, end + 1)
  const [origin, size, root, ...rest] = text.split('\n')
  const lines = note.slice(end + 2).split('\n')
  const isWhole = end > 0 && rest.at(-1) === '' && rest.slice(0, -1).every((line) => line !== '') && lines.pop() === ''
  if (!isWhole || !sizeShape.test(size) || !hashShape.test(root) || lines.length === 0 || lines.length > linesMax)
    return undefined
  const signatures = lines.map((line) => {
    const [, name, written = ''] = /^— (\S+) (\S+)$/.exec(line) ?? []
    const bytes = Buffer.from(written, 'base64')
    return name === undefined || bytes.length < 5 || bytes.toString('base64') !== written
      ? undefined
      : { name, id: bytes.toString('hex', 0, 4), signature: bytes.subarray(4) }
  })
  if (signatures.includes(undefined)) return undefined
  return { origin, size: Number(size), root: Buffer.from(root, 'base64'), text, note, signatures }
}

/** A head of a journal of Bolsillo as its own calls show it (docs/decisions/0044); undefined unless the log's key signed it. */
function readSignedHead(head, { key }) {
  const { seq, hash, size, root, at, previous, signature } = Object(head)
  if (!sizeShape.test(size) || !/^[0-9a-f]{64}$/.test(root) || typeof signature !== 'string') return undefined
  const text = JSON.stringify(['bolsillo.ledger.head.2', seq, hash, size, root, at, previous])
  const isSigned = verify(null, Buffer.from(text), publicKeyOf(key), Buffer.from(signature, 'base64url'))
  return isSigned ? { size: Number(size), root: Buffer.from(root, 'hex'), note: JSON.stringify(head) } : undefined
}

/** Whether the log with this key signed a note, and nobody wrote a false line in its name. */
function isSignedBy({ text, signatures }, { origin, id, key }) {
  const own = signatures.filter((line) => line.name === origin && line.id === id)
  return own.length > 0 && own.every(({ signature }) => verify(null, Buffer.from(text), publicKeyOf(key), signature))
}

const node = (left, right) => sha256(Buffer.of(1), left, right)
const isOdd = (value) => value % 2 === 1
const half = (value) => Math.floor(value / 2)

/** Whether the leaves of one tree are the beginning of another's (RFC 9162, 2.1.4.2). `path` holds hashes of 32 bytes. */
export function isContinued(from, to, path) {
  if (from.size > to.size) return false
  if (from.size === to.size) return path.length === 0 && from.root.equals(to.root)
  if (from.size === 0) return path.length === 0
  let [here, last] = [from.size - 1, to.size - 1]
  while (isOdd(here)) [here, last] = [half(here), half(last)]
  const steps = [...path]
  // Of a complete tree the root itself is where both begin, and is not sent.
  const start = here === 0 ? from.root : steps.shift()
  if (start === undefined || path.length === 0) return false
  let [smaller, larger] = [start, start]
  for (const step of steps) {
    if (last === 0) return false
    if (isOdd(here) || here === last) {
      smaller = node(step, smaller)
      larger = node(step, larger)
      while (!isOdd(here) && here !== 0) [here, last] = [half(here), half(last)]
    } else larger = node(larger, step)
    ;[here, last] = [half(here), half(last)]
  }
  return last === 0 && smaller.equals(from.root) && larger.equals(to.root)
}

/** Writes a file so that it is there whole after a power cut, or as it was before. */
function writeDurably(folder, name, text) {
  const [file, fresh] = [join(folder, name), join(folder, `${name}.new`)]
  const handle = openSync(fresh, 'w', 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(fresh, file)
  const folderHandle = openSync(folder, 'r')
  try {
    fsyncSync(folderHandle)
  } finally {
    closeSync(folderHandle)
  }
}

function openKey(folder) {
  const file = join(folder, 'witness.key')
  if (!existsSync(file)) writeDurably(folder, 'witness.key', `${randomBytes(32).toString('hex')}\n`)
  const seed = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  if (seed.length !== 32) throw new Error(`${file} does not hold 32 bytes in hexadecimal: restore it from your backup`)
  const head = Buffer.from('302e020100300506032b657004220420', 'hex')
  return createPrivateKey({ key: Buffer.concat([head, seed]), format: 'der', type: 'pkcs8' })
}

/**
 * A witness over a folder.
 * @param {{ name: string, dir: string, logs: { origin: string, id: string, key: Buffer }[], now?: () => number, say?: (line: string) => void }} options
 */
export function createWitness({ name, dir, logs, now = Date.now, say = console.log }) {
  mkdirSync(join(dir, 'forks'), { recursive: true, mode: 0o700 })
  const key = openKey(dir)
  const own = Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x, 'base64url')
  const known = new Map(logs.map((log) => [log.origin, log]))
  /**
   * The checkpoint cosigned last. An unreadable file does not mean "never": nothing is cosigned until somebody
   * repairs it.
   */
  const lastOf = (origin) => {
    const file = join(dir, fileOf(origin))
    if (!existsSync(file)) return undefined
    const last = readNote(readFileSync(file, 'utf8'))
    if (last === undefined || last.origin !== origin) throw new Error(`${file} holds no checkpoint of ${origin}`)
    return last
  }
  const cosign = cosignerOf({ name, own, key, now })
  const { keepFork, keepUnproven } = forksIn({ dir, now, say })
  /**
   * Runs synchronously from reading the last checkpoint to storing the next, so that no other request comes between.
   */
  const consider = (note, old, proof) => {
    const log = known.get(note.origin)
    if (log === undefined) return answer(404, 'this log is not witnessed here\n')
    if (!isSignedBy(note, log)) return answer(403, 'no signature of a key that is known for this log\n')
    if (old > note.size) return answer(400, 'the old size is beyond the checkpoint\n')
    const last = lastOf(note.origin)
    const size = last?.size ?? 0
    if (old !== size) return answer(409, `${size}\n`, 'text/x.tlog.size')
    if (old === 0 && proof.length > 0) return answer(400, 'there is no way from nothing\n')
    if (last !== undefined && !isContinued(last, note, proof)) {
      if (last.size !== note.size) {
        keepUnproven(note.origin, last, note, proof)
        return answer(422, 'the checkpoint does not continue the last one\n')
      }
      if (last.root.equals(note.root)) return answer(422, 'there is no way between two that are the same\n')
      keepFork(note.origin, last, note, proof)
      return answer(409, `${size}\n`, 'text/x.tlog.size')
    }
    // The same checkpoint again is kept already: its cosignature says that it is still the newest.
    const line = cosign(note)
    if (last?.text !== note.text) writeDurably(dir, fileOf(note.origin), `${note.text}\n${ownLines(note, log)}${line}`)
    return answer(200, line)
  }
  return {
    vkey: writeKey(name, types.witness, own),
    lastOf,
    keepFork,
    readHead: (origin, head) => readSignedHead(head, known.get(origin)),
    isSigned: (note) => known.has(note.origin) && isSignedBy(note, known.get(note.origin)),
    consider,
    /** @param {string} body of `POST /add-checkpoint` */
    add: (body) => addOf(body, consider),
    /** @param {string} hash of an origin, in hexadecimal */
    checkpointOf: (hash) => {
      const file = join(dir, `${hash}.checkpoint`)
      return /^[0-9a-f]{64}$/.test(hash) && existsSync(file) ? readFileSync(file, 'utf8') : undefined
    },
  }
}

const fileOf = (origin) => `${sha256(origin).toString('hex')}.checkpoint`
const answer = (status, body, type = 'text/plain; charset=utf-8') => ({ status, body, type })

/** Cosigns the text of a checkpoint. */
function cosignerOf({ name, own, key, now }) {
  return ({ text }) => {
    const seconds = Math.floor(now() / 1000)
    const time = Buffer.alloc(8)
    time.writeBigUInt64BE(BigInt(seconds))
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`), key)
    return `— ${name} ${Buffer.concat([keyId(name, types.witness, own), time, signature]).toString('base64')}\n`
  }
}

/** Keeps what does not continue what was cosigned. */
function forksIn({ dir, now, say }) {
  const keep = (kind, kept, offered, proof, name) => {
    const base64 = proof.map((one) => one.toString('base64'))
    const evidence = { kind, at: now(), kept: kept.note, offered: offered.note, proof: base64 }
    writeDurably(join(dir, 'forks'), name, `${JSON.stringify(evidence, null, 1)}\n`)
  }
  const prefixOf = (origin) => sha256(origin).toString('hex', 0, 8)
  const keepFork = (origin, kept, offered, proof) => {
    const isOwn = (file) => file.startsWith(`${prefixOf(origin)}-fork-`) && file.endsWith('.json')
    const count = readdirSync(join(dir, 'forks')).filter(isOwn).length
    say(`FORK: ${origin} signed ${offered.size} acts that do not continue the ${kept.size} this witness cosigned`)
    if (count < forksMax) keep('fork', kept, offered, proof, `${prefixOf(origin)}-fork-${count + 1}.json`)
  }
  /**
   * Anybody can send a log's checkpoint with a false proof, so it proves nothing: it is logged, and only the last is
   * stored.
   */
  const keepUnproven = (origin, kept, offered, proof) => {
    say(`NOT PROVEN: ${origin} at ${offered.size} acts was offered without the way from ${kept.size}`)
    keep('unproven', kept, offered, proof, `${prefixOf(origin)}-unproven.json`)
  }
  return { keepFork, keepUnproven }
}

/** Reads a request to add a checkpoint, and considers it. */
function addOf(body, consider) {
  const [head, ...rest] = body.split('\n')
  const old = /^old (0|[1-9][0-9]{0,15})$/.exec(head)?.[1]
  const end = rest.indexOf('')
  const proof = rest.slice(0, Math.max(0, end))
  const note = readNote(rest.slice(end + 1).join('\n'))
  if (old === undefined || end < 0 || note === undefined || proof.length > proofMax)
    return answer(400, 'this is not a checkpoint with its proof\n')
  if (!proof.every((line) => hashShape.test(line))) return answer(400, 'a line of the proof is no hash\n')
  return consider(
    note,
    Number(old),
    proof.map((line) => Buffer.from(line, 'base64')),
  )
}

/** The log's own lines of a note, without those of other signers. */
function ownLines({ signatures }, { origin, id }) {
  const own = signatures.filter((line) => line.name === origin && line.id === id)
  return own
    .map(({ signature }) => `— ${origin} ${Buffer.concat([Buffer.from(id, 'hex'), signature]).toString('base64')}\n`)
    .join('')
}

/**
 * Serves a witness: `POST /add-checkpoint` for logs; `GET /<SHA-256 of the origin>/checkpoint` (the last cosigned
 * one) and `GET /` (its key) for everybody.
 */
export function serveWitness(witness) {
  return createServer((request, response) => {
    const reply = ({ status, body, type }) => {
      response.writeHead(status, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body)
    }
    const plain = (status, body) => reply({ status, body, type: 'text/plain; charset=utf-8' })
    const path = new URL(request.url ?? '/', 'http://witness').pathname
    if (request.method === 'GET') {
      const hash = /^\/([0-9a-f]{64})\/checkpoint$/.exec(path)?.[1]
      const found = path === '/' ? `${witness.vkey}\n` : hash === undefined ? undefined : witness.checkpointOf(hash)
      if (found === undefined) plain(404, 'nothing here\n')
      else plain(200, found)
      return
    }
    if (request.method !== 'POST' || path !== '/add-checkpoint') {
      plain(404, 'nothing here\n')
      return
    }
    const parts = []
    let length = 0
    request.on('data', (part) => {
      length += part.length
      if (length <= bodyMax) parts.push(part)
      else if (length - part.length <= bodyMax) plain(413, 'too long\n')
    })
    request.on('end', () => {
      if (length > bodyMax) return
      try {
        reply(witness.add(Buffer.concat(parts).toString('utf8')))
      } catch (error) {
        console.error(error instanceof Error ? error.message : error)
        plain(500, 'this witness cannot answer\n')
      }
    })
  })
}

/**
 * Asks a log of Bolsillo for its checkpoint, and for the way from the one cosigned last to the newest head it shows anybody: a
 * house with two histories would show a witness the checkpoint it knows, and everybody else the other one.
 * @returns {Promise<'cosigned' | 'fork' | 'silent'>}
 */
export async function askLog(witness, { origin, url, say = console.log }) {
  const get = async (path) => await fetch(`${url}${path}`, { redirect: 'error', signal: AbortSignal.timeout(10_000) })
  try {
    const note = readNote(await (await get('/journal/checkpoint')).text())
    if (note === undefined || note.origin !== origin || !witness.isSigned(note)) return 'silent'
    const last = witness.lastOf(origin)
    if (last === undefined) return witness.consider(note, 0, []).status === 200 ? 'cosigned' : 'silent'
    const fork = (offered, proof) => {
      witness.keepFork(origin, last, offered, proof)
      return 'fork'
    }
    /** The way between two sizes; without `to`, to the newest head, which comes with it. */
    const way = async (from, to) => {
      const query = to === undefined ? `from=${from}` : `from=${from}&to=${to}`
      const { code, data } = await (await get(`/ipcf-api/index/ledger/consistency?${query}`)).json()
      // 14006: the log has not as many acts as this witness cosigned.
      if (code === 14_006) return { path: [], isGone: true }
      const path = Array.isArray(data?.path) ? data.path.map((hash) => Buffer.from(String(hash), 'hex')) : undefined
      return path?.every((hash) => hash.length === 32) ? { path, head: data.head, isGone: false } : undefined
    }
    const [from, to] = last.size < note.size ? [last, note] : [note, last]
    const between = from.size === to.size ? { path: [], isGone: false } : await way(from.size, to.size)
    if (between === undefined) return 'silent'
    if (between.isGone || !isContinued(from, to, between.path)) return fork(note, between.path)
    const newest = await way(last.size)
    if (newest === undefined) return 'silent'
    if (newest.isGone) return fork(note, [])
    const head = witness.readHead(origin, newest.head)
    if (head === undefined) return 'silent'
    if (!isContinued(last, head, newest.path)) return fork(head, newest.path)
    // What is published may be older than what was cosigned: then it is its beginning, and there is nothing to cosign.
    if (note.size < last.size) return 'cosigned'
    return witness.consider(note, last.size, between.path).status === 200 ? 'cosigned' : 'silent'
  } catch (error) {
    say(`${origin} at ${url} does not answer: ${error instanceof Error ? error.message : 'unknown'}`)
    return 'silent'
  }
}

function stop(line) {
  console.error(line)
  process.exit(2)
}

function main() {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      log: { type: 'string', multiple: true },
      dir: { type: 'string', default: 'witness-data' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '8091' },
      every: { type: 'string', default: '60' },
    },
  })
  const { name = '', dir, host } = values
  const [port, every] = [Number(values.port), Number(values.every)]
  if (!nameShape.test(name)) stop('--name: say who cosigns, like firm.example/witness: no spaces, no plus')
  if (!Number.isInteger(port) || port < 0 || port > 65_535) stop('--port: a whole number from 0 to 65535')
  if (!Number.isFinite(every) || every < 1) stop('--every: how many seconds between two looks, 1 or more')
  const logs = (values.log ?? []).map((text) => {
    const [written = '', url] = text.trim().split(/\s+/)
    const log = readLogKey(written)
    return log === undefined ? stop(`--log ${written}: not a log's verifier key, name+id+key`) : { ...log, url }
  })
  if (logs.length === 0) stop('--log: name a log by its verifier key, and its address to be asked by this witness too')
  const witness = createWitness({ name, dir, logs })
  const server = serveWitness(witness)
  server.requestTimeout = 20_000
  server.on('error', (error) => stop(`It cannot listen on ${host}:${port}: ${error.message}`))
  server.listen(port, host, () => {
    console.log(`Witness key   ${witness.vkey}`)
    console.log(`Address       http://${host}:${server.address().port}`)
  })
  const followed = logs.filter(({ url }) => url !== undefined)
  const look = async () => {
    await Promise.all(followed.map((log) => askLog(witness, log)))
    setTimeout(look, every * 1000)
  }
  if (followed.length > 0) void look()
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0))
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) main()
