import { type Instant, instant } from '@bolsillo/kernel'
import type { ChainHead } from './chain.ts'

/** The head of the chain at a moment, as it was signed and kept outside the database. */
export interface WitnessedHead extends ChainHead {
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

/** The text that is signed: a JSON array that begins with the name of its kind, so that it is nothing else's text. */
export function headStatement({ seq, hash, at, previous }: WitnessedHead): string {
  return JSON.stringify(['bolsillo.ledger.head.1', seq.toString(), hash, at, previous])
}

/** A line as it stands in the file, without its end. */
export function writeWitnessLine({ seq, hash, at, previous, key, signature }: WitnessLine): string {
  return JSON.stringify({ seq: seq.toString(), hash, at, previous, key, signature })
}

const hashShape = /^[0-9a-f]{64}$/
const keyShape = /^[A-Za-z0-9_-]{43}$/
const signatureShape = /^[A-Za-z0-9_-]{86}$/
const seqShape = /^(?:0|[1-9]\d{0,17})$/

/** Reads a line; undefined when it is none. */
export function readWitnessLine(text: string): WitnessLine | undefined {
  const { seq, hash, at, previous, key, signature } = fieldsOf(text)
  if (typeof at !== 'number' || !Number.isSafeInteger(at)) return undefined
  if (!isShaped(seq, seqShape) || !isShaped(hash, hashShape) || !isShaped(previous, hashShape)) return undefined
  if (!isShaped(key, keyShape) || !isShaped(signature, signatureShape)) return undefined
  return { seq: BigInt(seq), hash, at: instant(at), previous, key, signature }
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
