/** What a search looks at. */
interface Searchable {
  readonly id: string
  readonly ticker: string
  readonly name: string
}

/**
 * Other words people look for, by ticker: brands and names that neither ticker nor name has. In plain words, see
 * `plainWords`. A brand stands with the listed company that owns or operates it in Mexico.
 */
const nicknames: Readonly<Record<string, readonly string[]>> = {
  ALSEA: ['starbucks', 'dominos', 'vips'],
  AMX: ['telcel', 'claro', 'telmex'],
  BNB: ['binance'],
  BOLSA: ['bmv'],
  CUERVO: ['jose cuervo'],
  ETH: ['ether'],
  FEMSA: ['oxxo'],
  GFNORTE: ['banorte'],
  GOOG: ['google', 'youtube'],
  GOOGL: ['google', 'youtube'],
  META: ['facebook', 'instagram', 'whatsapp'],
  WALMEX: ['walmart', 'bodega aurrera', 'sams club'],
  XRP: ['ripple'],
}

/** Letters and digits in lower case without accents, words apart by one space: `Grupo México` is `grupo mexico`. */
export function plainWords(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/**
 * How well an instrument answers a keyword; lower is better, undefined is not at all. The ticker itself, then its
 * beginning, then the beginning of the name, of a nickname or of any word of the name, then anywhere; several words
 * must all be found.
 */
function matchRank(candidate: Searchable, keyword: string): number | undefined {
  const wanted = plainWords(keyword)
  if (wanted === '') return undefined
  const ticker = plainWords(candidate.ticker).replaceAll(' ', '')
  const name = plainWords(candidate.name)
  const known = nicknamesOf(candidate)
  const joined = wanted.replaceAll(' ', '')
  if (ticker === joined || plainWords(candidate.id) === wanted) return 0
  if (ticker.startsWith(joined)) return 1
  if (name.startsWith(wanted) || name.replaceAll(' ', '').startsWith(joined)) return 2
  if (known.some((other) => other.startsWith(wanted))) return 2
  const words = [...name.split(' '), ...known.flatMap((other) => other.split(' '))]
  const parts = wanted.split(' ')
  if (parts.every((part) => words.some((word) => word.startsWith(part)))) return 3
  if (ticker.includes(joined)) return 4
  return name.includes(wanted) ? 5 : undefined
}
/** Whether an instrument answers a keyword but for one typo in each of its words. */
function isNear(candidate: Searchable, keyword: string): boolean {
  const wanted = plainWords(keyword)
  const words = [plainWords(candidate.ticker), plainWords(candidate.name), ...nicknamesOf(candidate)].flatMap((text) =>
    text.split(' '),
  )
  const parts = wanted.split(' ')
  return wanted !== '' && parts.every((part) => words.some((word) => isWordNear(word, part)))
}

function nicknamesOf({ ticker }: Searchable): readonly string[] {
  return nicknames[ticker] ?? []
}

/** Whether a word begins as typed, but for one typo. Both in plain words, see `plainWords`. */
export function isWordNear(word: string, typed: string): boolean {
  return word.startsWith(typed) || startsNear(word, typed)
}

/** The fewest letters in which a typo is forgiven: with fewer, too much is one letter away. */
const typoLettersMin = 4

/** Whether a word begins as typed but for one letter: one missing, one too many, one wrong, or two changed round. */
function startsNear(word: string, typed: string): boolean {
  if (typed.length < typoLettersMin) return false
  return [-1, 0, 1].some(
    (more) => word.length >= typed.length + more && isOneTypo(word.slice(0, typed.length + more), typed),
  )
}

/** Whether two texts are one typo apart (optimal string alignment distance of 1). */
function isOneTypo(one: string, other: string): boolean {
  let from = 0
  while (from < one.length && one[from] === other[from]) from += 1
  const [left, right] = [one.slice(from), other.slice(from)]
  if (left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1)) return true
  const isSwapped = left[0] === right[1] && left[1] === right[0]
  return isSwapped && left.slice(2) === right.slice(2)
}

/**
 * The instruments that answer a keyword, best first; equally good ones keep their order (the market's own ranking). Where
 * none does, those that would but for a typo.
 */
export function searchInstruments<Candidate extends Searchable>(
  candidates: readonly Candidate[],
  keyword: string,
  limit: number,
): readonly Candidate[] {
  const found = candidates
    .flatMap((candidate) => {
      const rank = matchRank(candidate, keyword)
      return rank === undefined ? [] : [{ candidate, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ candidate }) => candidate)
  const all = found.length > 0 ? found : candidates.filter((candidate) => isNear(candidate, keyword))
  return all.slice(0, limit)
}
