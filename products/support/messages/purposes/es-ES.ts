/** What each setting of this room is for, as staff read it in the console. Spanish is the type of the other languages. */
export const purposes = {
  'answer-hours': 'Horas que tiene soporte para responder un mensaje; el cliente ve hasta cuándo.',
  'pictures-per-message-max':
    'Máximo de fotos que un cliente puede adjuntar a un mensaje a soporte; con 0 no se admite ninguna.',
}

export type Purposes = typeof purposes
