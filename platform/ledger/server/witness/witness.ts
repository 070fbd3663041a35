import { type Instant, plusMs } from '@bolsillo/kernel'
import { type Db, type Log, type Sql, transaction } from '@bolsillo/server-kit'
import {
  type ChainHead,
  headStatement,
  noLineBefore,
  readWitnessLine,
  type SignedTree,
  type WitnessLine,
  writeWitnessLine,
} from '../../domain/index.ts'
import { findHeads } from '../journal/journal-store.ts'
import { growTree, treeRoot } from '../journal/journal-tree.ts'
import { lockSigning } from '../journal/tree-store.ts'
import { readHead } from '../ledger-store.ts'
import { sha256 } from '../post-entries.ts'
import { appendDurably, FileFailed, openLines } from './durable-lines.ts'
import { createSigner, isSignedWith } from './signing.ts'

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
  /**
   * The signed head for somebody who asks: of whatever was committed a second before, unless nothing can be signed. It is
   * a line of the file before anybody is given it.
   */
  readonly fresh: (now: Instant) => Promise<WitnessLine | undefined>
  /** When `fresh` looks at the journal again. */
  readonly nextAt: (now: Instant) => Instant
  /** Stores what became complete of the tree, so that signing finds little left to do. */
  readonly grow: () => Promise<void>
  /** The last line. */
  readonly last: () => WitnessLine | undefined
  /** Why nothing is signed; undefined when nothing is wrong. */
  readonly problem: () => string | undefined
}

interface WitnessDeps {
  readonly sql: Sql
  readonly log: Log
  /** 32 bytes of the installation's secret: the private key. */
  readonly seed: Uint8Array
  /** The witness file; it and its folder are made when missing. */
  readonly file: string
  /** While this is so nothing is signed: a first start that is cut short makes another journal. */
  readonly isBeginning?: (() => boolean) | undefined
}

/** The journal is looked at once in this time, however many ask. */
export const freshMs = 1000
/** Fewer new entries complete no node of the tree that is stored, or one that signing soon makes. */
const nodeEntries = 256n

/** Opens the witness file of a journal, or goes on with it. */
export function createWitness({ sql, log, seed, file, isBeginning }: WitnessDeps): Witness {
  const lines = createSignedLines(file, seed)
  let problem: string | undefined
  let lookedAt: Instant | undefined
  let grownTo = 0n
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = async (work: () => Promise<void>): Promise<void> => {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    await done
  }
  // Either way: a clock that is set back must not stop the looking.
  const isFresh = (now: Instant): boolean => lookedAt !== undefined && Math.abs(now - lookedAt) < freshMs
  /** `isThorough`: what was signed is looked at too when nothing moved. */
  const look = async (now: Instant, isThorough: boolean): Promise<void> => {
    if (problem !== undefined || isBeginning?.() === true) return
    const head = await readHead(sql)
    if (isThorough || !isSignedHead(head, lines.last())) {
      // Outside the transaction: a long journal's tree is stored part by part, and nobody waits for it.
      const isGrown = await growTree(sql, head.seq)
      await transaction(sql, async (tx) => {
        await lockSigning(tx)
        problem = (await lines.readEnd()) ?? (await conflictOf(tx, lines.last()))
        if (problem !== undefined) log.error({ file }, `the head of the journal is not signed: ${problem}`)
        else if (isUnsigned(head, isGrown, lines.last())) {
          const root = isGrown ? await treeRoot(tx, head.seq) : undefined
          await lines.append({ ...head, ...(root === undefined ? {} : { tree: { size: head.seq, root } }) }, now)
        }
      })
    }
    lookedAt = now
  }
  /** Without its file nothing is signed, and what was signed before is still true: whoever asks is given that. */
  const noteFailed = (error: unknown, now: Instant): void => {
    if (!(error instanceof FileFailed)) throw error
    log.error({ file, error }, 'the head of the journal could not be signed')
    lookedAt = now
  }
  return {
    last: lines.last,
    problem: () => problem,
    sign: (now) => inTurn(() => look(now, true)),
    fresh: async (now) => {
      if (!isFresh(now) && problem === undefined)
        await inTurn(async () => {
          if (!isFresh(now)) await look(now, false).catch((error) => noteFailed(error, now))
        })
      return lines.last()
    },
    nextAt: (now) => plusMs(lookedAt ?? now, freshMs),
    grow: async () => {
      const { seq } = await readHead(sql)
      if (seq - grownTo >= nodeEntries && (await growTree(sql, seq))) grownTo = seq
    },
  }
}

/** The lines of a witness file, of which the last is remembered. */
interface SignedLines {
  readonly last: () => WitnessLine | undefined
  /** Goes on from the end of the file, where another server may have signed meanwhile. @returns why it cannot. */
  readonly readEnd: () => Promise<string | undefined>
  /** Signs a head behind the last line; it is the last once it is on disk. */
  readonly append: (head: ChainHead & SignedTree, now: Instant) => Promise<void>
}

function createSignedLines(file: string, seed: Uint8Array): SignedLines {
  const signer = createSigner(seed)
  let last: { readonly line: WitnessLine; readonly text: string } | undefined
  return {
    last: () => last?.line,
    readEnd: async () => {
      const text = await openLines(file)
      if (text === last?.text) return undefined
      const line = text === undefined ? undefined : readWitnessLine(text)
      if (text === undefined || line === undefined || !isSigned(line))
        return `the last line of ${file} is not one that was signed`
      if (last !== undefined && !isUnsigned(line, line.tree !== undefined, last.line))
        return `${file} ends at entry ${line.seq}, ${last.line.seq} was signed`
      last = { line, text }
      return undefined
    },
    append: async (head, now) => {
      const signed = { ...head, at: now, previous: last === undefined ? noLineBefore : sha256(last.text) }
      const line: WitnessLine = { ...signed, key: signer.key, signature: signer.sign(headStatement(signed)) }
      const text = writeWitnessLine(line)
      await appendDurably(file, `${text}\n`)
      last = { line, text }
    },
  }
}

/** Whether a line is of this head and all its tree. */
function isSignedHead(head: ChainHead, last: WitnessLine | undefined): boolean {
  return head.hash === last?.hash && head.seq === last.seq && last.tree !== undefined
}

/** Whether a head may follow a line; one signed while a long journal's tree was not finished may follow again with it. */
function isUnsigned({ seq }: ChainHead, isGrown: boolean, last: WitnessLine | undefined): boolean {
  return last === undefined || seq > last.seq || (seq === last.seq && last.tree === undefined && isGrown)
}

/** Why the journal is not the one that was signed. */
async function conflictOf(db: Db, last: WitnessLine | undefined): Promise<string | undefined> {
  if (last === undefined || last.seq === 0n) return undefined
  const { seq, hash } = last
  const found = (await findHeads(db, [seq])).get(seq)
  if (found !== hash) return `entry ${seq} was signed as ${hash}, the journal has ${found ?? 'no such entry'}`
  const root = last.tree === undefined ? undefined : await treeRoot(db, last.tree.size)
  return root === last.tree?.root
    ? undefined
    : `the tree of ${seq} entries was signed as ${last.tree?.root}, it is ${root ?? 'not whole'}`
}

/** Whether a line was signed with the key it names. */
export function isSigned(line: WitnessLine): boolean {
  return isSignedWith(line.key, headStatement(line), line.signature)
}
