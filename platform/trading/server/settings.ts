import { type Asset, decimalUnits, money, present } from '@bolsillo/kernel'
import { defineSetting, type Setting } from '@bolsillo/settings/domain'
import type { Settings } from '@bolsillo/settings/server'
import type { OrderLimits } from '../domain/index.ts'

/** Settings of this room; the registry is given them at start. */
export const tradingSettings = {
  collarNear: defineSetting({
    key: 'trading.collar-bps',
    type: 'whole',
    standard: 1000,
    min: 50,
    max: 5000,
    purpose: 'How far above the last price a buy (below it a sell) may be placed or filled, in basis points.',
    publicName: 'collarBps',
  }),
  collarFar: defineSetting({
    key: 'trading.collar-far-bps',
    type: 'whole',
    standard: 9000,
    min: 500,
    max: 9900,
    purpose: 'How far on the patient side of the last price a limit may be placed, in basis points.',
    publicName: 'collarFarBps',
  }),
  openMax: defineSetting({
    key: 'trading.open-orders-max',
    type: 'whole',
    standard: 200,
    min: 1,
    max: 10_000,
    purpose: 'How many open orders one customer may have.',
    publicName: 'openOrdersMax',
  }),
  authorisationMinutes: defineSetting({
    key: 'trading.order-authorisation-minutes',
    type: 'whole',
    standard: 15,
    min: 1,
    max: 60,
    purpose: 'How many minutes orders of a session need no trade password after the customer asked for it.',
    publicName: 'orderAuthorisationMinutes',
  }),
  amountMinMxn: amountSetting(
    'trading.order-amount-min-mxn',
    '10.00',
    'The least a purchase in pesos may amount to.',
    'orderAmountMinMxn',
  ),
  amountMaxMxn: amountSetting(
    'trading.order-amount-max-mxn',
    '20000000.00',
    'The most an order in pesos may amount to.',
    'orderAmountMaxMxn',
  ),
  amountMinUsd: amountSetting(
    'trading.order-amount-min-usd',
    '1.00',
    'The least a purchase in dollars may amount to.',
    'orderAmountMinUsd',
  ),
  amountMaxUsd: amountSetting(
    'trading.order-amount-max-usd',
    '1000000.00',
    'The most an order in dollars may amount to.',
    'orderAmountMaxUsd',
  ),
  amountMinUsdt: amountSetting(
    'trading.order-amount-min-usdt',
    '1.00',
    'The least a purchase, or an opened contract, in USDT may amount to.',
    'orderAmountMinUsdt',
  ),
  amountMaxUsdt: amountSetting(
    'trading.order-amount-max-usdt',
    '5000000.00',
    'The most an order in USDT may amount to.',
    'orderAmountMaxUsdt',
  ),
  amountMinEth: coinAmountSetting(
    'trading.order-amount-min-eth',
    '0.0005',
    'The least a purchase in ETH may amount to.',
    'orderAmountMinEth',
  ),
  amountMaxEth: coinAmountSetting(
    'trading.order-amount-max-eth',
    '2000.0000',
    'The most an order in ETH may amount to.',
    'orderAmountMaxEth',
  ),
} as const

function coinAmountSetting<const Key extends string>(key: Key, standard: string, purpose: string, publicName: string) {
  return defineSetting({
    key,
    type: 'decimal',
    standard,
    min: '0.0001',
    max: '100000.0000',
    scale: 4,
    purpose,
    publicName,
  })
}

function amountSetting<const Key extends string>(key: Key, standard: string, purpose: string, publicName: string) {
  return defineSetting({
    key,
    type: 'decimal',
    standard,
    min: '0.01',
    max: '100000000.00',
    scale: 2,
    purpose,
    publicName,
  })
}

const amountBounds: Readonly<Record<string, readonly [min: AmountSetting, max: AmountSetting]>> = {
  MXN: [tradingSettings.amountMinMxn, tradingSettings.amountMaxMxn],
  USD: [tradingSettings.amountMinUsd, tradingSettings.amountMaxUsd],
  USDT: [tradingSettings.amountMinUsdt, tradingSettings.amountMaxUsdt],
  ETH: [tradingSettings.amountMinEth, tradingSettings.amountMaxEth],
}
type AmountSetting = Extract<Setting, { type: 'decimal' }>

/** The bounds of orders whose prices are in an asset, as the settings have them now. */
export function orderLimits(settings: Settings, quote: Asset): OrderLimits {
  const [min, max] = present(amountBounds[quote.code], `bounds of orders in ${quote.code}`)
  return {
    collar: { nearBps: settings.get(tradingSettings.collarNear), farBps: settings.get(tradingSettings.collarFar) },
    amountMin: money(decimalUnits(settings.get(min), quote.scale), quote),
    amountMax: money(decimalUnits(settings.get(max), quote.scale), quote),
    openMax: settings.get(tradingSettings.openMax),
  }
}
