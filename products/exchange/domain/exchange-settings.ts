import { defineSetting } from '@bolsillo/settings/domain'

/** The bounds of one conversion, in the currency whose amount the customer named. Published. */
export const exchangeSettings = {
  amountMin: defineSetting({
    key: 'exchange.amount-min',
    type: 'decimal',
    standard: '1.00',
    min: '0.01',
    max: '100.00',
    scale: 2,
    purpose: 'The least one conversion may be of, in the currency whose amount is named.',
    publicName: 'exchangeAmountMin',
  }),
  amountMax: defineSetting({
    key: 'exchange.amount-max',
    type: 'decimal',
    standard: '1000000.00',
    min: '100.00',
    max: '100000000.00',
    scale: 2,
    purpose: 'The most one conversion may be of, in the currency whose amount is named.',
    publicName: 'exchangeAmountMax',
  }),
} as const
