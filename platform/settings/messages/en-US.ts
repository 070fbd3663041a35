import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  acts: { change: 'A setting was changed' },
  rejections: {
    'prop-unknown': 'There is no public setting of that name.',
    'withdrawals-paused':
      'New withdrawals are paused because of an emergency. It ends in {minutes} minutes at the latest.',
    'deposits-paused': 'New deposits are paused because of an emergency. It ends in {minutes} minutes at the latest.',
    'orders-paused':
      'New orders are paused because of an emergency; canceling stays open. It ends in {minutes} minutes at the latest.',
  },
}
