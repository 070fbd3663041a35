import type { Instrument } from '@bolsillo/market/domain'
import type { ListedMarket, MarketFacts, Protocol } from './protocols/protocol.ts'
import { decimalsOf, exactUnits } from './reading/decimals.ts'
import { asFields, asText, attempt } from './reading/fields.ts'

/** A market of an exchange as one of our instruments. */
export interface ServedMarket {
  readonly instrument: Instrument
  readonly streamSymbol: string
  readonly restId: string
  /** Decimals the exchange writes prices and quantities with: its checksum is made of them. */
  readonly priceDecimals: number
  readonly quantityDecimals: number
}

/** Why an instrument of ours is not served. */
type NotServed =
  | 'not-listed'
  | 'not-trading'
  /** Prices move in other steps there than here: they would be prices nobody could ask for. */
  | 'other-tick'
  /** Quantities there are finer than ours can say. */
  | 'finer-step'
  | 'unreadable'

export interface Served {
  readonly markets: readonly ServedMarket[]
  readonly refused: readonly { readonly instrumentId: string; readonly reason: NotServed; readonly detail?: string }[]
}

/** What ccxt calls an instrument: `BTC/USDT` is our `BTC-USDT`. Undefined: nothing an exchange of coins has. */
function symbolOf({ id, kind }: Instrument): string | undefined {
  if (kind === 'coin') return id.replace('-', '/')
  return kind === 'fx' ? id : undefined
}

/** Which of our instruments an exchange can serve: spot markets of the same base and quote, in the same steps. */
export function serveInstruments(
  instruments: readonly Instrument[],
  listed: readonly ListedMarket[],
  protocol: Protocol,
): Served {
  const bySymbol = new Map(listed.map((market) => [market.symbol, market]))
  const markets: ServedMarket[] = []
  const refused: { instrumentId: string; reason: NotServed; detail?: string }[] = []
  for (const instrument of instruments) {
    const market = bySymbol.get(symbolOf(instrument) ?? '')
    const facts = market === undefined ? undefined : attempt(() => protocol.readMarket(market))
    if (facts === undefined) refused.push({ instrumentId: instrument.id, reason: 'not-listed' })
    else if ('refused' in facts) {
      refused.push({ instrumentId: instrument.id, reason: 'unreadable', detail: facts.refused })
    } else {
      const served = serve(instrument, facts.value)
      if (typeof served === 'string') refused.push({ instrumentId: instrument.id, reason: served })
      else markets.push(served)
    }
  }
  return { markets, refused }
}

function serve(instrument: Instrument, facts: MarketFacts): ServedMarket | NotServed {
  if (!facts.isTrading) return 'not-trading'
  const { priceScale, quantityScale } = instrument.scale
  const tick = exactUnits(facts.tick, priceScale)
  const [priceDecimals, quantityDecimals] = [decimalsOf(facts.tick), decimalsOf(facts.step)]
  if (tick === undefined || priceDecimals === undefined) return 'other-tick'
  if (instrument.ticks.some((step) => step.tick !== tick)) return 'other-tick'
  if (quantityDecimals === undefined || quantityDecimals > quantityScale) return 'finer-step'
  const { streamSymbol, restId } = facts
  return { instrument, streamSymbol, restId, priceDecimals, quantityDecimals }
}

/** ccxt's list of markets, as far as it is spot and can be read; entries of another shape are left out. */
export function readListedMarkets(answer: unknown): readonly ListedMarket[] {
  if (!Array.isArray(answer)) return []
  return answer.flatMap((raw: unknown): ListedMarket[] => {
    const read = attempt(() => {
      const market = asFields(raw, 'market')
      const [symbol, info] = [asText(market.symbol, 'symbol'), asFields(market.info, 'info')]
      return { isSpot: market.spot === true, market: { symbol, info } }
    })
    return 'value' in read && read.value.isSpot ? [read.value.market] : []
  })
}
