/** What staff read about messages on their way; customers see none of it. */
export const messages = {
  console: {
    title: 'Mensajes por salir',
    note: 'Un canal que falla retrasa los mensajes y no pierde ninguno. Nadie del equipo ve qué dicen, los cambia ni los borra.',
    channels: 'Canales',
    channel: 'Canal',
    channelNames: { email: 'Correo', sms: 'SMS' },
    state: 'Estado',
    states: {
      works: 'Sin fallas',
      fails: 'Con fallas',
      absent: 'Sin configurar',
      uncarried: 'Nada lo lleva',
    },
    waiting: 'Esperan',
    failing: 'Ya con intentos',
    oldest: 'El más antiguo',
    sentLately: 'Enviados, 24 h',
    lastSent: 'El último salió',
    list: 'Los que no han salido',
    tabs: { waiting: 'Esperan', refused: 'Rechazados', late: 'Terminaron tarde' },
    to: 'Para',
    what: 'Qué es',
    code: 'Código',
    notice: 'Aviso',
    since: 'Escrito',
    tries: 'Intentos',
    reason: 'Razón',
    nextTry: 'Próximo intento',
    until: 'Sale hasta',
    ended: 'Terminó',
    empty: {
      waiting: 'Nada espera',
      refused: 'Nada fue rechazado',
      late: 'Nada terminó tarde',
    },
    emptyText: {
      waiting: 'Lo que se escribe sale enseguida. En el mercado de práctica lo demás llega al buzón de práctica.',
      refused: 'Aquí queda {days} días lo que el otro lado rechazó para siempre.',
      late: 'Un código se intenta enviar {codeMinutes} minutos y un aviso {noticeDays} días. Lo que no salió a tiempo queda aquí {days} días.',
    },
    problems: {
      unreachable: 'No hay conexión con el servidor',
      insecure: 'La conexión no es segura',
      'credentials-refused': 'No acepta nuestra clave',
      busy: 'Está ocupado',
      'address-refused': 'No acepta la dirección',
      'content-refused': 'No acepta el contenido',
      'sender-refused': 'No acepta al remitente',
      altered: 'Alguien alteró la fila en la base de datos',
    },
  },
}

/** Every language has exactly these keys. */
export type Messages = typeof messages
