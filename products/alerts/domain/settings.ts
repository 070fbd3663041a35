import { defineSetting } from '@bolsillo/settings/domain'

/** Settings of this room. */
export const alertSettings = {
  most: defineSetting({
    key: 'alerts.most',
    type: 'whole',
    standard: 100,
    min: 1,
    max: 1_000,
    purpose: 'How many alerts a customer may have at a time, armed and fired together.',
    publicName: 'alertsMost',
  }),
} as const
