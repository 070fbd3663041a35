/** The console's own words. */
export const messages = {
  title: 'Bolsillo · Consola',
  sections: 'Secciones',
  signOut: 'Salir',
  logged: 'Todo lo que abres queda en el diario y lo ve la persona.',
  language: 'Idioma',
  ended: 'Tu sesión terminó.',
  idle: 'Saliste por inactividad.',
  keys: {
    title: 'Teclas',
    show: 'Ver las teclas',
    close: 'Cerrar',
    go: 'Ir a la sección',
  },
  waiting: '{count} por atender',
  waitingLate: '{count} por atender, con atraso',
  work: {
    title: 'Por hacer',
    note: 'Lo que espera en tus colas, lo más atrasado primero.',
    queue: 'Cola',
    count: 'Esperan',
    oldest: 'La más antigua',
    due: 'Plazo',
    late: 'Con atraso',
    onTime: 'A tiempo',
    empty: 'No hay nada esperando.',
    emptyText: 'Cuando algo llegue a tus colas aparecerá aquí.',
    own: 'Propuestas tuyas que esperan a otra persona: {count}',
    open: 'Abrir',
    hours: '{count} h',
    minutes: '{count} min',
  },
  paused: {
    withdrawals: 'Retiros en pausa',
    deposits: 'Depósitos en pausa',
    orders: 'Órdenes nuevas en pausa',
    until: 'hasta',
  },
}

export type Messages = typeof messages
