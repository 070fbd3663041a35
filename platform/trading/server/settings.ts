import { type CurrencyCode, currencies, decimalUnits, type Money, money } from '@bolsillo/kernel'
import { defineSetting } from '@bolsillo/settings/domain'
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
  amountMinMxn: amountSetting(
    'trading.order-amount-min-mxn',
    '10.00',
    'The least a purchase in pesos may come to.',
    'orderAmountMinMxn',
  ),
  amountMaxMxn: amountSetting(
    'trading.order-amount-max-mxn',
    '20000000.00',
    'The most an order in pesos may come to.',
    'orderAmountMaxMxn',
  ),
  amountMinUsd: amountSetting(
    'trading.order-amount-min-usd',
    '1.00',
    'The least a purchase in dollars may come to.',
    'orderAmountMinUsd',
  ),
  amountMaxUsd: amountSetting(
    'trading.order-amount-max-usd',
    '1000000.00',
    'The most an order in dollars may come to.',
    'orderAmountMaxUsd',
  ),
} as const

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

/** The bounds of orders in a currency, as the settings have them now. */
export function orderLimits(settings: Settings, currency: string): OrderLimits {
  const [min, max, code] =
    currency === 'USD'
      ? ([tradingSettings.amountMinUsd, tradingSettings.amountMaxUsd, 'USD'] as const)
      : ([tradingSettings.amountMinMxn, tradingSettings.amountMaxMxn, 'MXN'] as const)
  return {
    collar: { nearBps: settings.get(tradingSettings.collarNear), farBps: settings.get(tradingSettings.collarFar) },
    amountMin: readAmount(settings.get(min), code),
    amountMax: readAmount(settings.get(max), code),
    openMax: settings.get(tradingSettings.openMax),
  }
}

function readAmount(text: string, code: CurrencyCode): Money {
  return money(decimalUnits(text, currencies[code].scale), currencies[code])
}
