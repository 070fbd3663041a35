import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  channel: {
    'deposits-open': 'Se os clientes podem depositar por {channel}.',
    'withdrawals-open':
      'Se novos saques por {channel} são aceitos. Os aceitos são enviados; a última saída de um ativo não pode ser fechada.',
    'opens-at-minute':
      'Quando {channel} abre, em minutos depois da meia-noite na Cidade do México. Igual ao fechamento: o dia todo. Nunca menos de oito horas.',
    'closes-at-minute':
      'Quando {channel} fecha, em minutos depois da meia-noite na Cidade do México. Igual à abertura: o dia todo. Nunca menos de oito horas.',
    'deposit-min': 'Depósito mínimo por {channel}, em {asset}.',
    'deposit-max': 'Depósito máximo por {channel}, em {asset}.',
    'withdrawal-min': 'Saque mínimo por {channel}, em {asset}.',
    'withdrawal-max': 'Saque máximo por {channel}, em {asset}.',
    'withdrawal-fee': 'Quanto custa um saque por {channel}, descontado do seu valor, em {asset}.',
    'arrival-minutes': 'Quanto costuma demorar um pagamento por {channel}, em minutos.',
    confirmations: 'Após quantas confirmações conta um depósito por {channel}.',
  },
  'difference-limit':
    'Quanto podem diferir o extrato de um meio de pagamento e os livros antes que os pagamentos de {asset} esperem, em {asset}.',
}
