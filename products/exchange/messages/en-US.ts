import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  rejections: {
    'exchange-same': 'Choose two different currencies.',
    'exchange-amount': 'The amount goes from {min} to {max}. Nothing moved.',
    'exchange-unavailable': 'There is no recent price of these currencies now. Nothing moved; try again in a moment.',
    'exchange-unknown': 'There is no such conversion.',
    'exchange-expired': 'The offer expired and nothing moved. Ask for another.',
    'exchange-funds': 'You are {short} short; you have {available} available. Nothing moved.',
    'transfer-same': 'Choose two different accounts.',
    'transfer-asset': '{asset} cannot be moved between these two accounts.',
    'transfer-amount': 'Enter an amount from {least}, without more decimals.',
    'transfer-funds': 'You have {available} available to move. Nothing moved.',
  },
}
