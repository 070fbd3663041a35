/** What each setting of this room is for, as staff read it in the console. Spanish is the type of the other languages. */
export const purposes = {
  'collar-bps':
    'Cuánto por encima del último precio puede ponerse o ejecutarse una compra (por debajo, una venta), en puntos base.',
  'collar-far-bps':
    'A qué distancia del último precio, del lado que espera, puede ponerse una orden límite, en puntos base.',
  'open-orders-max': 'Cuántas órdenes abiertas puede tener un cliente.',
  'order-authorisation-minutes':
    'Durante cuántos minutos las órdenes de una sesión no piden la contraseña de operaciones, después de que el cliente lo pidió.',
  'order-amount-min-mxn': 'Mínimo de una compra en pesos.',
  'order-amount-max-mxn': 'Máximo al que puede llegar una orden en pesos.',
  'order-amount-min-usd': 'Mínimo de una compra en dólares.',
  'order-amount-max-usd': 'Máximo al que puede llegar una orden en dólares.',
  'order-amount-min-usdt': 'Mínimo de una compra, o de abrir un contrato, en USDT.',
  'order-amount-max-usdt': 'Máximo al que puede llegar una orden en USDT.',
  'order-amount-min-eth': 'Mínimo de una compra en ETH.',
  'order-amount-max-eth': 'Máximo al que puede llegar una orden en ETH.',
}

export type Purposes = typeof purposes
