import { writeTimes } from '@bolsillo/cases/server'
import type { ReplyOf, RequestOf } from '@bolsillo/contract'
import { refuseDecimal } from '@bolsillo/contract'
import { type Instant, instant, minOf, type Rejection, readMoney, reject, writeDecimal } from '@bolsillo/kernel'
import { type Channel, channels } from '@bolsillo/payments/domain'
import { type Own, type ReadContext, useCase } from '@bolsillo/server-kit'
import { quoteBank, quoteCoin, withdrawalsRejections as r } from '../contract/index.ts'
import {
  arrivalOf,
  channelFor,
  chargesOf,
  leastFor,
  purseOf,
  type Terms,
  type WithdrawalFacts,
  withdrawalAccount,
  withdrawalSettings,
} from '../domain/index.ts'
import type { WithdrawalsDeps } from './deps.ts'
import { findDestination } from './destinations/destination-store.ts'
import { loadFacts } from './load-facts.ts'
import { writeCharges } from './rows.ts'

/** How long a page may show a quote before it asks again. What is taken is decided anew anyway, and must be the same. */
const quoteLifeMs = 60_000

type Quote = ReplyOf<typeof quoteBank>

/** See the contract: a pure function of the settings in force and of what the customer has; nothing is kept. */
export const quotes = [
  useCase(quoteBank, (request, context, deps: WithdrawalsDeps) => quote(deps, 'stock', request, context)),
  useCase(quoteCoin, (request, context, deps: WithdrawalsDeps) => quote(deps, 'coin', request, context)),
]

async function quote(
  deps: WithdrawalsDeps,
  kind: 'stock' | 'coin',
  request: RequestOf<typeof quoteBank> & Partial<RequestOf<typeof quoteCoin>>,
  { db, now, customer }: Own<ReadContext>,
): Promise<Quote | Rejection> {
  const { customerId } = customer
  const { destinationId, asset, amount } = request
  const stored = destinationId === undefined ? undefined : await findDestination(db, customerId, destinationId)
  if (destinationId !== undefined && stored === undefined) {
    return reject(r.destinationUnknown, { field: 'destinationId' })
  }
  const channel =
    stored === undefined ? standardChannel(asset, kind, request.network) : channelFor(asset, stored.destination)
  if (channel === undefined || purseOf(channel) !== kind) return reject(r.assetUnfit, { field: 'asset' })
  const account = withdrawalAccount({ customerId, channel })
  const balance = (await deps.ledger.balances(db, [account])).get(account) ?? { posted: 0n, held: 0n }
  const about = { customerId, channel, usableAt: stored?.usableAt ?? instant(0), goesBack: false, now }
  const facts = await loadFacts(deps, db, about, balance)
  const reading = amount === undefined ? undefined : readMoney(amount, channel.asset)
  if (reading !== undefined && reading.kind !== 'value') {
    const values = { decimals: String(channel.asset.scale) }
    return refuseDecimal('amount', reading, reject(r.amountMalformed, { field: 'amount', values }))
  }
  const measured = await deps.times(db, now)
  const ofAsset = measured.of(asset)
  const said = (minor: bigint): string => writeDecimal(minor, channel.asset.scale)
  const everything = mostNow(facts)
  return {
    channel: channel.code,
    asset,
    ...(destinationId === undefined ? {} : { destinationId }),
    open: facts.open && facts.paused === undefined,
    scale: channel.asset.scale,
    // What is set aside by a limit leaves like any other.
    available: said(facts.available),
    held: said(balance.posted - facts.available),
    least: said(leastFor(facts.available, facts.terms)),
    most: said(facts.terms.most),
    all: writeAmount(everything, facts.terms, channel),
    ...(reading === undefined ? {} : { charges: writeAmount(reading.money.minor, facts.terms, channel) }),
    terms: {
      fee: said(facts.terms.fee),
      vatBps: Number(facts.terms.vatBps),
      shareBpsMax: Number(facts.terms.shareBpsMax),
    },
    times: writeTimes(ofAsset),
    arrival: arrivalOf(ofAsset, deps.settings.get(withdrawalSettings.reviewHoursMax)),
    limits: limitsOf(facts, said),
    validUntil: (now + quoteLifeMs) satisfies number,
  }
}

/** The channel of an asset when no destination is chosen yet: the first that pays it from this purse. */
function standardChannel(asset: string, kind: 'stock' | 'coin', network: string | undefined): Channel | undefined {
  return channels.find(
    (channel) =>
      channel.asset.code === asset &&
      purseOf(channel) === kind &&
      (network === undefined || channel.network === network),
  )
}

/** All that can be asked for in one withdrawal now. */
function mostNow({ available: free, terms, limitDay, usedDay, limitMonth, usedMonth }: WithdrawalFacts): bigint {
  const left = (limit: bigint | undefined, used: bigint): bigint =>
    limit === undefined ? free : limit > used ? limit - used : 0n
  return [terms.most, left(limitDay, usedDay), left(limitMonth, usedMonth)].reduce(minOf, free)
}

function writeAmount(amount: bigint, terms: Terms, { asset }: Channel) {
  return { amount: writeDecimal(amount, asset.scale), ...writeCharges(chargesOf(amount, terms), asset.scale) }
}

function limitsOf(facts: WithdrawalFacts, said: (minor: bigint) => string): Quote['limits'] {
  const row = (span: 'day' | 'month', limit: bigint | undefined, used: bigint): Quote['limits'] =>
    limit === undefined ? [] : [{ span, limit: said(limit), left: said(limit > used ? limit - used : 0n) }]
  return [...row('day', facts.limitDay, facts.usedDay), ...row('month', facts.limitMonth, facts.usedMonth)]
}

/** When a review is due. */
export function dueAt(requestedAt: Instant, reviewHoursMax: number): number {
  return requestedAt + reviewHoursMax * 3_600_000
}
