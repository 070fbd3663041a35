export const bookings = {
  funding: {
    running: 'Lecturas de la tasa que corre',
    mine: 'Mis pagos',
    market: 'Del contrato',
    empty: 'Aún no has pagado ni recibido financiamiento.',
    emptyMarket: 'Este contrato aún no ha tenido un pago.',
    explained:
      'Cada {hours} h los de un lado pagan a los del otro según la tasa. Nada se queda en Bolsillo: lo pagado es exactamente lo recibido.',
    rate: 'Tasa {rate}',
    holders: '{holders} posiciones · {looks} lecturas',
    pick: 'Contrato',
  },
  bookings: {
    total: 'Resultado sin lo que sigue abierto',
    explained:
      'Cada renglón es un asiento del diario. Lo que sigue abierto se ve en la posición y cambia con la marca.',
    list: 'Cada asiento',
    borne: 'Cubierto por el fondo y el mercado',
    liquidationFee: 'Cargo de liquidación',
    charges: { fee: 'Comisión', vat: 'IVA', liquidationFee: 'Liquidación' },
    kinds: {
      fill: 'Operación',
      margin: 'Cambio de margen',
      deleveraging: 'Desapalancamiento',
      'funding-loss': 'Pérdida por financiamiento',
      funding: 'Financiamiento',
    },
  },
  looks: {
    paid: 'se pagó el',
    running: 'corre hasta el',
    from: 'Desde',
    count: 'Lecturas',
    mark: 'Marca de la última',
    interest: 'Interés de {hours} h',
    clamp: 'Lo más que jala',
    cap: 'Tope de la tasa',
    formula:
      'La tasa es el promedio de las primas, jalado hacia el interés y con tope. La prima dice cuánto más caro se compra o vende en el libro que el índice.',
    sound: 'Tu teléfono rehízo la tasa',
    unsound: 'La tasa no sale de estas lecturas',
    how: 'Con las lecturas y los términos de esta página, por la fórmula publicada.',
    list: 'Cada lectura',
    none: 'Este intervalo todavía no tiene lecturas.',
    notKept: 'De este pago, de una versión anterior, ya no se guardan las lecturas.',
    markAndIndex: 'Marca · índice',
    checks: {
      count: 'Están todas las lecturas',
      interval: 'Cada una, una vez y dentro del intervalo',
      rate: 'La tasa sale de ellas',
      mark: 'La marca es la de la última',
    },
  },
}

export type BookingWords = typeof bookings
