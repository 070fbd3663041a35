import { type Id, type Instant, instant, plusMs } from '@bolsillo/kernel'
import { available, type Balance } from '@bolsillo/ledger/domain'
import type { Channel } from '@bolsillo/payments/domain'
import type { ChannelState } from '@bolsillo/payments/server'
import type { Db } from '@bolsillo/server-kit'
import { refusePaused, type Settings } from '@bolsillo/settings/server'
import {
  factsOfReturn,
  purseOf,
  type Terms,
  type WithdrawalFacts,
  withdrawalAccount,
  withdrawalSettings,
} from '../domain/index.ts'
import type { WithdrawalsGiven } from './deps.ts'
import { findLegalHold } from './review-store.ts'
import { countOpen, sumSince } from './withdrawal-store.ts'

const dayMs = 86_400_000
const monthMs = 30 * dayMs

/** The terms of a channel by the settings in force. */
export function termsOf(
  { channel, withdrawalFee, withdrawalMin, withdrawalMax }: ChannelState,
  settings: Settings,
): Terms {
  return {
    fee: withdrawalFee.minor,
    least: withdrawalMin.minor,
    most: withdrawalMax.minor,
    vatBps: purseOf(channel) === 'coin' ? 0n : BigInt(settings.get(withdrawalSettings.vatBps)),
    shareBpsMax: BigInt(settings.get(withdrawalSettings.shareBpsMax)),
  }
}

/** Whose withdrawal, by which channel, to a destination usable from when. */
export interface About {
  readonly customerId: Id<'cus'>
  readonly channel: Channel
  readonly usableAt: Instant
  /** Money that goes back where it came from waits for no setting, pause, limit or fee. */
  readonly goesBack: boolean
  readonly now: Instant
}

const closedTerms: Terms = { fee: 0n, least: 0n, most: 0n, vatBps: 0n, shareBpsMax: 0n }

/** Everything a withdrawal is judged by. Read under the customer's lock it is what is decided by. */
export async function loadFacts(
  deps: WithdrawalsGiven,
  db: Db,
  about: About,
  balance: Balance,
): Promise<WithdrawalFacts> {
  const { settings, payments, customers } = deps
  const { customerId, channel, usableAt, now } = about
  const account = withdrawalAccount({ customerId, channel })
  const state = payments.channel(channel.code, now)
  const person = about.goesBack ? undefined : await deps.people.find(db, customerId)
  const limits = person === undefined ? {} : deps.people.limits(person, channel.asset.code)
  const coolDown = await customers.coolDown(db, customerId, now)
  // A destination that was new when what protects the account changed waits as long as that change holds.
  const hold = !about.goesBack ? await customers.accountHold(db, customerId, now) : undefined
  const heldUntil = hold !== undefined && usableAt > hold.from && hold.until > usableAt ? hold.until : usableAt
  const legal = await findLegalHold(db, customerId, now)
  const facts: WithdrawalFacts = {
    now,
    asset: channel.asset,
    terms: state === undefined ? closedTerms : termsOf(state, settings),
    paused: refusePaused(settings, 'withdrawals', now),
    open: state?.withdrawalsOpen === true,
    // What came in beyond a limit may always leave.
    available: available(balance) + ((await deps.ownLimits?.heldOn(db, account)) ?? 0n),
    usableAt: heldUntil,
    usedDay: await sumSince(db, customerId, channel.asset.code, plusMs(now, -dayMs)),
    usedMonth: await sumSince(db, customerId, channel.asset.code, plusMs(now, -monthMs)),
    limitDay: limits.withdrawalDay,
    limitMonth: limits.withdrawalMonth,
    coolDownUntil: coolDown?.until,
    coolDownReason: coolDown?.reason,
    legalHold: legal === undefined ? undefined : { reason: legal.reason, until: instant(legal.until) },
    openWithdrawals: await countOpen(db, customerId),
    openMax: settings.get(withdrawalSettings.openMax),
  }
  return about.goesBack ? factsOfReturn(facts) : facts
}
