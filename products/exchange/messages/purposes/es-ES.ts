/** What each setting of this room is for, as staff read it in the console. Spanish is the type of the other languages. */
export const purposes = {
  'amount-min': 'Mínimo de una conversión, en la divisa cuyo importe se indica.',
  'amount-max': 'Máximo de una conversión, en la divisa cuyo importe se indica.',
}

export type Purposes = typeof purposes
