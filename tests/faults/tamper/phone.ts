import { hash } from 'node:crypto'
import {
  cosignedAt,
  headStatement,
  hexBytesOf,
  isExtension,
  isLogsCheckpoint,
  noteKeyBytes,
  readCheckpoint,
  readNoteKey,
  readPlainHead,
  type Sha256Bytes,
  type TreeHead,
  urlBase64,
  type WitnessLine,
} from '@bolsillo/ledger/domain'
import { isSignedByKey, isSignedWith } from '@bolsillo/ledger/server'

const sha256: Sha256Bytes = (bytes) => hash('sha256', bytes, 'buffer')

/** What a phone of the experiment came to. */
export type PhoneFinding =
  | { readonly kind: 'sound'; readonly cosignatures: number }
  /** By the head it saw before, or by what witnesses cosigned. */
  | { readonly kind: 'fork'; readonly by: 'head' | 'witnesses' }

/**
 * A phone that asks a server as the app does at every start (`platform/ledger/web/journal`, whose own code its tests run): the
 * newest head against the one it saw, and what witnesses cosigned against the head.
 */
export function createPhone(seen?: WitnessLine) {
  let kept = seen
  const look = async (url: string): Promise<PhoneFinding> => {
    const books = await ask<{ signed?: Record<string, unknown> }>(url, '/index/ledger')
    const head = readPlainHead(books?.signed ?? {})
    if (head?.tree === undefined || !isSignedWith(head.key, headStatement(head), head.signature))
      throw new Error('the server shows no signed head')
    if (kept?.tree !== undefined && !(await areOne(url, kept.tree, head.tree))) return { kind: 'fork', by: 'head' }
    kept = head
    const { cosigned, witnesses = [] } =
      (await ask<{ cosigned?: { note: string; log: string }; witnesses: { key: string }[] }>(
        url,
        '/index/ledger/witnesses',
      )) ?? {}
    const note = readCheckpoint(cosigned?.note ?? '')
    const log = readNoteKey(cosigned?.log ?? '', 'log', sha256)
    if (note === undefined || log === undefined) return { kind: 'sound', cosignatures: 0 }
    const isHouses = urlBase64(noteKeyBytes(head.key) ?? new Uint8Array()) === urlBase64(log.key)
    if (!isHouses || !isLogsCheckpoint(note, log, isSignedByKey)) throw new Error('the checkpoint is not the house’s')
    if (!(await areOne(url, note, head.tree))) return { kind: 'fork', by: 'witnesses' }
    const true_ = witnesses.filter(({ key }) => {
      const own = readNoteKey(key, 'witness', sha256)
      return own !== undefined && cosignedAt(note, own, isSignedByKey) !== undefined
    })
    return { kind: 'sound', cosignatures: true_.length }
  }
  return { look, seen: () => kept }
}

async function areOne(url: string, one: TreeHead, other: TreeHead): Promise<boolean> {
  const [from, to] = one.size <= other.size ? [one, other] : [other, one]
  if (from.size === to.size) return from.root === to.root
  const found = await ask<{ path: string[] }>(url, `/index/ledger/consistency?from=${from.size}&to=${to.size}`)
  const path = found?.path.map(hexBytesOf).filter((step) => step !== undefined) ?? []
  return found !== undefined && isExtension(from, to, path, sha256)
}

/** What a public call answers; undefined when it is refused. */
export async function ask<Reply>(url: string, path: string): Promise<Reply | undefined> {
  const answer = await fetch(`${url}/ipcf-api${path}`, { headers: { 'x-requested-with': 'XMLHttpRequest' } })
  const { data } = (await answer.json()) as { data?: Reply | null }
  return data ?? undefined
}
