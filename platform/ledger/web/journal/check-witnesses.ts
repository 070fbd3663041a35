import { readStored, writeStored } from '@bolsillo/web-kit'
import { readWitnesses } from '../../contract/index.ts'
import {
  cosignatureOldMs,
  cosignedAt,
  isLogsCheckpoint,
  noteKeyBytes,
  plainHead,
  readCheckpoint,
  readNoteKey,
  urlBase64,
  type WitnessLine,
  type WitnessState,
} from '../../domain/index.ts'
import { compareTrees, followNewestHead, type HeadFollowing, writeEvidence } from './follow-head.ts'
import { type Fork, keepFork, noteStanding } from './fork-found.ts'

/** A witness, as this device found it. */
export interface WitnessFound {
  readonly name: string
  readonly state: WitnessState
  /** Its cosignature of the checkpoint shown, checked here. */
  readonly cosignedAt: number | undefined
  /** The last it cosigned, as the house says. */
  readonly lastAt: number | undefined
}

/** The result of checking who cosigns the journal. */
export type WitnessFinding =
  | {
      readonly kind: 'checked'
      readonly size: bigint
      readonly witnesses: readonly WitnessFound[]
      /** How many cosignatures of the checkpoint are true. */
      readonly count: number
      readonly newestAt: number | undefined
      /** The house signs on, and nobody has cosigned for too long. */
      readonly isOld: boolean
      /** Witnesses this device saw here in the last weeks, and that are not named any more. */
      readonly gone: readonly string[]
    }
  /** The house names no witnesses, or has no signed head. */
  | { readonly kind: 'nobody' }
  /** What witnesses cosigned is not the beginning of what the house shows. */
  | { readonly kind: 'contradicts'; readonly fork: Fork }
  /** What is shown as a checkpoint is not one the house signed. */
  | { readonly kind: 'false' }
  | { readonly kind: 'unknown' }

/** Where the witnesses this device saw are kept. */
interface WitnessMemory {
  readonly read: () => Readonly<Record<string, number>>
  readonly write: (seen: Readonly<Record<string, number>>) => void
}

const storedName = 'journalWitnesses'
const goneMs = 30 * 86_400_000
const rememberedMax = 64

/** The browser's own storage. */
const storedWitnesses: WitnessMemory = {
  read: () => {
    try {
      const read: unknown = JSON.parse(readStored(storedName) || '{}')
      const pairs = Object.entries(typeof read === 'object' && read !== null ? read : {})
      return Object.fromEntries(pairs.filter((pair): pair is [string, number] => typeof pair[1] === 'number'))
    } catch {
      return {}
    }
  },
  write: (seen) => writeStored(storedName, JSON.stringify(seen)),
}

/**
 * Follows the newest head, and holds against it the checkpoint others cosigned, with each cosignature. Whoever made a
 * journal anew cannot make what witnesses signed anew: a phone that never saw the true one finds it here.
 */
export async function checkWitnesses(
  following: HeadFollowing,
  seen: WitnessMemory = storedWitnesses,
): Promise<WitnessFinding> {
  const { ask, device } = following
  const standing = await followNewestHead(following)
  noteStanding(standing)
  if (standing.kind === 'unknown') return { kind: 'unknown' }
  const answer = await ask(readWitnesses, {})
  if (answer.kind !== 'reply') return { kind: 'unknown' }
  const { cosigned, witnesses } = answer.data
  if (cosigned === undefined || witnesses.length === 0 || standing.kind === 'unsigned') return { kind: 'nobody' }
  const { head } = standing
  const note = readCheckpoint(cosigned.note)
  const log = readNoteKey(cosigned.log, 'log', device.sha256)
  const isHouses = log !== undefined && urlBase64(noteKeyBytes(head.key) ?? new Uint8Array()) === urlBase64(log.key)
  if (note === undefined || !isHouses || !isLogsCheckpoint(note, log, device.isSignedBy)) return { kind: 'false' }
  const found = head.tree === undefined ? 'unknown' : await compareTrees({ ask, device }, note, head.tree)
  if (found === 'unknown') return { kind: 'unknown' }
  if (found === 'contradicts') {
    const evidence = writeEvidence([{ note: cosigned.note, log: cosigned.log }, plainHead(head)])
    const fork: Fork = { source: 'witnesses', seen: { size: note.size, root: note.root }, head, evidence }
    keepFork(fork)
    return { kind: 'contradicts', fork }
  }
  const shown = witnesses.flatMap(({ key, state, at }): (WitnessFound & { readonly key: string })[] => {
    const own = readNoteKey(key, 'witness', device.sha256)
    if (own === undefined) return []
    return [{ key, name: own.name, state, lastAt: at, cosignedAt: cosignedAt(note, own, device.isSignedBy) }]
  })
  const times = shown.flatMap((one) => (one.cosignedAt === undefined ? [] : [one.cosignedAt]))
  const newestAt = times.length === 0 ? undefined : Math.max(...times)
  return {
    kind: 'checked',
    size: note.size,
    witnesses: shown.map(({ key: _, ...one }) => one),
    count: times.length,
    newestAt,
    isOld: newestAt === undefined || head.at - newestAt > cosignatureOldMs,
    gone: goneOf(
      shown.map(({ key }) => key),
      head,
      seen,
    ),
  }
}

/** Which witnesses are not named any more, by the names they had; those that are named now are remembered. */
function goneOf(keys: readonly string[], { at }: WitnessLine, memory: WitnessMemory): readonly string[] {
  const known = Object.entries(memory.read()).filter(([, seenAt]) => at - seenAt < goneMs)
  const named = new Set(keys)
  const now = [...keys.map((key) => [key, at] as const), ...known.filter(([key]) => !named.has(key))]
  memory.write(Object.fromEntries(now.slice(0, rememberedMax)))
  return known.flatMap(([key]) => (named.has(key) ? [] : [key.split('+')[0] ?? key]))
}
