import type { Instant } from '@bolsillo/kernel'
import type { Log, Sql } from '@bolsillo/server-kit'
import { headStatement, noLineBefore, readWitnessLine, type WitnessLine, writeWitnessLine } from '../domain/index.ts'
import { appendDurably, openLines } from './durable-lines.ts'
import { findHeads } from './journal-store.ts'
import { growTree, treeRoot } from './journal-tree.ts'
import { readHead } from './ledger-store.ts'
import { sha256 } from './post-entries.ts'
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
  const signer = createSigner(seed)
  let last: WitnessLine | undefined
  let lastText: string | undefined
  let problem: string | undefined
  let isOpen = false
  const goOn = async (): Promise<void> => {
    lastText = await openLines(file)
    last = lastText === undefined ? undefined : readWitnessLine(lastText)
    if (lastText !== undefined && (last === undefined || !isSigned(last)))
      problem = `the last line of ${file} is not one that was signed`
    isOpen = true
  }
  const conflict = async (): Promise<string | undefined> => {
    if (last === undefined || last.seq === 0n) return undefined
    const { seq, hash } = last
    const found = (await findHeads(sql, [seq])).get(seq)
    if (found !== hash) return `entry ${seq} was signed as ${hash}, the journal has ${found ?? 'no such entry'}`
    const root = last.tree === undefined ? undefined : await treeRoot(sql, last.tree.size)
    return root === last.tree?.root
      ? undefined
      : `the tree of ${seq} entries was signed as ${last.tree?.root}, it is ${root ?? 'not whole'}`
  }
  return {
    last: () => last,
    problem: () => problem,
    sign: async (now) => {
      if (!isOpen) await goOn()
      if (problem !== undefined) return
      const head = await readHead(sql)
      const isGrown = await growTree(sql, head.seq)
      problem = await conflict()
      if (problem !== undefined) {
        log.error({ file }, `the head of the journal is not signed: ${problem}`)
        return
      }
      // A head signed while a long journal's tree was not finished is signed again with it.
      if (last !== undefined && head.seq === last.seq && (last.tree !== undefined || !isGrown)) return
      const previous = lastText === undefined ? noLineBefore : sha256(lastText)
      const root = isGrown ? await treeRoot(sql, head.seq) : undefined
      const tree = root === undefined ? {} : { tree: { size: head.seq, root } }
      const statement = headStatement({ ...head, ...tree, at: now, previous })
      const line: WitnessLine = {
        ...{ ...head, ...tree, at: now, previous },
        ...{ key: signer.key, signature: signer.sign(statement) },
      }
      const text = writeWitnessLine(line)
      await appendDurably(file, `${text}\n`)
      last = line
      lastText = text
    },
  }
}

/** Whether a line was signed with the key it names. */
export function isSigned(line: WitnessLine): boolean {
  return isSignedWith(line.key, headStatement(line), line.signature)
}
