// Words that belong to a name and tell nobody apart.
const particles = new Set([
  'DE',
  'DEL',
  'LA',
  'LAS',
  'LOS',
  'Y',
  'E',
  'MC',
  'MAC',
  'VON',
  'VAN',
  'DA',
  'DAS',
  'DO',
  'DOS',
  'DI',
])

/** A name's words as they are compared: capitals without accents, Ñ as N, without particles. */
export function nameWords(name: string): readonly string[] {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/['’]/g, '')
    .split(/[^A-Z]+/)
    .filter((word) => word !== '' && !particles.has(word))
}

/** With fewer words in common, two names are not one person's. */
const wordsInCommonMin = 2

/**
 * Whether two ways to write a name are one person's: accents, case, order and left-out names aside. Every word of the
 * words of the shorter one must be among those of the longer one, and there must be at least two.
 */
export function isSameName(one: string, other: string): boolean {
  const [shorter, longer] = [nameWords(one), nameWords(other)].sort((a, b) => a.length - b.length)
  if (shorter === undefined || longer === undefined || shorter.length < wordsInCommonMin) return false
  const left = [...longer]
  return shorter.every((word) => {
    const place = left.indexOf(word)
    if (place >= 0) left.splice(place, 1)
    return place >= 0
  })
}

// Letters of Latin script, and what joins them: no digits, no emoji, nothing invisible, no heaped accents.
const nameShape = /^\p{Script=Latin}[\p{Script=Latin} .'’-]*$/u

/** Whether a text can be a person's full name: two words at least, one of them of more than one letter. */
export function isPersonName(text: string): boolean {
  const words = text.trim().split(/\s+/)
  return (
    nameShape.test(text.trim()) &&
    words.length >= 2 &&
    words.every((word) => word.length <= 40) &&
    words.filter((word) => /\p{L}{2}/u.test(word)).length >= 2
  )
}
