import { auditOfAct, readOneAct, readPlainHead, type WitnessLine } from '../../domain/index.ts'
import { inTree } from './check-inclusion.ts'
import { loadDeviceHash } from './device-hash.ts'
import { type AskServer, followHead, type HeadFollowing } from './follow-head.ts'
import { storedHead } from './remembered-head.ts'

/** A record of the audit as an act, with its way to a signed head. */
export interface RecordedLine {
  readonly seq: string
  readonly act?: string | undefined
  readonly way?: { readonly index: string; readonly path: readonly string[] } | undefined
  readonly head?: Readonly<Record<string, unknown>> | undefined
}

/** The record an act is, given its bytes in hex; undefined when it is none. */
function readAct(hex: string) {
  const read = readOneAct(hex)
  const found = read === undefined ? undefined : auditOfAct(read.act)
  return read === undefined || found === undefined
    ? undefined
    : { bytes: read.preimage, seq: found.seq, ...found.record }
}

/**
 * Follows each line that has a way to its head, and the head to the last one this device saw. Those that have none are
 * passed over.
 */
export async function followActs(following: HeadFollowing, lines: readonly RecordedLine[]) {
  const { sha256 } = following.device
  const heads = new Map<string, WitnessLine>()
  for (const { seq, act, way, head: fields = {} } of lines) {
    if (way === undefined) continue
    const known = heads.get(String(fields.signature))
    const head = known ?? readPlainHead(fields)
    const read = act === undefined ? undefined : readOneAct(act)
    if (head?.tree === undefined || read === undefined) return { kind: 'false', seq } as const
    if (!inTree(head.tree, sha256)(way, String(read.act.number), sha256(read.preimage)))
      return { kind: 'false', seq } as const
    if (known !== undefined) continue
    const { kind } = await followHead(following, head)
    if (kind === 'contradicts' || kind === 'unknown') return { kind } as const
    if (kind === 'unsigned') return { kind: 'false', seq } as const
    heads.set(head.signature, head)
  }
  const last = [...heads.values()].at(-1)
  return last === undefined ? ({ kind: 'unknown' } as const) : ({ kind: 'signed', size: String(last.seq) } as const)
}

/** Reads and follows acts on this device. */
export async function actFollowing({ call }: { readonly call: AskServer }) {
  const device = await loadDeviceHash()
  const following = { ask: call, memory: storedHead, device }
  return { readAct, follow: (lines: readonly RecordedLine[]) => followActs(following, lines) }
}
