import { createHash } from 'node:crypto'
import { sideOf } from '@bolsillo/cases/server'
import type { Instant } from '@bolsillo/kernel'
import { type Db, randomBytes, type Tx } from '@bolsillo/server-kit'
import { messageText, pictureName } from '../domain/index.ts'
import { type Attachment, findAttachments, insertAttachments } from './attachment-store.ts'
import { type Conversation, findLines, insertLine, type StoredLine } from './conversation-store.ts'
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

/** A message on its way to be kept. */
interface Message {
  readonly no: number
  readonly actor: string
  readonly at: Instant
  readonly text: string
  readonly pictures?: readonly Attachment[]
}

/** Hashes as a record has them. */
const joined = (hashes: readonly string[]): string | undefined => (hashes.length === 0 ? undefined : hashes.join(' '))

/** Seals a message as the next line, with its record; the record has its hash and those of its pictures, never its text. */
export async function addMessage(deps: SupportDeps, tx: Tx, of: Of, message: Message): Promise<void> {
  const { no, actor, at, text, pictures = [] } = message
  const salt = randomBytes(deps.services.rng, saltBytes).toString('hex')
  const hash = createHash('sha256')
    .update(messageText({ id: of.id, no, salt, text }))
    .digest('hex')
  const plain: Sealed = { text, salt }
  const sealed = deps.sealer.seal(Buffer.from(JSON.stringify(plain), 'utf8'), aboutMessage(of, no))
  await insertLine(tx, of, { no, kind: 'message', actor, at, sealed, hash, reason: undefined })
  await insertAttachments(tx, of, no, pictures)
  const what = actor === of.customerId ? 'write' : 'answer'
  const details = {
    ...{ number: String(no), hash, pictures: joined(pictures.map((one) => one.hash)) },
    storedPictures: joined(pictures.map((one) => one.storedHash)),
  }
  await supportCase.happened(deps, tx, of, { what, at, actor, details })
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

/** The lines of a conversation as readers get them: who acted of the staff is not said. */
export async function readWrittenLines({ sealer }: SupportDeps, db: Db, of: Of) {
  const [lines, attachments] = [await findLines(db, of.id), await findAttachments(db, of.id)]
  return lines.map(({ no, kind, actor, at, sealed, hash, reason }) => {
    const side = sideOf(actor) ?? 'staff'
    const line = { no, kind, side, at, ...(reason === undefined ? {} : { reason }) }
    if (sealed === undefined || hash === undefined) return line
    // Sealed by us, whole: what opens is what was written.
    const { text, salt } = JSON.parse(sealer.open(sealed, aboutMessage(of, no)).toString('utf8')) as Sealed
    const pictures = attachments.get(no)?.map(({ fileId, bytes, hash: own }, index) => {
      return { fileId, name: pictureName(of.id, no, index + 1), bytes, hash: own }
    })
    return { ...line, text, salt, hash, ...(pictures === undefined ? {} : { pictures }) }
  })
}
