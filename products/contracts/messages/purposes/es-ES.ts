/** What each setting of this room is for, as staff read it in the console. Spanish is the type of the other languages. */
export const purposes = {
  'market-slippage-bps':
    'Cuánto más allá del último precio puede ejecutarse una orden a mercado de un contrato, en puntos base.',
}

export type Purposes = typeof purposes
