import { divide, minOf } from '@bolsillo/kernel'
import { type Channel, channels, type Destination } from '@bolsillo/payments/domain'
import { defineSetting, type Setting } from '@bolsillo/settings/domain'

/** Cash leaves the purse it came into, coins theirs. */
export function purseOf({ method }: Pick<Channel, 'method'>): 'stock' | 'coin' {
  return method === 'chain' ? 'coin' : 'stock'
}

const kinds: Readonly<Record<Channel['method'], Destination['kind']>> = {
  spei: 'clabe',
  pix: 'pix',
  transfer: 'account',
  chain: 'address',
}

/** Whether a channel pays to a destination. */
export function reaches({ method, network }: Channel, destination: Destination): boolean {
  if (kinds[method] !== destination.kind) return false
  return destination.kind !== 'address' || destination.network === network
}

/** The channel an asset takes to a destination; undefined when there is none. */
export function channelFor(asset: string, destination: Destination): Channel | undefined {
  return channels.find((channel) => channel.asset.code === asset && reaches(channel, destination))
}

/** The assets a destination can be paid in. */
export function assetsFor(destination: Destination): readonly string[] {
  return channels.filter((channel) => reaches(channel, destination)).map(({ asset }) => asset.code)
}

/** What is the same for every channel; fees, least and most amounts are the channels' own. */
export const withdrawalSettings = {
  vatBps: defineSetting({
    key: 'withdrawals.vat-bps',
    type: 'whole',
    standard: 1600,
    min: 0,
    max: 2500,
    purpose: 'VAT on the fee of cash withdrawals, in basis points. Network fees of coins carry none.',
    publicName: 'withdrawalVatBps',
    worse: 'higher',
  }),
  shareBpsMax: defineSetting({
    key: 'withdrawals.fee-share-max-bps',
    type: 'whole',
    standard: 1000,
    min: 0,
    max: 1000,
    purpose: 'Fee and VAT never take more of a withdrawal than this, in basis points: every balance can leave.',
    publicName: 'withdrawalFeeShareMaxBps',
    worse: 'higher',
  }),
  destinationWaitHours: defineSetting({
    key: 'withdrawals.destination-wait-hours',
    type: 'whole',
    standard: 24,
    min: 0,
    max: 72,
    purpose: 'Hours a new destination waits for its first withdrawal. Stated before it is added.',
    publicName: 'withdrawalDestinationWaitHours',
    worse: 'higher',
  }),
  destinationsMax: defineSetting({
    key: 'withdrawals.destinations-max',
    type: 'whole',
    standard: 10,
    min: 3,
    max: 50,
    purpose: 'How many bank accounts, and how many addresses, a customer may have at a time.',
    publicName: 'withdrawalDestinationsMax',
    worse: 'lower',
  }),
  reviewHoursMax: defineSetting({
    key: 'withdrawals.review-hours-max',
    type: 'whole',
    standard: 24,
    min: 1,
    max: 72,
    purpose: 'Hours after which an undecided withdrawal is escalated, visibly for the customer.',
    publicName: 'withdrawalReviewHoursMax',
    worse: 'higher',
  }),
  openMax: defineSetting({
    key: 'withdrawals.open-max',
    type: 'whole',
    standard: 10,
    min: 3,
    max: 100,
    purpose: 'How many withdrawals of a customer may be on their way at a time.',
    publicName: 'withdrawalOpenMax',
    worse: 'lower',
  }),
} as const satisfies Readonly<Record<string, Setting>>

/** What a withdrawal costs and between what bounds it lies, in minor units of the channel's asset. */
export interface Terms {
  readonly fee: bigint
  readonly vatBps: bigint
  readonly shareBpsMax: bigint
  readonly least: bigint
  readonly most: bigint
}

/** What is taken of an amount and what arrives. amount = fee + vat + net, always. */
export interface Charges {
  readonly fee: bigint
  readonly vat: bigint
  readonly net: bigint
}

/**
 * Fee and VAT come out of the amount and never take more than their share of it: so whatever somebody has can be paid
 * out, down to the last unit. VAT rounds down.
 */
export function chargesOf(amount: bigint, { fee, vatBps, shareBpsMax }: Omit<Terms, 'least' | 'most'>): Charges {
  const whole = fee + divide(fee * vatBps, 10_000n, 'down')
  const total = minOf(whole, divide(amount * shareBpsMax, 10_000n, 'down'))
  if (total === whole) return { fee, vat: whole - fee, net: amount - whole }
  const capped = divide(total * 10_000n, 10_000n + vatBps, 'up')
  return { fee: capped, vat: total - capped, net: amount - total }
}

/** The smallest amount that may be asked for by somebody who has `available`: less only when it is everything. */
export function leastFor(available: bigint, { least }: Pick<Terms, 'least'>): bigint {
  return available > 0n && available < least ? available : least
}
