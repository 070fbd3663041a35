import {
  type Asset,
  coins,
  currencies,
  decimalUnits,
  type Instant,
  type Money,
  money,
  wallTime,
} from '@bolsillo/kernel'
import { type DecimalSetting, defineSetting, type FlagSetting, type WholeSetting } from '@bolsillo/settings/domain'
import type { Network, PaymentMethod } from './rail.ts'

/** A way in and out that a customer chooses: one method, one asset, one chain. */
export interface Channel {
  /** `spei-mxn`. Stable for ever: settings, deposits and withdrawals are kept under it. */
  readonly code: ChannelCode
  readonly method: PaymentMethod
  readonly asset: Asset
  readonly network?: Network
  readonly settings: ChannelSettings
}

/** What two people may change of a channel. Amounts are of the channel's asset. */
export interface ChannelSettings {
  readonly depositsOpen: FlagSetting
  readonly withdrawalsOpen: FlagSetting
  /** Minutes after midnight, Mexico City. Equal ones mean the whole day. */
  readonly opensAt: WholeSetting
  readonly closesAt: WholeSetting
  readonly depositMin: DecimalSetting
  readonly depositMax: DecimalSetting
  readonly withdrawalMin: DecimalSetting
  readonly withdrawalMax: DecimalSetting
  /** Taken out of the amount withdrawn, never asked for beside it. */
  readonly withdrawalFee: DecimalSetting
  /** How long a payment usually takes, for what the customer is told before. */
  readonly arrivalMinutes: WholeSetting
  /** After how many confirmations a deposit counts. Banks say 1. */
  readonly confirmations: WholeSetting
}

/** The codes of all channels. */
export const channelCodes = [
  'spei-mxn',
  'pix-brl',
  'transfer-mxn',
  'transfer-usd',
  'bitcoin-btc',
  'ethereum-eth',
  'ethereum-usdt',
  'tron-usdt',
] as const
export type ChannelCode = (typeof channelCodes)[number]

interface Standard {
  readonly method: PaymentMethod
  readonly asset: Asset
  readonly network?: Network
  readonly deposit: readonly [string, string]
  readonly withdrawal: readonly [string, string]
  readonly fee: string
  readonly arrivalMinutes: number
  readonly confirmations?: number
}

const standards: Readonly<Record<ChannelCode, Standard>> = {
  'spei-mxn': {
    method: 'spei',
    asset: currencies.MXN,
    deposit: ['50.00', '2000000.00'],
    withdrawal: ['100.00', '1000000.00'],
    fee: '5.00',
    arrivalMinutes: 5,
  },
  'pix-brl': {
    method: 'pix',
    asset: currencies.BRL,
    deposit: ['10.00', '500000.00'],
    withdrawal: ['20.00', '250000.00'],
    fee: '0.00',
    arrivalMinutes: 2,
  },
  // By hand: staff read the bank's statement, and two of them confirm. Open at any hour, read in office hours.
  'transfer-mxn': {
    method: 'transfer',
    asset: currencies.MXN,
    deposit: ['500.00', '5000000.00'],
    withdrawal: ['500.00', '2000000.00'],
    fee: '25.00',
    arrivalMinutes: 24 * 60,
  },
  'transfer-usd': {
    method: 'transfer',
    asset: currencies.USD,
    deposit: ['50.00', '250000.00'],
    withdrawal: ['50.00', '100000.00'],
    fee: '15.00',
    arrivalMinutes: 48 * 60,
  },
  'bitcoin-btc': {
    method: 'chain',
    asset: coins.BTC,
    network: 'bitcoin',
    deposit: ['0.00005000', '50.00000000'],
    withdrawal: ['0.00020000', '5.00000000'],
    fee: '0.00005000',
    arrivalMinutes: 30,
    confirmations: 2,
  },
  'ethereum-eth': {
    method: 'chain',
    asset: coins.ETH,
    network: 'ethereum',
    deposit: ['0.00100000', '500.00000000'],
    withdrawal: ['0.00500000', '100.00000000'],
    fee: '0.00080000',
    arrivalMinutes: 5,
    confirmations: 12,
  },
  'ethereum-usdt': {
    method: 'chain',
    asset: coins.USDT,
    network: 'ethereum',
    deposit: ['5.000000', '1000000.000000'],
    withdrawal: ['10.000000', '250000.000000'],
    fee: '3.000000',
    arrivalMinutes: 5,
    confirmations: 12,
  },
  'tron-usdt': {
    method: 'chain',
    asset: coins.USDT,
    network: 'tron',
    deposit: ['5.000000', '1000000.000000'],
    withdrawal: ['10.000000', '250000.000000'],
    fee: '1.000000',
    arrivalMinutes: 3,
    confirmations: 20,
  },
}

const minutesOfDay = 24 * 60
const amountMax = '1000000000'

function settingsOf(code: ChannelCode, standard: Standard): ChannelSettings {
  const { asset } = standard
  const named = (what: string) => ({
    key: `payments.channel.${code}.${what}`,
    words: { key: `payments.channel.${what}`, values: { channel: code, asset: asset.code } },
  })
  const flag = (what: string, purpose: string) =>
    defineSetting({ ...named(what), type: 'flag', standard: true, purpose })
  const whole = (what: string, value: number, [min, max]: readonly [number, number], purpose: string) =>
    defineSetting({ ...named(what), type: 'whole', standard: value, min, max, purpose })
  const amount = (what: string, value: string, purpose: string) =>
    defineSetting({
      ...named(what),
      type: 'decimal',
      standard: value,
      min: '0',
      max: amountMax,
      scale: asset.scale,
      purpose: `${purpose}, in ${asset.code}.`,
    })
  return {
    depositsOpen: flag('deposits-open', `Whether customers may pay in by ${code}.`),
    withdrawalsOpen: flag('withdrawals-open', `Whether payments by ${code} are sent. Off, accepted ones wait.`),
    opensAt: whole(
      'opens-at-minute',
      0,
      [0, minutesOfDay],
      `When ${code} opens, in minutes after midnight in Mexico City. The same as it closes: all day.`,
    ),
    closesAt: whole(
      'closes-at-minute',
      0,
      [0, minutesOfDay],
      `When ${code} closes, in minutes after midnight in Mexico City. The same as it opens: all day.`,
    ),
    depositMin: amount('deposit-min', standard.deposit[0], `Least deposit by ${code}`),
    depositMax: amount('deposit-max', standard.deposit[1], `Largest deposit by ${code}`),
    withdrawalMin: amount('withdrawal-min', standard.withdrawal[0], `Least withdrawal by ${code}`),
    withdrawalMax: amount('withdrawal-max', standard.withdrawal[1], `Largest withdrawal by ${code}`),
    withdrawalFee: amount('withdrawal-fee', standard.fee, `What a withdrawal by ${code} costs, out of its amount`),
    arrivalMinutes: whole(
      'arrival-minutes',
      standard.arrivalMinutes,
      [1, 10 * minutesOfDay],
      `How long a payment by ${code} usually takes, in minutes.`,
    ),
    confirmations: whole(
      'confirmations',
      standard.confirmations ?? 1,
      [1, 200],
      `After how many confirmations a deposit by ${code} counts.`,
    ),
  }
}

/** Every channel there can be. A channel exists for customers when some rail serves it. */
export const channels: readonly Channel[] = channelCodes.map((code) => {
  const standard = standards[code]
  const { method, asset, network } = standard
  return { code, method, asset, ...(network === undefined ? {} : { network }), settings: settingsOf(code, standard) }
})

/** A channel by its code; undefined when there is none. */
export function findChannel(code: string): Channel | undefined {
  return channels.find((channel) => channel.code === code)
}

/** Every setting of every channel. */
export const channelSettings = channels.flatMap(({ settings }) => Object.values(settings))

/** An amount a setting of this channel states. */
export function channelAmount(channel: Channel, text: string): Money {
  return money(decimalUnits(text, channel.asset.scale), channel.asset)
}

const cityZone = 'America/Mexico_City'

/** Minutes after midnight in Mexico City, where the firm's office is. */
export function minuteOfDay(at: Instant): number {
  const { hour, minute } = wallTime(at, cityZone)
  return hour * 60 + minute
}

/** Whether a minute lies in the open hours. Hours may run past midnight; equal ends mean always. */
export function isWithinHours(minute: number, opensAt: number, closesAt: number): boolean {
  if (opensAt === closesAt) return true
  return opensAt < closesAt ? minute >= opensAt && minute < closesAt : minute >= opensAt || minute < closesAt
}
