import { existsSync, readFileSync } from 'node:fs'
import { type Instant, instant, present } from '@bolsillo/kernel'
import type { Log, Sql } from '@bolsillo/server-kit'
import {
  checkpointText,
  cosignatureOldMs,
  cosignedAt,
  isLogsCheckpoint,
  type NoteKey,
  type NoteLine,
  noteKeyBytes,
  noteKeyId,
  readCheckpoint,
  type WitnessState,
  writeNote,
  writeNoteKey,
} from '../../domain/index.ts'
import { consistencyPath, sha256Bytes } from '../journal/journal-tree.ts'
import { askWitness, type Offer, type PostCheckpoint } from './ask-witness.ts'
import { FileFailed, replaceDurably } from './durable-lines.ts'
import { createSigner, isSignedByKey } from './signing.ts'
import type { Witness } from './witness.ts'
import type { WitnessAddress } from './witness-addresses.ts'

/** What is public of checkpoints and of those who cosign them. */
interface Cosigned {
  /** The log's verifier key. */
  readonly log: string
  /** The newest checkpoint that was cosigned, or the newest of all where nobody cosigns. */
  readonly note: string
  readonly at: Instant
  readonly oldAfterMs: number
  readonly witnesses: readonly WitnessStanding[]
}

/** A witness, and the result of the last request to it. */
interface WitnessStanding {
  /** Its verifier key. */
  readonly key: string
  readonly state: WitnessState
  /** The last it cosigned. */
  readonly size?: bigint
  readonly at?: Instant
}

/** Heads as checkpoints, offered to witnesses that are not ours. */
export interface Cosigning {
  /** Offers the newest head to every witness, and returns when each answered or did not in time. */
  readonly offer: (now: Instant) => Promise<void>
  /** Undefined while no head with a tree was signed. */
  readonly published: (now: Instant) => Promise<Cosigned | undefined>
}

interface CosigningDeps {
  readonly sql: Sql
  readonly log: Log
  readonly seed: Uint8Array
  readonly witness: Pick<Witness, 'fresh' | 'problem'>
  /** What the log is called; left out: after its database and key, so that no two installations share a name. */
  readonly origin: string | undefined
  readonly database: string
  readonly witnesses: readonly WitnessAddress[]
  /** Where the newest cosigned checkpoint is kept for the next start. */
  readonly file: string
  readonly post?: PostCheckpoint
}

/** A journal that did not move is offered again this often: a cosignature says that its witness still sees it so. */
const againMs = 60_000

interface Signed {
  readonly text: string
  readonly size: bigint
  readonly own: NoteLine
  readonly at: Instant
}

interface Asked {
  readonly address: WitnessAddress
  state: WitnessState
  last?: { readonly size: bigint; readonly at: Instant; readonly text: string; readonly line: NoteLine }
}

interface Kept {
  readonly signed: Signed
  readonly note: string
}

/** Offers a checkpoint to one witness, and records its answer. */
async function askOne({ sql, log, post }: CosigningDeps, one: Asked, signed: Signed): Promise<void> {
  const offer: Offer = {
    text: signed.text,
    note: writeNote(signed.text, [signed.own]),
    size: signed.size,
    pathFrom: (size) => consistencyPath(sql, size, signed.size),
  }
  const word = await askWitness(one.address, offer, one.last?.size ?? 0n, post)
  const { name } = one.address.key
  if (word.kind !== one.state && word.kind === 'contradicts')
    log.error({ witness: name }, 'a witness cosigned a journal that this one does not continue')
  else if (word.kind !== one.state && word.kind !== 'cosigned')
    log.warn({ witness: name, state: word.kind }, 'a witness does not cosign')
  one.state = word.kind
  if (word.kind === 'cosigned')
    one.last = { size: signed.size, at: instant(word.at), text: signed.text, line: word.line }
}

/** The checkpoint an earlier process kept, where somebody known cosigned it. */
function recall(file: string, key: NoteKey, asked: readonly Asked[]): Kept | undefined {
  const note = existsSync(file) ? readCheckpoint(readFileSync(file, 'utf8')) : undefined
  if (note === undefined || !isLogsCheckpoint(note, key, isSignedByKey)) return undefined
  const at = asked.flatMap((one) => {
    const when = cosignedAt(note, one.address.key, isSignedByKey)
    const line = note.lines.find(({ name, id }) => name === one.address.key.name && id === one.address.key.id)
    if (when === undefined || line === undefined) return []
    one.last = { size: note.size, at: instant(when), text: note.text, line }
    return [when]
  })
  const own = present(
    note.lines.find(({ id, name }) => name === key.name && id === key.id),
    'the log’s own line',
  )
  const signed = { text: note.text, size: note.size, own, at: instant(Math.max(0, ...at)) }
  return at.length === 0 ? undefined : { signed, note: writeNote(note.text, note.lines) }
}

function standingOf({ address, state, last }: Asked): WitnessStanding {
  const key = writeNoteKey(address.key, 'witness')
  return { key, state, ...(last === undefined ? {} : { size: last.size, at: last.at }) }
}

/** Makes checkpoints of signed heads and has them cosigned. */
export function createCosigning(deps: CosigningDeps): Cosigning {
  const { log, seed, witness, file } = deps
  const signer = createSigner(seed)
  const key = logKeyOf(signer.key, deps.origin, deps.database)
  const asked: Asked[] = deps.witnesses.map((address) => ({ address, state: 'waiting' }))
  let newest: Signed | undefined
  let cosigned: Kept | undefined = recall(file, key, asked)
  let offeredAt: Instant | undefined
  /** The newest head as a checkpoint: signed once. */
  const signedAt = async (now: Instant): Promise<Signed | undefined> => {
    const head = await witness.fresh(now)
    if (head?.tree === undefined) return newest
    const text = checkpointText({ origin: key.name, ...head.tree })
    if (text !== newest?.text) {
      const signature = Buffer.from(signer.sign(text), 'base64url')
      newest = { text, size: head.tree.size, own: { name: key.name, id: key.id, signature }, at: head.at }
    }
    return newest
  }
  /** What is published is the newest that anybody cosigned, with everybody who did. */
  const publish = async (signed: Signed): Promise<void> => {
    const lines = asked.flatMap(({ last }) => (last?.text === signed.text ? [last.line] : []))
    if (lines.length === 0) return
    const note = writeNote(signed.text, [signed.own, ...lines])
    if (note === cosigned?.note) return
    cosigned = { signed, note }
    await replaceDurably(file, note).catch((error: unknown) => {
      if (!(error instanceof FileFailed)) throw error
      log.warn({ file, error }, 'the cosigned checkpoint could not be kept')
    })
  }
  return {
    offer: async (now) => {
      if (asked.length === 0) return
      const before = newest?.text
      const signed = await signedAt(now)
      if (signed === undefined || witness.problem() !== undefined) return
      const isDone = signed.text === before && asked.every(({ last }) => last?.text === signed.text)
      if (isDone && offeredAt !== undefined && now - offeredAt < againMs) return
      offeredAt = now
      await Promise.all(asked.map((one) => askOne(deps, one, signed)))
      await publish(signed)
    },
    published: async (now) => {
      const signed = await signedAt(now)
      const shown = cosigned ?? (signed && { signed, note: writeNote(signed.text, [signed.own]) })
      if (shown === undefined) return undefined
      return {
        log: writeNoteKey(key, 'log'),
        note: shown.note,
        at: shown.signed.at,
        oldAfterMs: cosignatureOldMs,
        witnesses: asked.map(standingOf),
      }
    },
  }
}

/** The log's key with its name. The same key signs heads: a phone that kept one knows whose checkpoint it is. */
export function logKeyOf(publicKey: string, origin: string | undefined, database: string): NoteKey {
  const key = present(noteKeyBytes(publicKey), 'a public key of 32 bytes')
  const name = origin ?? `bolsillo/${database}/${Buffer.from(key).toString('hex', 0, 8)}`
  return { name, id: noteKeyId(name, 'log', key, sha256Bytes), key }
}
