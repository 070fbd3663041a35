import type { BookingWords } from './es-ES.ts'

export const bookings: BookingWords = {
  funding: {
    running: 'Looks of the rate that runs',
    mine: 'My payments',
    market: 'Of the contract',
    empty: 'You have not paid or received funding yet.',
    emptyMarket: 'This contract has had no payment yet.',
    explained:
      'Every {hours} h one side pays the other by the rate. Nothing stays with Bolsillo: what was paid is exactly what was received.',
    rate: 'Rate {rate}',
    holders: '{holders} positions · {looks} readings',
    pick: 'Contract',
  },
  bookings: {
    total: 'Result without what is still open',
    explained: 'Each row is an entry of the journal. What is still open is on the position and moves with the mark.',
    list: 'Every entry',
    borne: 'Borne by the fund and the market',
    liquidationFee: 'Liquidation charge',
    charges: { fee: 'Fee', vat: 'VAT', liquidationFee: 'Liquidation' },
    kinds: {
      fill: 'Fill',
      margin: 'Change of margin',
      deleveraging: 'Deleveraging',
      'funding-loss': 'Loss by funding',
      funding: 'Funding',
    },
  },
  looks: {
    paid: 'paid on',
    running: 'runs until',
    from: 'From',
    count: 'Looks',
    mark: 'Mark of the last',
    interest: 'Interest of {hours} h',
    clamp: 'Most it pulls',
    cap: 'Cap of the rate',
    formula:
      'The rate is the mean of the premiums, pulled towards the interest and capped. A premium says how far the book buys or sells from the index.',
    sound: 'Your phone made the rate again',
    unsound: 'The rate does not follow from these looks',
    how: 'From the looks and terms on this page, by the published formula.',
    list: 'Each look',
    none: 'This interval has no looks yet.',
    notKept: 'Of this payment, by an earlier version, the looks are no longer kept.',
    markAndIndex: 'Mark · index',
    checks: {
      count: 'All looks are here',
      interval: 'Each once, and within the interval',
      rate: 'The rate follows from them',
      mark: 'The mark is that of the last',
    },
  },
}
