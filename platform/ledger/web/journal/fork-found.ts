import { readStored, writeStored } from '@bolsillo/web-kit'
import { useState, useSyncExternalStore } from 'react'
import { plainHead, readPlainHead, type TreeHead, type WitnessLine } from '../../domain/index.ts'
import { evidenceOf, type HeadStanding } from './follow-head.ts'

/** Two trees that cannot be of one journal, and how it was found. */
export interface Fork {
  /** What this phone saw before; what another phone saw; what witnesses cosigned. */
  readonly source: 'phone' | 'other' | 'witnesses'
  readonly seen: TreeHead
  readonly head: WitnessLine
  /** Both, as they were signed: the file a customer saves. */
  readonly evidence: string
}

interface KeptFork extends Fork {
  /** Its owner saved both and follows the new journal: it is kept, and shown no more. */
  readonly isFollowed: boolean
}

const storedName = 'journalForks'
const forksMax = 20
let kept: readonly KeptFork[] | undefined
const listeners = new Set<() => void>()

/** What this phone found, kept over its starts: a server that shows the true journal again takes nothing back. */
function forks(): readonly KeptFork[] {
  kept ??= readForks(readStored(storedName))
  return kept
}

/** Reads what was stored; what is no fork is left out. */
export function readForks(text: string): readonly KeptFork[] {
  try {
    const read: unknown = JSON.parse(text === '' ? '[]' : text)
    return Array.isArray(read) ? read.flatMap((one: unknown) => forkOf(one)) : []
  } catch {
    return []
  }
}

function forkOf(read: unknown): KeptFork[] {
  const { source, seen, head, evidence, isFollowed } = fieldsOf(read)
  const { size, root } = fieldsOf(seen)
  const line = readPlainHead(fieldsOf(head))
  const known = (['phone', 'other', 'witnesses'] as const).find((one) => one === source)
  if (known === undefined || line === undefined || typeof evidence !== 'string') return []
  if (typeof size !== 'string' || !/^\d{1,18}$/.test(size) || typeof root !== 'string') return []
  const fork = { source: known, seen: { size: BigInt(size), root }, head: line, evidence }
  return [{ ...fork, isFollowed: isFollowed === true }]
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

function keep(next: readonly KeptFork[]): void {
  kept = next
  const plain = next.map(({ seen, head, ...one }) => ({
    ...one,
    seen: { size: String(seen.size), root: seen.root },
    head: plainHead(head),
  }))
  writeStored(storedName, JSON.stringify(plain))
  for (const listener of listeners) listener()
}

/** Keeps a fork. The same two once more are the fork that is known; its first evidence stays. */
export function keepFork(fork: Fork): void {
  const isKnown = forks().some(({ seen, isFollowed }) => !isFollowed && seen.root === fork.seen.root)
  if (isKnown) return
  const all = [...forks(), { ...fork, isFollowed: false }]
  // Forks that were shown and followed are dropped first; forks that wait to be shown never are.
  const surplus = all.length - forksMax
  const old = new Set(all.filter(({ isFollowed }) => isFollowed).slice(0, Math.max(0, surplus)))
  keep(all.filter((one) => !old.has(one)))
}

/** Its owner goes on with the new journal. */
export function followFork(fork: Fork): void {
  keep(forks().map((one) => (one.evidence === fork.evidence ? { ...one, isFollowed: true } : one)))
}

/** Keeps what following a head came to, where it is a fork. */
export function noteStanding(standing: HeadStanding): void {
  if (standing.kind !== 'contradicts' || standing.seen.tree === undefined) return
  const { head, seen } = standing
  keepFork({ source: 'phone', seen: standing.seen.tree, head, evidence: evidenceOf({ head, seen }) })
}

/** The oldest fork that its owner was not done with; also from before this start. */
export function openFork(): Fork | undefined {
  return forks().find(({ isFollowed }) => !isFollowed)
}

/**
 * The same, for what shows it: it stays shown while it is read, also once its owner is done with it, which is said there.
 */
export function useFork(): { readonly open: Fork | undefined; readonly told: Fork | undefined } {
  const open = useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, openFork)
  const [told, setTold] = useState(open)
  if (open !== undefined && told === undefined) setTold(open)
  return { open, told }
}
