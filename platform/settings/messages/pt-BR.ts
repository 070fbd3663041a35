import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  acts: { change: 'Um ajuste mudou' },
  rejections: {
    'prop-unknown': 'Não existe uma configuração pública com esse nome.',
    'withdrawals-paused': 'Novos saques estão em pausa por uma emergência. Termina em {minutes} minutos no máximo.',
    'deposits-paused': 'Novos depósitos estão em pausa por uma emergência. Termina em {minutes} minutos no máximo.',
    'orders-paused':
      'Novas ordens estão em pausa por uma emergência; cancelar continua aberto. Termina em {minutes} minutos no máximo.',
  },
}
