/** What each setting of this room is for, as staff read it in the console. Spanish is the type of the other languages. */
export const purposes = {
  'vat-bps':
    'IVA sobre la comisión de los retiros de dinero, en puntos base. Las comisiones de red de las monedas no lo llevan.',
  'fee-share-max-bps':
    'La comisión y el IVA nunca toman de un retiro más que esto, en puntos base: todo saldo puede salir.',
  'destination-wait-hours': 'Horas que un destino nuevo espera para su primer retiro. Se dice antes de añadirlo.',
  'destinations-max': 'Cuántas cuentas bancarias, y cuántas direcciones, puede tener un cliente a la vez.',
  'review-hours-max': 'Horas tras las que un retiro que nadie ha decidido se escala, a la vista del cliente.',
  'open-max': 'Cuántos retiros de un cliente pueden estar en camino a la vez.',
}

export type Purposes = typeof purposes
