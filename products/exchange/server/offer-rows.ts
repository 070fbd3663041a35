import type { ReplyOf } from '@bolsillo/contract'
import type { Rate } from '@bolsillo/conversion/domain'
import { type ConversionQuote, conversionSpread } from '@bolsillo/conversion/server'
import { type Money, writeDecimal, writeMoney } from '@bolsillo/kernel'
import type { quoteExchange, readExchange } from '../contract/index.ts'
import { inverseRate } from '../domain/index.ts'

type RateRow = ReplyOf<typeof readExchange>['rates'][number]
type Offer = ReplyOf<typeof quoteExchange>['offer']

/** The bound of the published spread: nobody can set it higher. */
export const spreadBpsMax = conversionSpread.max

/** A rate as the wire has it, with every price behind it. */
export function writeRate({ base, quote, mid, scale, at, stale, ticks }: Rate): RateRow {
  return {
    pair: `${base.code}/${quote.code}`,
    mid: writeDecimal(mid, scale),
    inverse: inverseRate(mid, scale),
    at,
    stale,
    ticks: ticks.map((tick) => ({
      pair: `${tick.base.code}/${tick.quote.code}`,
      mid: writeDecimal(tick.mid, tick.scale),
      source: tick.source,
      sequence: String(tick.sequence),
      at: tick.at,
    })),
  }
}

/** An offer as the wire has it. */
export function writeOffer(quote: ConversionQuote): Offer {
  const { source, target, detour } = quote
  return {
    quoteId: quote.quoteId,
    purse: quote.purse,
    exact: quote.exact,
    source: writeAmount(source),
    target: writeAmount(target),
    rate: {
      pair: quote.pair,
      mid: writeDecimal(quote.mid, quote.midScale),
      inverse: inverseRate(quote.mid, quote.midScale),
      at: Math.min(...quote.ticks.map(({ at }) => at)),
      stale: false,
      ticks: quote.ticks.map(({ pair, mid, scale, source: from, sequence, at }) => ({
        pair,
        mid: writeDecimal(mid, scale),
        source: from,
        sequence: String(sequence),
        at,
      })),
    },
    spreadBps: Number(quote.spreadBps),
    spreadBpsMax,
    fee: writeMoney(quote.charge),
    rounding: writeMoney(quote.rounding),
    ...(detour === undefined
      ? {}
      : {
          worst: {
            via: detour.via.code,
            source: writeMoney({ minor: detour.sourceMinor, asset: source.asset }),
            target: writeMoney({ minor: detour.targetMinor, asset: target.asset }),
            dearerBy: writeAmount(
              quote.exact === 'source'
                ? { minor: target.minor - detour.targetMinor, asset: target.asset }
                : { minor: detour.sourceMinor - source.minor, asset: source.asset },
            ),
          },
        }),
    quotedAt: quote.quotedAt,
    expiresAt: quote.expiresAt,
  }
}

/** An amount with what it is of. */
export function writeAmount(amount: Money): { readonly asset: string; readonly amount: string } {
  return { asset: amount.asset.code, amount: writeMoney(amount) }
}
