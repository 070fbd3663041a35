export const messages = {
  acts: { change: 'Cambió un ajuste' },
  rejections: {
    'prop-unknown': 'No existe un ajuste público con ese nombre.',
    'withdrawals-paused':
      'Los retiros nuevos están en pausa por una emergencia. Termina en {minutes} minutos a más tardar.',
    'deposits-paused':
      'Los depósitos nuevos están en pausa por una emergencia. Termina en {minutes} minutos a más tardar.',
    'orders-paused':
      'Las órdenes nuevas están en pausa por una emergencia; cancelar sigue abierto. Termina en {minutes} minutos a más tardar.',
  },
}
export type Messages = typeof messages
