import { type Instant, instant } from '@bolsillo/kernel'
import type { ChainHead } from './chain.ts'
import type { TreeHead } from './journal-tree.ts'

/** The tree that was signed with a head. Absent in heads of before there was one, and while a long journal's is made. */
export interface SignedTree {
  /** Of the head's own entries: as many leaves as its number. */
  readonly tree?: TreeHead
}

/** The head of the chain at a moment, as it was signed and kept outside the database. */
interface WitnessedHead extends ChainHead, SignedTree {
  readonly at: Instant
  /** SHA-256 of the line before it in its file (64 hex digits); of the first line, zeros. */
  readonly previous: string
}

/** One line of a witness file. */
export interface WitnessLine extends WitnessedHead {
  /** The Ed25519 public key it is signed with, base64url. */
  readonly key: string
  readonly signature: string
}

/** What the line before the first is taken to be. */
export const noLineBefore = '0'.repeat(64)

/**
 * The text that is signed: a JSON array that begins with the name of its kind, so that it is nothing else's text. Of the
 * second kind since heads carry the size and root of their tree; those of the first kind are still what they were.
 */
export function headStatement({ seq, hash, at, previous, tree }: WitnessedHead): string {
  if (tree === undefined) return JSON.stringify(['bolsillo.ledger.head.1', seq.toString(), hash, at, previous])
  const { size, root } = tree
  return JSON.stringify(['bolsillo.ledger.head.2', seq.toString(), hash, size.toString(), root, at, previous])
}

/** A head as texts and numbers: a line of the file, and what the wire has. */
export function plainHead({ seq, hash, at, previous, key, signature, tree }: WitnessLine) {
  const grown = tree === undefined ? {} : { size: tree.size.toString(), root: tree.root }
  return { seq: seq.toString(), hash, ...grown, at, previous, key, signature }
}

/** A line of the file, without its end. */
export function writeWitnessLine(line: WitnessLine): string {
  return JSON.stringify(plainHead(line))
}

const hashShape = /^[0-9a-f]{64}$/
const keyShape = /^[A-Za-z0-9_-]{43}$/
const signatureShape = /^[A-Za-z0-9_-]{86}$/
const seqShape = /^(?:0|[1-9]\d{0,17})$/

/** Reads a line; undefined when it is none. */
export function readWitnessLine(text: string): WitnessLine | undefined {
  return readPlainHead(fieldsOf(text))
}

/** Reads a head from its fields; undefined when they are not a head's. Its signature is not verified. */
export function readPlainHead(fields: Readonly<Record<string, unknown>>): WitnessLine | undefined {
  const { seq, hash, at, previous, key, signature, size, root } = fields
  if (typeof at !== 'number' || !Number.isSafeInteger(at)) return undefined
  if (!isShaped(seq, seqShape) || !isShaped(hash, hashShape) || !isShaped(previous, hashShape)) return undefined
  if (!isShaped(key, keyShape) || !isShaped(signature, signatureShape)) return undefined
  const line = { seq: BigInt(seq), hash, at: instant(at), previous, key, signature }
  if (size === undefined && root === undefined) return line
  // Entries are numbered without gaps, so a tree of another size would be one of other entries.
  return size === seq && isShaped(root, hashShape) ? { ...line, tree: { size: line.seq, root } } : undefined
}

function isShaped(value: unknown, shape: RegExp): value is string {
  return typeof value === 'string' && shape.test(value)
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}
