import { compare, type Instant, type Money, type Rejection, reject, writeMoney } from '@bolsillo/kernel'
import { operationsSettings } from '@bolsillo/settings/domain'
import type { Settings } from '@bolsillo/settings/server'
import { paymentRejections } from '../contract/index.ts'
import {
  type Channel,
  channelAmount,
  channels,
  isWithinHours,
  minuteOfDay,
  openHours,
  type PaymentRail,
} from '../domain/index.ts'
import type { ChannelState } from './payments.ts'

/** The rail that serves a channel; undefined when none does. */
export function railOfChannel(channel: Channel, rails: readonly PaymentRail[]): PaymentRail | undefined {
  const { method, asset, network } = channel
  return rails.find(
    (rail) =>
      rail.method === method &&
      rail.assets.includes(asset.code) &&
      (network === undefined || rail.networks?.includes(network) === true),
  )
}

/** The channels some rail serves, with their settings at an instant. */
export function channelStates(rails: readonly PaymentRail[], settings: Settings, now: Instant): ChannelState[] {
  const served = channels.flatMap((channel) => {
    const rail = railOfChannel(channel, rails)
    return rail === undefined ? [] : [stateOf(channel, rail, settings, now)]
  })
  // The last way out of an asset cannot be closed: where all are set to be, none is.
  const open = new Set(served.flatMap(({ withdrawalsOpen, channel }) => (withdrawalsOpen ? [channel.asset.code] : [])))
  return served.map((state) => (open.has(state.channel.asset.code) ? state : { ...state, withdrawalsOpen: true }))
}

function stateOf(channel: Channel, rail: PaymentRail, settings: Settings, now: Instant): ChannelState {
  const declared = channel.settings
  const [opensAt, closesAt] = openHours(settings.get(declared.opensAt, now), settings.get(declared.closesAt, now))
  const amount = (text: string): Money => channelAmount(channel, text)
  return {
    channel,
    railId: rail.id,
    simulated: rail.simulated,
    depositsOpen:
      settings.get(declared.depositsOpen, now) &&
      settings.get(operationsSettings.deposits, now) <= now &&
      isWithinHours(minuteOfDay(now), opensAt, closesAt),
    // Asking for a withdrawal is possible at any hour: out of hours it is paid when the channel opens. A pause of
    // withdrawals is not looked at here: it holds nothing back that was accepted before.
    withdrawalsOpen: settings.get(declared.withdrawalsOpen, now),
    opensAt,
    closesAt,
    depositMin: amount(settings.get(declared.depositMin, now)),
    depositMax: amount(settings.get(declared.depositMax, now)),
    withdrawalMin: amount(settings.get(declared.withdrawalMin, now)),
    withdrawalMax: amount(settings.get(declared.withdrawalMax, now)),
    withdrawalFee: amount(settings.get(declared.withdrawalFee, now)),
    arrivalMinutes: settings.get(declared.arrivalMinutes, now),
    confirmations: settings.get(declared.confirmations, now),
  }
}

/** Why nobody can pay in by a channel now, or not this amount. */
export function depositRefusal(state: ChannelState, amount: Money | undefined): Rejection | undefined {
  if (!state.depositsOpen) return reject(paymentRejections.depositsClosed)
  const { depositBelowMin, depositAboveMax } = paymentRejections
  return outOfBounds(amount, state.depositMin, state.depositMax, depositBelowMin, depositAboveMax)
}

/** Why nobody can ask for a withdrawal by a channel now, or not of this amount. */
export function withdrawalRefusal(state: ChannelState, amount: Money | undefined): Rejection | undefined {
  if (!state.withdrawalsOpen) return reject(paymentRejections.withdrawalsClosed)
  const { withdrawalBelowMin, withdrawalAboveMax } = paymentRejections
  return outOfBounds(amount, state.withdrawalMin, state.withdrawalMax, withdrawalBelowMin, withdrawalAboveMax)
}

function outOfBounds(
  amount: Money | undefined,
  min: Money,
  max: Money,
  below: Rejection['spec'],
  above: Rejection['spec'],
): Rejection | undefined {
  if (amount === undefined) return undefined
  const asset = amount.asset.code
  if (compare(amount, min) < 0) return reject(below, { field: 'amount', values: { min: writeMoney(min), asset } })
  if (compare(amount, max) > 0) return reject(above, { field: 'amount', values: { max: writeMoney(max), asset } })
  return undefined
}
