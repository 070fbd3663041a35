import type { Instrument } from '@bolsillo/market/domain'
import { symbolsMax } from '../article.ts'

type Named = Pick<Instrument, 'id' | 'name' | 'ticker' | 'country' | 'kind' | 'currency'>

/** Exchanges as newspapers name them beside a ticker, by the country of their shares here. */
const exchanges: Readonly<Record<string, string>> = {
  ...{ BMV: 'MX', BIVA: 'MX' },
  ...{ NYSE: 'US', NASDAQ: 'US', 'NYSE ARCA': 'US', NYSEARCA: 'US' },
}

/**
 * Names on the instrument list that also are a word, a person, a place or another company in a language of the app. Alone they are
 * no sign of what is listed here: only the code is, or the ticker in brackets.
 */
export const namesOfOtherThings: ReadonlySet<string> = new Set([
  ...['Alfa', 'Regional', 'Visa', 'Apple', 'Amazon', 'Oracle', 'Intel', 'Travelers', 'Caterpillar', 'Tesla', 'Merck'],
  ...['Adobe', 'Nike', 'Walmart', 'Walt Disney', 'Waste Management', 'Stellar', 'Cosmos', 'Pepe', 'Sui', 'Avalanche'],
  ...['Cardano', 'Shiba Inu', 'Internet Computer', 'Hedera', 'Tether', 'Polkadot', 'Solana', 'Aptos'],
])

interface Found {
  readonly id: string
  readonly from: number
  readonly to: number
}

/**
 * The instruments that a text names, in the order it names them, at most `symbolsMax`: by the whole name as listed, with its
 * capitals and accents; by the code (`WALMEX.MX`); or by the ticker in brackets, that of a share with its exchange before it
 * (`(BMV: WALMEX)`, `(BTC)`). Nothing else is a sign, and a name within a longer one that is listed is none.
 */
export function namedInstruments(text: string, instruments: readonly Named[]): readonly string[] {
  const plain = text.replaceAll('’', "'")
  const found = instruments.filter(isTied).flatMap((one) => placesOf(one, plain))
  const whole = found.filter(
    (one) => !found.some((other) => other.from <= one.from && other.to >= one.to && lengthOf(other) > lengthOf(one)),
  )
  const ordered = whole.toSorted((a, b) => a.from - b.from || (a.id < b.id ? -1 : 1))
  return [...new Set(ordered.map(({ id }) => id))].slice(0, symbolsMax)
}

const lengthOf = ({ from, to }: Found): number => to - from

/** Of a coin with several markets that in dollars has its news; contracts follow it. */
const isTied = ({ kind, currency }: Named): boolean => kind === 'stock' || (kind === 'coin' && currency === 'USDT')

function placesOf({ id, name, ticker, country, kind }: Named, text: string): readonly Found[] {
  const words = namesOfOtherThings.has(name) ? [id] : [id, name.replaceAll('’', "'")]
  return [
    ...words.flatMap((word) => placesOfWord(word, text)).map((at) => ({ id, ...at })),
    ...[...text.matchAll(bracketed)]
      .filter(([, exchange = '', symbol]) =>
        symbol !== ticker ? false : kind === 'coin' ? exchange === '' : exchanges[exchange] === country,
      )
      .map((match) => ({ id, from: match.index, to: match.index + match[0].length })),
  ]
}

const bracketed = /\((?:([A-Z]{3,6}(?: ARCA)?) ?: ?)?([A-Z0-9&*]{1,10})\)/g
const joined = /[\p{L}\p{M}\p{N}&]/u

function placesOfWord(word: string, text: string): readonly Omit<Found, 'id'>[] {
  const places: Omit<Found, 'id'>[] = []
  for (let from = text.indexOf(word); from >= 0; from = text.indexOf(word, from + word.length)) {
    const to = from + word.length
    if (isEnd(text.slice(0, from), -1) && isEnd(text.slice(to), 1)) places.push({ from, to })
  }
  return places
}

/** Whether a name may begin or end here: nothing that belongs to a word is beside it, also not over a hyphen. */
function isEnd(beside: string, way: 1 | -1): boolean {
  const two = way === 1 ? [...beside.slice(0, 4)].slice(0, 2) : [...beside.slice(-4)].toReversed().slice(0, 2)
  const [near = '', next = ''] = two
  return !joined.test(near) && !(/[-./]/.test(near) && joined.test(next) && near !== '.')
}
