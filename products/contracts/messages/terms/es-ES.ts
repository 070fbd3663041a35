/** Words of contracts a beginner may not know, each in one sentence. Spanish is the type of the other languages. */
export const terms = {
  terms: {
    mark: 'El precio con el que se calculan tu resultado y tu liquidación. No es el de la última operación.',
    index:
      'El precio de la moneda visto en varios mercados a la vez. El que se atrasa o se aleja de los demás no cuenta.',
    funding:
      'Un pago entre quienes tienen largos y quienes tienen cortos, cada pocas horas. Mantiene el contrato cerca del índice.',
    margin: 'El dinero tuyo que se aparta para responder por la posición.',
    notional: 'Lo que vale toda la posición, no solo lo que apartaste: con eso cambia tu resultado.',
    leverage: 'Cuántas veces tu margen vale la posición. Con 5×, si el precio se mueve 1 %, tu margen cambia 5 %.',
    liquidation: 'El precio de marca en el que el margen ya no alcanza y el sistema empieza a cerrar la posición.',
    bankruptcy: 'El precio de marca en el que ya no queda nada de lo que responde por la posición.',
    unrealised: 'Lo que ganarías o perderías al precio de marca de ahora. Cambia hasta que cierras.',
    crossRatio:
      'Qué parte de lo que responde por tus posiciones cruzadas ya hace falta para mantenerlas. Al llegar a 100 % se liquidan.',
    ratio: 'El margen de mantenimiento entre lo que vale la posición con su margen. Al llegar a 100 % se liquida.',
    maintenance: 'El margen mínimo con el que una posición puede seguir abierta.',
    deleveraging:
      'Si el fondo de seguro no alcanza, se cierran posiciones ganadoras de otros, primero las más apalancadas.',
    makerTaker: 'Maker es la orden que espera en el libro. Taker es la que toma lo que otra ya ofrece.',
  },
}
