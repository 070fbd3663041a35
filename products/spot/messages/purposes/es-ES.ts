/** What each setting of this room is for, as staff read it in the console. Spanish is the type of the other languages. */
export const purposes = {
  'vat-bps': 'IVA sobre la comisión de las operaciones con monedas, en puntos base de la comisión.',
  tier: {
    volume: 'A partir de qué volumen de treinta días, en USDT, un cliente está en el nivel {tier}.',
    'maker-bps': 'Comisión del nivel {tier} para las órdenes que esperan en el libro, en puntos base.',
    'taker-bps': 'Comisión del nivel {tier} para las órdenes que toman del libro, en puntos base.',
  },
}

export type Purposes = typeof purposes
