export const messages = {
  rejections: {
    'exchange-same': 'Elige dos monedas distintas.',
    'exchange-amount': 'La cantidad va de {min} a {max}. No se movió nada.',
    'exchange-unavailable':
      'Ahora no hay un precio reciente de estas monedas. No se movió nada; intenta en un momento.',
    'exchange-unknown': 'No hay ninguna conversión así.',
    'exchange-expired': 'La oferta venció y no se movió nada. Pide otra.',
    'exchange-funds': 'Te faltan {short}; tienes {available} disponibles. No se movió nada.',
    'transfer-same': 'Elige dos cuentas distintas.',
    'transfer-asset': '{asset} no se puede mover entre estas dos cuentas.',
    'transfer-amount': 'Escribe una cantidad desde {least}, sin más decimales.',
    'transfer-funds': 'Tienes {available} disponibles para mover. No se movió nada.',
  },
}

/** Every language has exactly these keys. */
export type Messages = typeof messages
