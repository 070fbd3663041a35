import { coins, currencies, decimalUnits, type Money, money } from '@bolsillo/kernel'
import { defineSetting, type Setting } from '@bolsillo/settings/domain'

/** What may change without a release. Practice money is bounded, so that nobody mistakes it for the real thing. */
export const ledgerSettings = {
  grantPesos: defineSetting({
    key: 'ledger.practice-grant-mxn',
    type: 'decimal',
    standard: '100000.00',
    min: '1.00',
    max: '1000000.00',
    scale: 2,
    purpose: 'Pesos a customer of the practice market is granted, once.',
    publicName: 'practiceGrantMxn',
  }),
  grantDollars: defineSetting({
    key: 'ledger.practice-grant-usd',
    type: 'decimal',
    standard: '5000.00',
    min: '1.00',
    max: '50000.00',
    scale: 2,
    purpose: 'Dollars a customer of the practice market is granted, once.',
    publicName: 'practiceGrantUsd',
  }),
  grantTether: defineSetting({
    key: 'ledger.practice-grant-usdt',
    type: 'decimal',
    standard: '10000.000000',
    min: '1.000000',
    max: '100000.000000',
    scale: 6,
    purpose: 'USDT a customer of the practice market is granted, once, to trade coins with.',
    publicName: 'practiceGrantUsdt',
  }),
} as const satisfies Readonly<Record<string, Setting>>

/** All practice money there ever is in one practice market. */
export const practicePool: readonly Money[] = [
  money(decimalUnits('1000000000.00', 2), currencies.MXN),
  money(decimalUnits('50000000.00', 2), currencies.USD),
]

/** The same for coins: a pool of its own, because practice markets were opened before coins were traded. */
export const practiceCoinPool: readonly Money[] = [money(decimalUnits('100000000.000000', 6), coins.USDT)]
