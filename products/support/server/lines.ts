import { createHash } from 'node:crypto'
import { sideOf } from '@bolsillo/cases/server'
import type { Instant } from '@bolsillo/kernel'
import { randomBytes, type Tx } from '@bolsillo/server-kit'
import { messageText } from '../domain/index.ts'
import { type Conversation, insertLine, type StoredLine } from './conversation-store.ts'
import type { SupportDeps } from './deps.ts'
import { supportCase } from './support-case.ts'

type Of = Pick<Conversation, 'id' | 'customerId' | 'closedAt'>

const saltBytes = 16
const aboutMessage = ({ id, customerId }: Of, no: number): string =>
  `bolsillo.support-message.1\n${id}\n${customerId}\n${no}`

/** What is sealed of a message. */
interface Sealed {
  readonly text: string
  readonly salt: string
}

/** Seals a message as the next line, with its record; the record has its hash, never its text. */
export async function addMessage(
  deps: SupportDeps,
  tx: Tx,
  of: Of,
  message: { readonly no: number; readonly actor: string; readonly at: Instant; readonly text: string },
): Promise<void> {
  const { no, actor, at, text } = message
  const salt = randomBytes(deps.services.rng, saltBytes).toString('hex')
  const hash = createHash('sha256')
    .update(messageText({ id: of.id, no, salt, text }))
    .digest('hex')
  const plain: Sealed = { text, salt }
  const sealed = deps.sealer.seal(Buffer.from(JSON.stringify(plain), 'utf8'), aboutMessage(of, no))
  await insertLine(tx, of, { no, kind: 'message', actor, at, sealed, hash, reason: undefined })
  const what = actor === of.customerId ? 'write' : 'answer'
  await supportCase.happened(deps, tx, of, { what, at, actor, details: { number: String(no), hash } })
}

const effectOf = { taken: 'take', closed: 'close', reopened: 'reopen' } as const

/** Adds a line that is no message, with its record. */
export async function addEvent(
  deps: SupportDeps,
  tx: Tx,
  of: Of,
  line: Pick<StoredLine, 'no' | 'actor' | 'at' | 'reason'> & { readonly kind: keyof typeof effectOf },
): Promise<void> {
  const { no, kind, actor, at, reason } = line
  await insertLine(tx, of, { no, kind, actor, at, reason, sealed: undefined, hash: undefined })
  await supportCase.happened(deps, tx, of, {
    ...{ what: effectOf[kind], at, actor, details: { number: String(no), reason } },
  })
}

/** Lines as readers get them: who acted of the staff is not said. */
export function writeLines({ sealer }: SupportDeps, of: Of, lines: readonly StoredLine[]) {
  return lines.map(({ no, kind, actor, at, sealed, hash, reason }) => {
    const side = sideOf(actor) ?? 'staff'
    const line = { no, kind, side, at, ...(reason === undefined ? {} : { reason }) }
    if (sealed === undefined || hash === undefined) return line
    // Sealed by us, whole: what opens is what was written.
    const { text, salt } = JSON.parse(sealer.open(sealed, aboutMessage(of, no)).toString('utf8')) as Sealed
    return { ...line, text, salt, hash }
  })
}
