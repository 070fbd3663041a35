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
  'by-hand-entry': 'O máximo que a equipe credita à mão de uma vez, em {asset}.',
  'by-hand-day': 'O máximo que a equipe credita à mão em 24 horas, em {asset}.',
  'by-hand-three': 'A partir de que soma em 24 horas um crédito à mão exige três pessoas, em {asset}.',
  'liability-tolerance': 'Quanto o que devemos pode superar o que temos antes de parar os créditos, em {asset}.',
  'difference-limit':
    'Quanto podem diferir o extrato de um meio de pagamento e os livros antes que os pagamentos de {asset} esperem, em {asset}.',
}
