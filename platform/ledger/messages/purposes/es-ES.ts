/** What each setting of this room is for, as staff read it in the console. Spanish is the type of the other languages. */
export const purposes = {
  'practice-grant-mxn': 'Pesos que recibe un cliente del mercado de práctica, una sola vez.',
  'practice-grant-usd': 'Dólares que recibe un cliente del mercado de práctica, una sola vez.',
  'practice-grant-usdt': 'USDT que recibe un cliente del mercado de práctica, una sola vez, para operar monedas.',
}

export type Purposes = typeof purposes
