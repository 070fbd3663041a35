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
import {
  type DecimalSetting,
  defineSetting,
  type FlagSetting,
  type WholeSetting,
  type Worse,
} from '@bolsillo/settings/domain'
import { type ChannelCode, channelCodes } from './channel-codes.ts'
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
interface ChannelSettings {
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
  /** How long a payment usually takes; shown to the customer beforehand. */
  readonly arrivalMinutes: WholeSetting
  /** After how many confirmations a deposit counts. Banks say 1. */
  readonly confirmations: WholeSetting
}

/** What a channel begins with. Amounts are in units of its asset. */
interface Standard {
  readonly method: PaymentMethod
  readonly asset: Asset
  readonly network?: Network
  /** Least and largest. */
  readonly deposit: readonly [string, string]
  readonly withdrawal: readonly [string, string]
  readonly fee: string
  /**
   * What no setting passes, whoever agrees on it: the highest a least withdrawal may be set to, the lowest a largest one, and
   * the highest fee.
   */
  readonly bounds: readonly [leastMax: string, mostMin: string, feeMax: string]
  readonly arrivalMinutes: number
  readonly confirmations: number
}

type Terms = Pick<Standard, 'deposit' | 'withdrawal' | 'fee' | 'bounds' | 'arrivalMinutes'>

/** Money at a bank: what the bank says has arrived. */
const atBank = (method: PaymentMethod, asset: Asset, terms: Terms): Standard => ({
  method,
  asset,
  confirmations: 1,
  ...terms,
})

/** Coins on a chain: arrived after so many confirmations. */
const onChain = (network: Network, asset: Asset, confirmations: number, terms: Terms): Standard => ({
  method: 'chain',
  network,
  asset,
  confirmations,
  ...terms,
})

const { MXN, BRL, USD } = currencies
const { BTC, ETH, USDT } = coins
const hourMinutes = 60
const spei: Terms = {
  deposit: ['50', '2000000'],
  withdrawal: ['100', '1000000'],
  fee: '5',
  bounds: ['500', '50000', '25'],
  arrivalMinutes: 5,
}
const pix: Terms = {
  deposit: ['10', '500000'],
  withdrawal: ['20', '250000'],
  fee: '0',
  bounds: ['100', '15000', '10'],
  arrivalMinutes: 2,
}
// By hand: staff read the bank's statement, and two of them confirm. Open at any hour, read in office hours.
const pesosByHand: Terms = {
  deposit: ['500', '5000000'],
  withdrawal: ['500', '2000000'],
  fee: '25',
  bounds: ['1000', '50000', '100'],
  arrivalMinutes: 24 * hourMinutes,
}
const dollarsByHand: Terms = {
  deposit: ['50', '250000'],
  withdrawal: ['50', '100000'],
  fee: '15',
  bounds: ['100', '3000', '40'],
  arrivalMinutes: 48 * hourMinutes,
}
const bitcoin: Terms = {
  deposit: ['0.00005', '50'],
  withdrawal: ['0.0002', '5'],
  fee: '0.00005',
  bounds: ['0.001', '0.05', '0.0005'],
  arrivalMinutes: 30,
}
const ether: Terms = {
  deposit: ['0.001', '500'],
  withdrawal: ['0.005', '100'],
  fee: '0.0008',
  bounds: ['0.02', '1', '0.005'],
  arrivalMinutes: 5,
}
// The same dollar coin on two chains: what differs is what the chain takes, and how long.
const tether = { deposit: ['5', '1000000'], withdrawal: ['10', '250000'], bounds: ['50', '3000', '15'] } as const

const standards: Readonly<Record<ChannelCode, Standard>> = {
  'spei-mxn': atBank('spei', MXN, spei),
  'pix-brl': atBank('pix', BRL, pix),
  'transfer-mxn': atBank('transfer', MXN, pesosByHand),
  'transfer-usd': atBank('transfer', USD, dollarsByHand),
  'bitcoin-btc': onChain('bitcoin', BTC, 2, bitcoin),
  'ethereum-eth': onChain('ethereum', ETH, 12, ether),
  'ethereum-usdt': onChain('ethereum', USDT, 12, { ...tether, fee: '3', arrivalMinutes: 5 }),
  'tron-usdt': onChain('tron', USDT, 20, { ...tether, fee: '1', arrivalMinutes: 3 }),
}

/** A decimal with all the digits of its asset, as settings keep it. */
function onScale(value: string, scale: number): string {
  const [whole = '0', fraction = ''] = value.split('.')
  return `${whole}.${fraction.padEnd(scale, '0')}`
}

const minutesOfDay = 24 * hourMinutes
/** A channel is open at least so long a day, whatever its hours are set to. */
const openMinutesMin = 8 * hourMinutes
const amountMax = '1000000000'

/** Makers of one channel's settings, each under its name. */
function settingMakers(code: ChannelCode, asset: Standard['asset']) {
  const named = (what: string) => ({
    key: `payments.channel.${code}.${what}`,
    words: { key: `payments.channel.${what}`, values: { channel: code, asset: asset.code } },
  })
  const publicName = (what: string): string => `${code}.${what}`
  const flag = (
    what: string,
    purpose: string,
    guarded: { readonly worse?: Worse; readonly publicName?: string } = {},
  ) => defineSetting({ ...named(what), type: 'flag', standard: true, purpose, ...guarded })
  const whole = (what: string, value: number, [min, max]: readonly [number, number], purpose: string) =>
    defineSetting({ ...named(what), type: 'whole', standard: value, min, max, purpose })
  const amount = (what: string, value: string, purpose: string) =>
    defineSetting({
      ...named(what),
      type: 'decimal',
      standard: onScale(value, asset.scale),
      min: '0',
      max: amountMax,
      scale: asset.scale,
      purpose: `${purpose}, in ${asset.code}.`,
    })
  /** An amount of withdrawals: never worse than its bound, published, and announced before it gets worse. */
  const guarded = (
    what: string,
    value: string,
    purpose: string,
    bound: { readonly max: string } | { readonly min: string },
  ) =>
    defineSetting({
      ...amount(what, value, purpose),
      ...('max' in bound ? { max: onScale(bound.max, asset.scale), worse: 'higher' } : {}),
      ...('min' in bound ? { min: onScale(bound.min, asset.scale), worse: 'lower' } : {}),
      publicName: publicName(what),
    })
  const hour = (what: string, verb: string, other: string) =>
    defineSetting({
      ...whole(
        `${what}-at-minute`,
        0,
        [0, minutesOfDay],
        `When ${code} ${verb}, in minutes after midnight in Mexico City. The same as it ${other}: all day. Never less than eight hours.`,
      ),
      worse: 'any',
      publicName: publicName(`${what}-at-minute`),
    })
  return { flag, whole, amount, guarded, hour }
}

function settingsOf(code: ChannelCode, standard: Standard): ChannelSettings {
  const { flag, whole, amount, guarded, hour } = settingMakers(code, standard.asset)
  const { deposit, withdrawal, fee, arrivalMinutes, confirmations } = standard
  const [leastMax, mostMin, feeMax] = standard.bounds
  const usually = `How long a payment by ${code} usually takes, in minutes.`
  const counts = `After how many confirmations a deposit by ${code} counts.`
  return {
    depositsOpen: flag('deposits-open', `Whether customers may pay in by ${code}.`),
    withdrawalsOpen: flag(
      'withdrawals-open',
      `Whether new withdrawals by ${code} are taken. Accepted ones are sent; an asset’s last way out cannot be closed.`,
      { worse: 'off', publicName: `${code}.withdrawals-open` },
    ),
    opensAt: hour('opens', 'opens', 'closes'),
    closesAt: hour('closes', 'closes', 'opens'),
    depositMin: amount('deposit-min', deposit[0], `Least deposit by ${code}`),
    depositMax: amount('deposit-max', deposit[1], `Largest deposit by ${code}`),
    withdrawalMin: guarded('withdrawal-min', withdrawal[0], `Least withdrawal by ${code}`, { max: leastMax }),
    withdrawalMax: guarded('withdrawal-max', withdrawal[1], `Largest withdrawal by ${code}`, { min: mostMin }),
    withdrawalFee: guarded('withdrawal-fee', fee, `What a withdrawal by ${code} costs, out of its amount`, {
      max: feeMax,
    }),
    arrivalMinutes: whole('arrival-minutes', arrivalMinutes, [1, 10 * minutesOfDay], usually),
    confirmations: whole('confirmations', confirmations, [1, 200], counts),
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

/** The hours of a channel as they count: hours set shorter than a channel may be open end later. Equal ends mean always. */
export function openHours(opensAt: number, closesAt: number): readonly [opensAt: number, closesAt: number] {
  const minutes = (closesAt - opensAt + minutesOfDay) % minutesOfDay
  if (minutes === 0) return [0, 0]
  return minutes >= openMinutesMin ? [opensAt, closesAt] : [opensAt, (opensAt + openMinutesMin) % minutesOfDay]
}

/** Whether a minute lies in the open hours. Hours may run past midnight; equal ends mean always. */
export function isWithinHours(minute: number, opensAt: number, closesAt: number): boolean {
  if (opensAt === closesAt) return true
  return opensAt < closesAt ? minute >= opensAt && minute < closesAt : minute >= opensAt || minute < closesAt
}
