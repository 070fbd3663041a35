import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'stock-move-bps':
    'How far a share closes a quarter of an hour from its previous close to be news, in hundredths of a percent.',
  'coin-move-bps':
    'How far a coin closes a quarter of an hour from its previous close to be news, in hundredths of a percent.',
  'wave-accounts': 'How many accounts are liquidated in one contract within an hour for it to be news.',
}
