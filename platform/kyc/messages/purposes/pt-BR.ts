import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'review-hours': 'Horas em que os documentos são analisados: é dito aos clientes e é o relógio da fila.',
  limits: {
    'deposit-day': 'Máximo que alguém deste nível pode depositar em um dia, em {asset} (nível {level}).',
    'withdrawal-day': 'Máximo que alguém deste nível pode sacar em um dia, em {asset} (nível {level}).',
    'withdrawal-month': 'Máximo que alguém deste nível pode sacar em 30 dias, em {asset} (nível {level}).',
  },
}
