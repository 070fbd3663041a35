import {
  type Asset,
  assert,
  currencies,
  type Id,
  type Instant,
  type Money,
  money,
  plusMs,
  present,
} from '@bolsillo/kernel'
import {
  accountParts,
  available,
  type CustodyNeed,
  customerAccount,
  emptyBalance,
  type JournalEntry,
} from '@bolsillo/ledger/domain'
import { type Ledger, type LockedCustody, lockCustody } from '@bolsillo/ledger/server'
import type { Db, Services, Tx } from '@bolsillo/server-kit'
import { defineSetting } from '@bolsillo/settings/domain'
import type { Settings } from '@bolsillo/settings/server'
import {
  type ConversionFacts,
  type ConversionPurse,
  conversionEntry,
  conversionFor,
  conversionOf,
  type Detour,
  type Exact,
  type MidRate,
  type Rate,
  rateBetween,
  type SourcedMid,
  worstDetour,
} from '../domain/index.ts'
import { findExecuted, findQuote, insertExecution, insertQuote, type KeptQuote } from './conversion-store.ts'

/** A conversion as offered. */
export interface ConversionQuote extends ConversionFacts {
  /** The worst other way to do the same here; undefined while a third currency has no fresh price. */
  readonly detour: Detour | undefined
  readonly quotedAt: Instant
  readonly expiresAt: Instant
}

/** A customer's request: to give at most an amount, or to get exactly an amount. */
interface ConversionWish {
  readonly customerId: Id<'cus'>
  readonly purse: ConversionPurse
  readonly source: Asset
  readonly target: Asset
  readonly exact: Exact
  /** Of the source or of the target, as `exact` says; in its smallest units. */
  readonly minor: bigint
}

type QuoteOutcome =
  | { readonly kind: 'quoted'; readonly quote: ConversionQuote }
  /** The market gives no fresh price. */
  | { readonly kind: 'unavailable' }
  /** The source brings less than one smallest unit of the target. */
  | { readonly kind: 'too-little' }

type ExecuteOutcome =
  | {
      readonly kind: 'executed'
      readonly quote: ConversionQuote
      readonly entryId: Id<'ent'>
      readonly executedAt: Instant
    }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'expired' }
  /** The customer's own purse has too little; never anybody else's account. */
  | { readonly kind: 'insufficient'; readonly available: Money; readonly short: Money }
  /** All custodians of the source together hold too little after payments on their way out. */
  | { readonly kind: 'unavailable' }

/** Converts a customer's cash between currencies: an offer with all its inputs, then its execution by id. */
export interface Conversions {
  /** The rate of two currencies now, of their own pair or a cross. Undefined: the market prices neither. */
  readonly rate: (one: Asset, other: Asset, now: Instant) => Rate | undefined
  /** Makes an offer for a request. */
  readonly quote: (tx: Tx, wish: ConversionWish, now: Instant) => Promise<QuoteOutcome>
  /** Executes an offer at exactly its amounts, once; asked again it answers the same. An expired offer fails closed. */
  readonly execute: (
    tx: Tx,
    wish: { readonly customerId: Id<'cus'>; readonly quoteId: Id<'fxq'> },
    now: Instant,
  ) => Promise<ExecuteOutcome>
  /** A customer's own offer, executed or not. */
  readonly find: (db: Db, customerId: Id<'cus'>, quoteId: Id<'fxq'>) => Promise<KeptQuote | undefined>
  /** What a customer converted, newest first. */
  readonly executed: (
    db: Db,
    customerId: Id<'cus'>,
    page: { readonly before?: Id<'fxq'>; readonly limit: number },
  ) => Promise<readonly KeptQuote[]>
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

/** How long an offer is valid. The bar of the field is ten seconds at most. */
export const conversionQuoteLife = defineSetting({
  key: 'conversion.quote-life-ms',
  type: 'whole',
  standard: 10_000,
  min: 1_000,
  max: 10_000,
  purpose: 'How long a conversion offer is valid, in milliseconds.',
  publicName: 'conversionQuoteLifeMs',
})

/** Makes the conversions. `midOf` reads the market; `custodian` is the venue whose custody accounts mirror our cash. */
export function createConversions(deps: {
  readonly services: Services
  readonly ledger: Ledger
  readonly settings: Settings
  readonly custodian: string
  readonly midOf: (one: Asset, other: Asset, now: Instant) => SourcedMid | undefined
}): Conversions {
  const { services, settings, midOf } = deps
  const rate: Conversions['rate'] = (one, other, now) =>
    rateBetween(one, other, all, (first, second) => midOf(first, second, now))
  return {
    spreadBps: () => settings.get(conversionSpread),
    rate,
    find: findQuote,
    executed: findExecuted,
    quote: async (tx, wish, now) => {
      const { customerId, purse, source, target, exact, minor } = wish
      const found = rate(source, target, now)
      if (found === undefined || found.stale) return { kind: 'unavailable' }
      const spreadBps = BigInt(settings.get(conversionSpread))
      const conversion =
        exact === 'source'
          ? conversionOf(money(minor, source), found, spreadBps)
          : conversionFor(money(minor, target), found, spreadBps)
      if (conversion.target.minor === 0n) return { kind: 'too-little' }
      const quote: ConversionQuote = {
        ...conversion,
        quoteId: services.ids.next('fxq'),
        customerId,
        purse,
        exact,
        pair: nameOf(found),
        mid: found.mid,
        midScale: found.scale,
        ticks: found.ticks.map((tick) => ({ ...tick, pair: nameOf(tick) })),
        spreadBps,
        detour: worstDetour(wish, spreadBps, all, (one, other) => rate(one, other, now)),
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
      const done = executedOf(found)
      if (done !== undefined) return done
      // An offer dated in the future was made by a fast clock, so its price may be old. One whose rounding exceeds a
      // unit was made by an earlier version, seconds before this one started.
      const isOfBefore = quote.rounding.minor > 1n
      if (now > quote.expiresAt || now < quote.quotedAt || isOfBefore) return { kind: 'expired' }
      return await executeFound(deps, tx, quote, now)
    },
  }
}

type Ports = Parameters<typeof createConversions>[0]

/** Executes an offer that is still valid, under the locks of all accounts it moves. */
async function executeFound(
  { services, ledger, custodian }: Ports,
  tx: Tx,
  quote: ConversionQuote,
  now: Instant,
): Promise<ExecuteOutcome> {
  const { quoteId, source } = quote
  const entry = conversionEntry(quote, { id: services.ids.next('ent'), at: now, custodian })
  const accounts = entry.postings.map(({ account }) => account)
  const custody = await lockCustody(ledger, tx, { accounts, assets: [source.asset.code] })
  // Read after the lock: an execution that held it before is visible.
  const again = await findQuote(tx, quote.customerId, quoteId)
  const done = again === undefined ? undefined : executedOf(again)
  if (done !== undefined) return done
  const purse = customerAccount(quote.customerId, quote.purse, source.asset.code)
  const free = available(custody.balances.get(purse) ?? emptyBalance)
  if (free < source.minor) {
    const short = money(source.minor - free, source.asset)
    return { kind: 'insufficient', available: money(free, source.asset), short }
  }
  const plan = custody.movesFor(givenFor(entry, source.asset.code, custody), {
    nextId: () => services.ids.next('ent'),
    at: now,
    actor: 'payments',
    reference: `conversion:${quoteId}`,
  })
  if (plan.kind === 'short') return { kind: 'unavailable' }
  if (!(await insertExecution(tx, quoteId, entry.id, now))) return { kind: 'unknown' }
  const posted = await ledger.post(tx, [...plan.entries, entry])
  assert(posted.kind === 'posted', 'what was looked at under lock is there')
  return { kind: 'executed', quote, entryId: entry.id, executedAt: now }
}

/** The part of the source that the custodian swaps; the house's charge stays in custody. */
function givenFor({ postings }: JournalEntry, asset: string, custody: LockedCustody): CustodyNeed {
  const given = postings.find(({ account, posted }) => posted > 0n && accountParts(account).purse === 'custody')
  const { account, posted } = present(given, 'what the custodian gives')
  return { asset, from: account, minor: posted, promised: custody.promised(asset) }
}

const all = Object.values(currencies)

function nameOf({ base, quote }: MidRate): string {
  return `${base.code}/${quote.code}`
}

function executedOf({ quote, entryId, executedAt }: KeptQuote): ExecuteOutcome | undefined {
  if (entryId === undefined || executedAt === undefined) return undefined
  return { kind: 'executed', quote, entryId, executedAt }
}
