export const messages = {
  rejections: {
    'deposits-closed': 'No se puede depositar en este momento.',
    'deposit-below-min': 'El depósito mínimo es {min} {asset}.',
    'deposit-above-max': 'El depósito máximo es {max} {asset}.',
    'withdrawals-closed': 'No se puede retirar en este momento.',
    'withdrawal-below-min': 'El retiro mínimo es {min} {asset}.',
    'withdrawal-above-max': 'El retiro máximo es {max} {asset}.',
    'channel-unknown': 'Ese medio no existe.',
    'notice-refused': 'La firma del aviso no es válida.',
  },
}

/** Every language has exactly these keys. */
export type Messages = typeof messages
