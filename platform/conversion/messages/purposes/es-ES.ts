/** What each setting of this room is for, as staff read it in the console. Spanish is the type of the other languages. */
export const purposes = {
  'spread-bps': 'Lo que cuesta una conversión de divisas por encima del punto medio del mercado, en puntos base.',
  'quote-life-ms': 'Cuánto tiempo vale una oferta de conversión, en milisegundos.',
}

export type Purposes = typeof purposes
