/** What each setting of this room is for, as staff read it in the console. Spanish is the type of the other languages. */
export const purposes = {
  'review-hours': 'Horas en las que se revisan los documentos: se dice a los clientes y es el reloj de la cola.',
  limits: {
    'deposit-day': 'Máximo que alguien de este nivel puede depositar en un día, en {asset} (nivel {level}).',
    'withdrawal-day': 'Máximo que alguien de este nivel puede retirar en un día, en {asset} (nivel {level}).',
    'withdrawal-month': 'Máximo que alguien de este nivel puede retirar en 30 días, en {asset} (nivel {level}).',
  },
}

export type Purposes = typeof purposes
