/** What each setting of this room is for, as staff read it in the console. Spanish is the type of the other languages. */
export const purposes = {
  'market-slippage-bps':
    'Cuánto más allá del último precio puede ejecutarse una orden a mercado de un contrato, en puntos base.',
  'first-warning-percent':
    'Margen en uso con el que se avisa al cliente que su posición se acerca a la liquidación, en por ciento.',
  'urgent-warning-percent':
    'Margen en uso con el que se avisa al cliente que su posición está a punto de liquidarse, en por ciento.',
}

export type Purposes = typeof purposes
