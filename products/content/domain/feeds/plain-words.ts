import { decodeNamedCharacterReference } from 'decode-named-character-reference'
import { withoutInvisible } from '../rich-text.ts'

// Feeds write HTML within text, and some write it twice escaped.
const roundsMax = 4
/** Of a text that is longer only the beginning is read, so that none takes long. */
const readMax = 20_000
const tag = /<[a-z/!?][^>]*(?:>|$)/i

/**
 * Text of a feed as plain words of at most `most` UTF-16 units: markup and what belongs to scripts and styles is gone, references
 * to characters are read, nothing in it is invisible or turns the text around.
 */
export function plainWords(source: string, most: number): string {
  let text = source.slice(0, readMax).toWellFormed()
  for (let round = 0; round < roundsMax; round += 1) {
    // First what is invisible: it can stand within a tag, and hide it.
    const read = readReferences(withoutMarkup(withoutInvisible(text)))
    if (read === text) break
    text = read
  }
  // What is still like markup after that is nothing anybody wrote to be read.
  const words = withoutInvisible(tag.test(text) ? text.replaceAll(/[<>]/g, ' ') : text)
    .normalize('NFC')
    // More marks over one letter than any language writes.
    .replaceAll(/(\p{M}{3})\p{M}+/gu, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return cut(words, most)
}

function withoutMarkup(text: string): string {
  return text
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replaceAll(/<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g, '$1')
    .replaceAll(/<(script|style|template|noscript|iframe|object|svg|math|head)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replaceAll(/<\/?(?:p|br|div|li|ul|ol|tr|td|th|h[1-6]|blockquote|figure|hr)\b[^>]*(?:>|$)/gi, ' ')
    .replaceAll(new RegExp(tag.source, 'gi'), '')
}

function readReferences(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,31}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return decodeNamedCharacterReference(name) || whole
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point).toWellFormed() : ' '
  })
}

/** The first words, with a mark that there are more. */
function cut(words: string, most: number): string {
  if (words.length <= most) return words
  const space = words.lastIndexOf(' ', most - 1)
  return `${words
    .slice(0, space > most / 2 ? space : most - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`
}
