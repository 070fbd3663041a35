import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Instant, present } from '@bolsillo/kernel'
import type { Log, Sql } from '@bolsillo/server-kit'
import { headStatement, noLineBefore, readWitnessLine, type WitnessLine, writeWitnessLine } from '../domain/index.ts'
import { readHead } from './ledger-store.ts'
import { sha256 } from './post-entries.ts'
import { findEntryHashes } from './verify-store.ts'

/**
 * Signs the head of the chain into a file outside the database. Whoever can write the whole database can make all of it
 * anew so that it agrees with itself; a copy of this file, kept where they cannot write, says what it was before.
 */
export interface Witness {
  /**
   * Signs the head if it moved, and returns when the line is on disk. Signs nothing when the journal no longer has what
   * was signed before.
   */
  readonly sign: (now: Instant) => Promise<void>
  /** The last line, as anybody may see it. */
  readonly last: () => WitnessLine | undefined
  /** Why nothing is signed; undefined when nothing is wrong. */
  readonly problem: () => string | undefined
}

interface WitnessPorts {
  readonly sql: Sql
  readonly log: Log
  /** 32 bytes of the installation's secret: the private key. */
  readonly seed: Uint8Array
  /** The witness file; it and its folder are made when missing. */
  readonly file: string
}

/** Opens the witness file of a journal, or goes on with it. */
export function createWitness({ sql, log, seed, file }: WitnessPorts): Witness {
  const privateKey = privateKeyOf(seed)
  const key = publicKeyText(privateKey)
  let last: WitnessLine | undefined
  let lastText: string | undefined
  let problem: string | undefined
  let isOpen = false
  const goOn = async (): Promise<void> => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
    lastText = await repairEnd(file)
    last = lastText === undefined ? undefined : readWitnessLine(lastText)
    if (lastText !== undefined && (last === undefined || !isSigned(last)))
      problem = `the last line of ${file} is not one that was signed`
    isOpen = true
  }
  const conflict = async (): Promise<string | undefined> => {
    if (last === undefined || last.seq === 0n) return undefined
    const { seq, hash } = last
    const found = (await findEntryHashes(sql, [seq])).get(seq)
    return found === hash
      ? undefined
      : `entry ${seq} was signed as ${hash}, the journal has ${found ?? 'no such entry'}`
  }
  return {
    last: () => last,
    problem: () => problem,
    sign: async (now) => {
      if (!isOpen) await goOn()
      if (problem !== undefined) return
      problem = await conflict()
      if (problem !== undefined) {
        log.error({ file }, `the head of the journal is not signed: ${problem}`)
        return
      }
      const head = await readHead(sql)
      if (last !== undefined && head.seq === last.seq) return
      const previous = lastText === undefined ? noLineBefore : sha256(lastText)
      const statement = headStatement({ ...head, at: now, previous })
      const signature = sign(null, Buffer.from(statement), privateKey).toString('base64url')
      const line: WitnessLine = { ...head, at: now, previous, key, signature }
      const text = writeWitnessLine(line)
      await appendDurably(file, `${text}\n`)
      last = line
      lastText = text
    },
  }
}

/** Whether a line was signed with the key it names. */
export function isSigned(line: WitnessLine): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: line.key }, format: 'jwk' })
  return verify(null, Buffer.from(headStatement(line)), key, Buffer.from(line.signature, 'base64url'))
}

// RFC 8410: what stands before the 32 bytes of a private Ed25519 key in PKCS #8.
const privateKeyHead = Buffer.from('302e020100300506032b657004220420', 'hex')

function privateKeyOf(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([privateKeyHead, seed]), format: 'der', type: 'pkcs8' })
}

function publicKeyText(privateKey: KeyObject): string {
  return present(createPublicKey(privateKey).export({ format: 'jwk' }).x, 'the public half of a key')
}

async function appendDurably(file: string, text: string): Promise<void> {
  await withFile(file, 'a', async (handle) => {
    await handle.writeFile(text)
    await handle.datasync()
  })
}

/** Takes off a last line that a crash cut short: it was never complete, so nobody was shown it. @returns the line before. */
async function repairEnd(file: string): Promise<string | undefined> {
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  const end = text.lastIndexOf('\n') + 1
  if (end < text.length)
    await withFile(file, 'r+', async (handle) => {
      await handle.truncate(Buffer.byteLength(text.slice(0, end)))
      await handle.datasync()
    })
  return text.slice(0, end).split('\n').at(-2)
}

async function withFile(file: string, flags: string, work: (handle: FileHandle) => Promise<void>): Promise<void> {
  const handle = await open(file, flags)
  try {
    await work(handle)
  } finally {
    await handle.close()
  }
}
