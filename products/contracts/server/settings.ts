import { defineSetting } from '@bolsillo/settings/domain'

/** Settings of this room; the registry is given them at start. */
export const contractSettings = {
  marketSlippage: defineSetting({
    key: 'contracts.market-slippage-bps',
    type: 'whole',
    standard: 200,
    min: 10,
    max: 1000,
    purpose: 'How far beyond the last price an order at market in a contract may fill, in basis points.',
    publicName: 'contractSlippageBps',
  }),
} as const
