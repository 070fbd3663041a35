import { type Asset, type Id, type Instant, type Money, plusMs } from '@bolsillo/kernel'
import { available } from '@bolsillo/ledger/domain'
import type { Ledger } from '@bolsillo/ledger/server'
import type { Services, Tx } from '@bolsillo/server-kit'
import { defineSetting } from '@bolsillo/settings/domain'
import type { Settings } from '@bolsillo/settings/server'
import {
  type ConversionFacts,
  type ConversionPurse,
  conversionEntry,
  conversionFor,
  type MidRate,
} from '../domain/index.ts'
import { findQuote, insertExecution, insertQuote } from './conversion-store.ts'

/** The middle of a pair as a market gave it. */
export interface SourcedMid extends MidRate {
  readonly source: string
  readonly sequence: bigint
  readonly at: Instant
  readonly stale: boolean
}

/** A conversion as offered. */
export interface ConversionQuote extends ConversionFacts {
  readonly midAt: Instant
  readonly quotedAt: Instant
  readonly expiresAt: Instant
}

export type QuoteOutcome =
  | { readonly kind: 'quoted'; readonly quote: ConversionQuote }
  | { readonly kind: 'unavailable' }

export type ExecuteOutcome =
  | { readonly kind: 'executed'; readonly quote: ConversionQuote; readonly entryId: Id<'ent'> }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'insufficient'; readonly available: Money; readonly short: Money }

/** Converts a customer's cash between currencies: an offer with all its inputs, then its execution by id. */
export interface Conversions {
  /** Offers to give exactly `target`. Unavailable while the market gives no fresh price of the pair. */
  readonly quote: (
    tx: Tx,
    wish: {
      readonly customerId: Id<'cus'>
      readonly purse: ConversionPurse
      readonly target: Money
      readonly source: Asset
    },
    now: Instant,
  ) => Promise<QuoteOutcome>
  /** Executes an offer at exactly its amounts, once; asked again it answers the same. An expired offer fails closed. */
  readonly execute: (
    tx: Tx,
    wish: { readonly customerId: Id<'cus'>; readonly quoteId: Id<'fxq'> },
    now: Instant,
  ) => Promise<ExecuteOutcome>
  readonly spreadBps: () => number
}

/** What a conversion costs over the middle, in basis points. Published. */
export const conversionSpread = defineSetting({
  key: 'conversion.spread-bps',
  type: 'whole',
  standard: 30,
  min: 0,
  max: 200,
  purpose: 'What a currency conversion costs over the middle of the market, in basis points.',
  publicName: 'conversionSpreadBps',
})

/** How long an offer stands. The bar of the field is ten seconds at most. */
export const conversionQuoteLife = defineSetting({
  key: 'conversion.quote-life-ms',
  type: 'whole',
  standard: 10_000,
  min: 1_000,
  max: 10_000,
  purpose: 'How long a conversion offer stands, in milliseconds.',
  publicName: 'conversionQuoteLifeMs',
})

/** Makes the conversions. `midOf` reads the market; `custodian` is the venue whose custody accounts mirror our cash. */
export function createConversions(ports: {
  readonly services: Services
  readonly ledger: Ledger
  readonly settings: Settings
  readonly custodian: string
  readonly midOf: (one: Asset, other: Asset, now: Instant) => SourcedMid | undefined
}): Conversions {
  const { services, ledger, settings, custodian, midOf } = ports
  return {
    spreadBps: () => settings.get(conversionSpread),
    quote: async (tx, { customerId, purse, target, source }, now) => {
      const rate = midOf(target.asset, source, now)
      if (rate === undefined || rate.stale) return { kind: 'unavailable' }
      const spreadBps = BigInt(settings.get(conversionSpread))
      const quote: ConversionQuote = {
        ...conversionFor(target, rate, spreadBps),
        quoteId: services.ids.next('fxq'),
        customerId,
        purse,
        mid: rate.mid,
        midScale: rate.scale,
        midSource: rate.source,
        midSequence: rate.sequence,
        midAt: rate.at,
        spreadBps,
        quotedAt: now,
        expiresAt: plusMs(now, settings.get(conversionQuoteLife)),
      }
      await insertQuote(tx, quote)
      return { kind: 'quoted', quote }
    },
    execute: async (tx, { customerId, quoteId }, now) => {
      const found = await findQuote(tx, customerId, quoteId)
      if (found === undefined) return { kind: 'unknown' }
      const { quote } = found
      if (found.entryId !== undefined) return { kind: 'executed', quote, entryId: found.entryId }
      // Before its own time an offer is of a clock that ran ahead: its price may be as old as that clock was wrong.
      if (now > quote.expiresAt || now < quote.quotedAt) return { kind: 'expired' }
      const entry = conversionEntry(quote, { id: services.ids.next('ent'), at: now, custodian })
      const balances = await ledger.lock(tx, [...new Set(entry.postings.map(({ account }) => account))])
      const paying = entry.postings[0]?.account
      const balance = paying === undefined ? undefined : balances.get(paying)
      const free = balance === undefined ? 0n : available(balance)
      if (free < quote.source.minor) {
        const asset = quote.source.asset
        return {
          kind: 'insufficient',
          available: { minor: free, asset },
          short: { minor: quote.source.minor - free, asset },
        }
      }
      // Whoever waited for the lock sees the execution of whoever held it.
      if (!(await insertExecution(tx, quoteId, entry.id, now))) {
        const again = await findQuote(tx, customerId, quoteId)
        return again?.entryId === undefined ? { kind: 'unknown' } : { kind: 'executed', quote, entryId: again.entryId }
      }
      const posted = await ledger.post(tx, [entry])
      if (posted.kind === 'posted') return { kind: 'executed', quote, entryId: entry.id }
      const asset = quote.source.asset
      return {
        kind: 'insufficient',
        available: { minor: posted.available, asset },
        short: { minor: posted.short, asset },
      }
    },
  }
}
