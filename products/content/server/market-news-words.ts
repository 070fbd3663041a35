import { decimalUnits, fillText, formatPercent, numberStyleOf, priceOf, quantityOf } from '@bolsillo/kernel'
import { type Instrument, writePrice, writeQuantity } from '@bolsillo/market/domain'
import type { Language } from '@bolsillo/server-kit'
import type { MarketNews, MoveFacts, WaveFacts } from '../domain/index.ts'
import { sentences as enUS } from '../messages/market/en-US.ts'
import { sentences as esES } from '../messages/market/es-ES.ts'
import { sentences as ptBR } from '../messages/market/pt-BR.ts'

const sentences = { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR } as const

/** News of the market as lists have it: its words follow from its facts. */
export function marketHeadOf(news: MarketNews, language: Language, instruments: readonly Instrument[]) {
  const instrument = instruments.find(({ id }) => id === news.symbol)
  const { title, text } = wordsOf(news, language, instrument)
  return {
    ...{ id: news.articleId, number: 1, kind: 'news' as const, title, lead: text, isPinned: false },
    ...{ symbols: [news.symbol], publishedAt: news.writtenAt },
    market: {
      ...{ kind: news.kind, symbol: news.symbol, happenedAt: news.happenedAt },
      ...{ instrument: instrument?.kind ?? '', currency: instrument?.currency ?? '' },
      ...(news.kind === 'large-move'
        ? { move: writeMove(news.facts, instrument) }
        : { wave: writeWave(news.facts, instrument) }),
    },
  }
}

/** The same with its text. */
export function marketWholeOf(news: MarketNews, language: Language, instruments: readonly Instrument[]) {
  const head = marketHeadOf(news, language, instruments)
  return { ...head, blocks: [{ is: 'paragraph' as const, rows: [[{ text: head.lead }]] }] }
}

function wordsOf(news: MarketNews, language: Language, instrument: Instrument | undefined) {
  const style = numberStyleOf(language)
  // The ticker of a contract is that of its coin, which is another market.
  const ticker = instrument === undefined || instrument.kind === 'perpetual' ? news.symbol : instrument.ticker
  const currency = instrument?.currency ?? ''
  const filled = ({ title, text }: { readonly title: string; readonly text: string }, of: Record<string, string>) => ({
    title: fillText(title, { ...of, ticker, currency }, style),
    text: fillText(text, { ...of, ticker, currency }, style),
  })
  if (news.kind === 'liquidation-wave') {
    const wave = writeWave(news.facts, instrument)
    return filled(sentences[language].wave, { ...wave, coin: instrument?.ticker ?? '', from: '', to: '' })
  }
  const { previousClose, price, percent } = writeMove(news.facts, instrument)
  const way = percent.startsWith('-') ? 'down' : 'up'
  const sentence = instrument?.kind === 'coin' ? (way === 'up' ? 'coinUp' : 'coinDown') : way
  return filled(sentences[language][sentence], {
    ...{ before: previousClose, price },
    percent: formatPercent(percent.replace('-', ''), style, { decimals: 2, sign: 'never' }),
  })
}

/** A recorded price as its market writes it; of what this market has no more, as it was recorded. */
function priceText(text: string, instrument: Instrument | undefined): string {
  if (instrument === undefined) return text
  return writePrice(priceOf(decimalUnits(text, instrument.scale.priceScale)), instrument)
}

function writeMove({ quarterStart, previousClose, price, ...facts }: MoveFacts, instrument: Instrument | undefined) {
  return {
    ...facts,
    quarterStart: Number(quarterStart),
    generated: false as const,
    previousClose: priceText(previousClose, instrument),
    price: priceText(price, instrument),
  }
}

function writeWave({ from, to, quantity, low, high, ...facts }: WaveFacts, instrument: Instrument | undefined) {
  const scale = instrument?.scale.quantityScale
  return {
    ...facts,
    ...{ from: Number(from), to: Number(to), low: priceText(low, instrument), high: priceText(high, instrument) },
    quantity:
      instrument === undefined || scale === undefined
        ? quantity
        : writeQuantity(quantityOf(decimalUnits(quantity, scale)), instrument),
  }
}
