import { readStored, writeStored } from '@bolsillo/web-kit'
import { useSyncExternalStore } from 'react'
import type { CheckResult } from './check-proof.ts'

/** What this browser was shown before: whoever rewrites it later is found out here. */
export interface Remembered {
  /** The key proofs were signed with. */
  readonly key?: string
  /** Fingerprints of proofs, newest first. */
  readonly proofs: readonly { readonly number: number; readonly hash: string }[]
}

/** The result of the last check, for the line that shows it. */
interface LastCheck {
  readonly customerNumber: string
  readonly number: number
  readonly hash: string
  readonly at: number
  readonly sound: boolean
}

const seenName = 'proofsSeen'
const lastName = 'proofChecked'
const proofsMax = 60

/** What was seen before, by whoever used this browser: published proofs are the same for all. */
export function readRemembered(): Remembered {
  const read = parsed(seenName)
  if (typeof read !== 'object' || read === null || !('proofs' in read) || !Array.isArray(read.proofs))
    return { proofs: [] }
  const proofs = read.proofs.filter(
    (one): one is Remembered['proofs'][number] => typeof one?.number === 'number' && typeof one?.hash === 'string',
  )
  return { proofs, ...('key' in read && typeof read.key === 'string' ? { key: read.key } : {}) }
}

/** Remembers what a check was shown, unless it contradicts what is remembered: then that stays, as the evidence. */
export function remember(result: CheckResult): void {
  const before = readRemembered()
  if (result.sound) {
    const others = before.proofs.filter(({ number }) => number !== result.number)
    const proofs = [{ number: result.number, hash: result.hash }, ...others].slice(0, proofsMax)
    writeStored(seenName, JSON.stringify({ key: before.key ?? result.key, proofs }))
  }
  const { customerNumber, number, hash, at, sound } = result
  writeStored(lastName, JSON.stringify({ customerNumber, number, hash, at, sound } satisfies LastCheck))
  for (const listener of listeners) listener()
}

const listeners = new Set<() => void>()

/** The last check of a customer on this browser. */
export function useLastCheck(customerNumber: string | undefined): LastCheck | undefined {
  const text = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => readStored(lastName),
  )
  const last = lastOf(text)
  return last?.customerNumber === customerNumber ? last : undefined
}

/** The last check of whoever made one on this browser. */
export function readLastCheck(): LastCheck | undefined {
  return lastOf(readStored(lastName))
}

function lastOf(text: string): LastCheck | undefined {
  const read = parse(text)
  if (typeof read !== 'object' || read === null || !('customerNumber' in read) || !('sound' in read)) return undefined
  const { customerNumber, number, hash, at, sound } = { number: 0, hash: '', at: 0, ...read }
  if (typeof customerNumber !== 'string' || typeof sound !== 'boolean') return undefined
  return { customerNumber, number, hash, at, sound }
}

function parsed(name: string): unknown {
  return parse(readStored(name))
}

function parse(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Not ours: as if nothing were stored.
    return undefined
  }
}
