/** What a search looks at. */
interface Searchable {
  readonly id: string
  readonly ticker: string
  readonly name: string
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
 * beginning, then the beginning of the name, of any word of the name, then anywhere; several words must all be found.
 */
function matchRank(candidate: Searchable, keyword: string): number | undefined {
  const wanted = plainWords(keyword)
  if (wanted === '') return undefined
  const ticker = plainWords(candidate.ticker).replaceAll(' ', '')
  const name = plainWords(candidate.name)
  const joined = wanted.replaceAll(' ', '')
  if (ticker === joined || plainWords(candidate.id) === wanted) return 0
  if (ticker.startsWith(joined)) return 1
  if (name.startsWith(wanted)) return 2
  const words = name.split(' ')
  if (wanted.split(' ').every((part) => words.some((word) => word.startsWith(part)))) return 3
  if (ticker.includes(joined)) return 4
  if (name.includes(wanted)) return 5
  return undefined
}

/** The instruments that answer a keyword, best first; equally good ones keep their order (the market's own ranking). */
export function searchInstruments<Candidate extends Searchable>(
  candidates: readonly Candidate[],
  keyword: string,
  limit: number,
): readonly Candidate[] {
  return candidates
    .flatMap((candidate) => {
      const rank = matchRank(candidate, keyword)
      return rank === undefined ? [] : [{ candidate, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ candidate }) => candidate)
}
