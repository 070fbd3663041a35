import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  rejections: {
    'deposits-closed': 'Não é possível depositar neste momento.',
    'deposit-below-min': 'O depósito mínimo é {min} {asset}.',
    'deposit-above-max': 'O depósito máximo é {max} {asset}.',
    'withdrawals-closed': 'Não é possível sacar neste momento.',
    'withdrawal-below-min': 'O saque mínimo é {min} {asset}.',
    'withdrawal-above-max': 'O saque máximo é {max} {asset}.',
    'channel-unknown': 'Esse meio não existe.',
    'notice-refused': 'A assinatura do aviso não é válida.',
  },
}
