import type { TransportMessage } from '@bolsillo/identity/server'
import type { Language } from '@bolsillo/server-kit'

/** What a short text of the practice market begins with. */
const practiceMark: Readonly<Record<Language, string>> = {
  'es-ES': 'Práctica: dinero no real',
  'en-US': 'Practice: no real money',
  'pt-BR': 'Prática: dinheiro não real',
}

/** What a short text is made with. */
export interface TextPlaces {
  /** Our own origins: what leads anywhere else is no longer a link when it leaves. */
  readonly origins: readonly string[]
  /** The app's own: a phone fills in a code nowhere else. */
  readonly appUrl: string
  readonly practice: boolean
}

type TextMessage = Pick<TransportMessage, 'language' | 'text' | 'code'>

/** The longest text without its link: five parts of an SMS with accents. */
const textMax = 320

/** Writes an SMS: the message's text without its title, which says the same, on one line. */
export function writeShortText(message: TextMessage, places: TextPlaces): string {
  const { rest, link } = splitLink(oneLine(message.text), places.origins)
  const plain = withoutLinks(rest.slice(0, 2 * textMax), places.origins)
  const named = plain.includes('Bolsillo') ? plain : `Bolsillo: ${plain}`
  const marked = places.practice ? `[${practiceMark[message.language]}] ${named}` : named
  const text = link === undefined ? cut(marked) : `${cut(marked)} ${link}`
  const bound = message.code === undefined ? undefined : boundCode(message.code, places.appUrl)
  return bound === undefined ? text : `${text}\n\n${bound}`
}

/** The line by which phones offer a code to pages of our own name alone, and to no copy of them. */
function boundCode(code: string, appUrl: string): string | undefined {
  const { protocol, host } = new URL(appUrl)
  return protocol === 'https:' ? `@${host} #${code}` : undefined
}

// Line breaks, controls, and the marks that turn the direction of writing and so disguise a text.
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu
const oneLine = (text: string): string => text.replace(unprintable, ' ').trim()

const isOwn = (text: string, origins: readonly string[]): boolean =>
  /^https?:\/\//.test(text) && URL.canParse(text) && origins.includes(new URL(text).origin)

function splitLink(text: string, origins: readonly string[]): { readonly rest: string; readonly link?: string } {
  const at = text.lastIndexOf(' ')
  const last = text.slice(at + 1)
  return isOwn(last, origins) ? { rest: text.slice(0, Math.max(0, at)), link: last } : { rest: text }
}

/**
 * Phones make links of whatever looks like a name or address of the network. What others wrote (the
 * name of a key, a reason) must not become a link in a message that people trust.
 */
function withoutLinks(text: string, origins: readonly string[]): string {
  return text
    .split(' ')
    .map((word) => (isOwn(word, origins) || isMail(word) ? word : apart(word)))
    .join(' ')
}

const isMail = (word: string): boolean => /^[\w.+•-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}[.,;:)]*$/i.test(word)

const apart = (word: string): string =>
  word
    .replace(/[a-z][a-z0-9+.-]{0,20}:\/+/giu, '')
    .replace(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, (address) => address.replaceAll('.', '·'))
    .replace(/[.。．｡](?=[\p{L}\p{M}])/gu, '. ')

function cut(text: string): string {
  if (text.length <= textMax) return text
  const part = text.slice(0, textMax)
  return `${part.slice(0, Math.max(part.lastIndexOf(' '), textMax - 40)).trimEnd()}…`
}
