import { defineSetting } from '@bolsillo/settings/domain'
import type { WarningTerms } from './margin/margin-warning.ts'

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
  // The two do not overlap, and a first warning less `calmDistance` stays above what the highest step of any margin table
  // asks to keep, so that a loss never lowers a ratio that is warned of.
  firstWarning: defineSetting({
    key: 'contracts.first-warning-percent',
    type: 'whole',
    standard: 70,
    min: 65,
    max: 80,
    purpose: 'The margin ratio at which customers are warned that a position comes near its liquidation, in percent.',
    publicName: 'contractFirstWarningPercent',
  }),
  urgentWarning: defineSetting({
    key: 'contracts.urgent-warning-percent',
    type: 'whole',
    standard: 90,
    min: 85,
    max: 98,
    purpose: 'The margin ratio at which customers are warned that a liquidation is imminent, in percent.',
    publicName: 'contractUrgentWarningPercent',
  }),
} as const

/** The ratios of warnings, from their percents. */
export const warningTerms = (first: number, urgent: number): WarningTerms => ({
  first: BigInt(first) * 100n,
  urgent: BigInt(urgent) * 100n,
})
