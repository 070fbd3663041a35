import { defineSetting } from '@bolsillo/settings/domain'

/** From when on what happened in the market is news. Public, with every dated change: whoever raises one is seen to. */
export const newsSettings = {
  stockMove: defineSetting({
    key: 'content.stock-move-bps',
    type: 'whole',
    standard: 300,
    min: 100,
    max: 5_000,
    purpose:
      'How far a share closes a quarter of an hour from its previous close to be news, in hundredths of a percent.',
    publicName: 'newsStockMoveBps',
  }),
  coinMove: defineSetting({
    key: 'content.coin-move-bps',
    type: 'whole',
    standard: 800,
    min: 200,
    max: 5_000,
    purpose:
      'How far a coin closes a quarter of an hour from its previous close to be news, in hundredths of a percent.',
    publicName: 'newsCoinMoveBps',
  }),
  // Never fewer than five: the sums of fewer accounts could be traced to one of them.
  waveAccounts: defineSetting({
    key: 'content.wave-accounts',
    type: 'whole',
    standard: 5,
    min: 5,
    max: 1_000,
    purpose: 'How many accounts are liquidated in one contract within an hour for it to be news.',
    publicName: 'newsWaveAccounts',
  }),
} as const
