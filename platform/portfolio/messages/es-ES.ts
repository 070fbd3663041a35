export const messages = {
  result: {
    title: 'Desde el inicio',
    result: 'Ganancia o pérdida',
    paidIn: 'Depositado menos retirado',
    basis: 'Lo que vale todo lo tuyo menos lo que depositaste, cada movimiento al cierre de su día.',
    noTotal: 'Falta un tipo de cambio: sin él no podemos sumar todo en pesos.',
    stale: 'Algún precio no está al día.',
  },
  allocation: {
    title: 'De qué se compone',
    count_one: 'activo',
    count_many: 'activos',
    count_other: 'activos',
    kinds: { cash: 'Efectivo', share: 'Acciones', coin: 'Cripto' },
  },
  holdings: {
    title: 'Lo que tienes',
    all: 'Ver todo',
    sortLabel: 'Ordenar',
    sorts: { value: 'Por valor', result: 'Por resultado', name: 'Por nombre' },
    ofTotal: '{percent} del total',
    unpriced: 'Sin precio',
    unknown: 'Sin costo conocido: {quantity}',
    sold: 'Ya lo vendiste',
    soldNote: 'Resultado de lo que compraste aquí y ya no tienes.',
    basis:
      'El resultado es lo que trajeron tus ventas más lo que vale lo que queda, menos lo que pagaste con comisiones.',
    empty: 'Aquí verás todo lo tuyo',
    emptyText: 'Acciones, cripto y efectivo de todas tus cuentas, con lo que ganó o perdió cada uno.',
    emptyAction: 'Ver mercados',
  },
}

export type Messages = typeof messages
