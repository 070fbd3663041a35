import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  result: {
    title: 'Since you started',
    result: 'Gain or loss',
    paidIn: 'Deposited less withdrawn',
    basis: 'What everything you own is worth less what you deposited, each movement at the close of its day.',
    noTotal: 'An exchange rate is missing: without it we cannot add everything up in pesos.',
    stale: 'Some price is not up to date.',
  },
  allocation: {
    title: 'What it is made of',
    count_one: 'holding',
    count_many: 'holdings',
    count_other: 'holdings',
    kinds: { cash: 'Cash', share: 'Stocks', coin: 'Crypto' },
  },
  holdings: {
    title: 'What you own',
    all: 'See all',
    sortLabel: 'Sort',
    sorts: { value: 'By value', result: 'By result', name: 'By name' },
    ofTotal: '{percent} of total',
    unpriced: 'No price',
    unknown: 'Cost unknown: {quantity}',
    sold: 'Already sold',
    soldNote: 'Result of what you bought here and no longer own.',
    basis: 'The result is what your sales brought plus what the rest is worth, less what you paid, fees included.',
    empty: 'Everything you own will be here',
    emptyText: 'Stocks, crypto and cash of all your accounts, each with its gain or loss.',
    emptyAction: 'See markets',
  },
}
