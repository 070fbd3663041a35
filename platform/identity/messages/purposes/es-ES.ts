/** What each setting of this room is for, as staff read it in the console. Spanish is the type of the other languages. */
export const purposes = {
  'login-password-min': 'Mínimo de caracteres de una contraseña de acceso nueva.',
  'login-password-max': 'Máximo de caracteres de una contraseña de acceso nueva.',
  'before-trading':
    'Dónde se verifica la identidad antes de la primera orden: donde el dinero es real, siempre o nunca.',
  'cool-down-hours': 'Horas que esperan los retiros después de un cambio en lo que los protege.',
  'freeze-days': 'Días tras los que termina por sí solo un bloqueo puesto por el propio dueño de la cuenta.',
  'staff-wait-hours': 'Horas que esperan las facultades nuevas del personal donde el dinero es real.',
  'staff-wait-practice-minutes': 'Minutos que esperan en el mercado de práctica, en lugar de esas horas.',
}

export type Purposes = typeof purposes
