import { base64Text, bytesOfHex, cosignedAt, type NoteLine, readNoteLines } from '../../domain/index.ts'
import { isSignedByKey } from './signing.ts'
import type { WitnessAddress } from './witness-addresses.ts'

/** What a witness answered. */
interface WitnessReply {
  readonly status: number
  readonly body: string
}
/** Sends a checkpoint; undefined when nothing answered in time. */
export type PostCheckpoint = (url: string, body: string) => Promise<WitnessReply | undefined>

/** What a witness says of a checkpoint. */
type WitnessWord =
  | { readonly kind: 'cosigned'; readonly line: NoteLine; readonly at: number }
  /** No answer, or none that can be understood. */
  | { readonly kind: 'silent' }
  /** It does not know this log, or its key. */
  | { readonly kind: 'refused' }
  /** It cosigned a journal that this is not the continuation of. */
  | { readonly kind: 'contradicts' }

/** A checkpoint to be cosigned. */
export interface Offer {
  readonly text: string
  /** The whole note, signed by the log. */
  readonly note: string
  readonly size: bigint
  /** The way from an earlier tree to this one; undefined when the journal does not have it. */
  readonly pathFrom: (size: bigint) => Promise<readonly string[] | undefined>
}

const timeoutMs = 5000
const replyMax = 16_384
const sizeShape = /^(?:0|[1-9]\d{0,17})\n$/

/**
 * Asks a witness to cosign (c2sp.org/tlog-witness). `known` is the size it is believed to have cosigned last; when it
 * says another, it is asked once more from there.
 */
export async function askWitness(
  { key, url }: WitnessAddress,
  offer: Offer,
  known: bigint,
  post: PostCheckpoint = postCheckpoint,
): Promise<WitnessWord> {
  for (let [from, tries] = [known, 0]; ; tries += 1) {
    const path = from > offer.size ? undefined : await offer.pathFrom(from)
    // It cosigned more than we have, or what we have no longer leads from there.
    if (path === undefined) return { kind: 'contradicts' }
    const lines = path.map((hash) => `${base64Text(bytesOfHex(hash) ?? new Uint8Array())}\n`).join('')
    const reply = await post(`${url}/add-checkpoint`, `old ${from}\n${lines}\n${offer.note}`)
    if (reply === undefined) return { kind: 'silent' }
    switch (reply.status) {
      case 200:
        return cosignatureIn(reply.body, offer.text, key)
      case 403:
      case 404:
        return { kind: 'refused' }
      case 409: {
        const size = sizeShape.test(reply.body) ? BigInt(reply.body.trim()) : undefined
        // The size it was asked from, and still a conflict: it has another root for it.
        if (size === from) return { kind: 'contradicts' }
        if (size === undefined || tries > 0) return { kind: 'silent' }
        from = size
        break
      }
      case 422:
        return { kind: 'contradicts' }
      default:
        return { kind: 'silent' }
    }
  }
}

function cosignatureIn(body: string, text: string, key: WitnessAddress['key']): WitnessWord {
  for (const line of readNoteLines(body) ?? []) {
    const at = cosignedAt({ text, lines: [line] }, key, isSignedByKey)
    if (at !== undefined) return { kind: 'cosigned', line, at }
  }
  return { kind: 'silent' }
}

/** Over the network. A redirection would be another witness than the one that was named: it is no answer. */
const postCheckpoint: PostCheckpoint = async (url, body) => {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: answer.status, body: await readBounded(answer) }
  } catch {
    return undefined
  }
}

async function readBounded(answer: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of answer.body ?? []) {
    length += part.length
    if (length > replyMax) throw new Error('the answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
