export const messages = {
  title: 'Qué te avisamos',
  why: 'La campana de la app siempre tiene todo. Aquí eliges qué te llega además fuera de la app. Nunca mandamos publicidad.',
  channels: { email: 'Correo', push: 'Notificación en el teléfono', sms: 'SMS', whatsapp: 'WhatsApp' },
  noAddress: {
    email: 'Tu cuenta no tiene correo',
    phone: 'Tu cuenta no tiene teléfono',
    device: 'Ninguno de tus dispositivos recibe avisos todavía',
  },
  addAddress: 'Agregarlo en Seguridad',
  addDevice: 'Activarlos en este',
  noChannels: 'Aquí no hay correo, SMS ni notificaciones: todo está en la campana.',
  topics: {
    security: { name: 'Seguridad e identidad', note: 'Entradas, contraseñas y tu verificación' },
    liquidations: {
      name: 'Liquidaciones',
      note: 'Cuando una posición se acerca a su liquidación, se liquida o se reduce',
    },
    money: { name: 'Depósitos y retiros', note: 'Lo que llega, lo que sale y lo que espera' },
    orders: { name: 'Compras, ventas y conversiones', note: 'Cada orden que se ejecuta' },
    alerts: { name: 'Alertas', note: 'Las que tú pones' },
    support: { name: 'Ayuda', note: 'Cuando te contestamos' },
  },
  always: 'Siempre',
  alwaysNote: 'No se puede apagar: protege tu cuenta.',
  switchOf: '{topic} por {channel}',
  quiet: {
    title: 'Horas de silencio',
    note: 'Lo que pase en esas horas espera hasta que terminen. La seguridad y las liquidaciones no esperan.',
    on: 'Usar horas de silencio',
    from: 'Desde',
    to: 'Hasta',
    zone: 'Por la hora de {zone}',
    home: 'Ciudad de México',
    save: 'Guardar horario',
    saved: 'Horario guardado',
    ended: 'Sin horas de silencio',
  },
  notice: {
    title: 'Hay un aviso en tu cuenta',
    texts: {
      security: 'Si no fuiste tú, pausa tu cuenta desde Seguridad.',
      liquidations: 'Abre la app para ver qué pasó y por qué.',
      money: 'Abre la app para ver el detalle.',
      orders: 'Abre la app para ver el detalle.',
      alerts: '{symbol} llegó a {price}.',
      support: 'Abre la app para leerlo.',
    },
    alerts: {
      'alerts.fire-volume': '{symbol}: se operaron {volume} en cinco minutos.',
      'alerts.fire-funding': '{symbol}: financiamiento de {rate} %.',
    },
    summary: { title: 'Tienes {count} avisos', text: 'Llegaron en tus horas de silencio. Ábrelos en la app.' },
  },
  acts: {
    choose: 'Cambió qué te avisamos',
    quiet: 'Cambiaron tus horas de silencio',
    follow: 'Empezaron a seguirse los avisos',
  },
  rejections: {
    'notice-channel': 'Ese medio no está disponible aquí.',
    'notice-locked': 'Los avisos de seguridad no se pueden apagar.',
    'notice-time': 'Escribe una hora como 22:30.',
    'notice-quiet-empty': 'Elige dos horas distintas.',
    'notice-zone': 'No conocemos esa zona horaria.',
  },
}

/** Every language has exactly these keys. */
export type Messages = typeof messages
