import type { LineKind } from './conversation.ts'

/** The words of a transcript, in its reader's language. */
export interface TranscriptWords {
  readonly title: string
  readonly topic: string
  readonly about: string
  readonly opened: string
  readonly customer: string
  readonly staff: string
  readonly hash: string
  readonly salt: string
  readonly picture: string
  readonly check: string
  readonly events: Readonly<Record<Exclude<LineKind, 'message'>, string>>
}

export interface TranscriptLine {
  readonly no: number
  readonly kind: LineKind
  readonly side: 'customer' | 'staff'
  readonly at: number
  readonly text?: string | undefined
  readonly hash?: string | undefined
  readonly salt?: string | undefined
  readonly pictures?: readonly { readonly name: string; readonly bytes: number; readonly hash: string }[] | undefined
}

interface Transcribed {
  readonly id: string
  /** In words. */
  readonly topic: string
  readonly about?: string | undefined
  readonly openedAt: number
}

/**
 * What is hashed of a message; the act of the audit has the hash. The salt keeps a short message from being found by trying,
 * and is in the transcript, so that whoever has that can hash the message again.
 */
export function messageText(message: {
  readonly id: string
  readonly no: number
  readonly salt: string
  readonly text: string
}): string {
  const { id, no, salt, text } = message
  return `bolsillo.support-message.1\n${id}\n${no}\n${salt}\n${text}`
}

/** A conversation as a text file: the same bytes on the server and on the phone, times in UTC. */
export function transcriptText(of: Transcribed, lines: readonly TranscriptLine[], words: TranscriptWords): string {
  const moment = (at: number): string => new Date(at).toISOString()
  const head = [
    ...[words.title, of.id, `${words.topic}: ${of.topic}`],
    ...(of.about === undefined ? [] : [`${words.about}: ${of.about}`]),
    `${words.opened}: ${moment(of.openedAt)}`,
  ]
  const body = lines.flatMap(({ no, kind, side, at, text = '', hash = '', salt = '', pictures = [] }) => {
    const who = `${no}. ${moment(at)} · ${words[side]}`
    // Lines of a message are set in, so that none can be taken for a line of the transcript.
    if (kind !== 'message') return ['', `${who} · ${words.events[kind]}`]
    const said = text.split('\n').map((line) => `    ${line}`)
    const attached = pictures.map((one) => `  ${words.picture}: ${one.name} · ${one.bytes} B · SHA-256 ${one.hash}`)
    return ['', who, ...said, `  ${words.hash}: ${hash}`, `  ${words.salt}: ${salt}`, ...attached]
  })
  return `${[...head, ...body, '', words.check].join('\n')}\n`
}
