/** What each setting of this room is for, as staff read it in the console. Spanish is the type of the other languages. */
export const purposes = {
  app: {
    languages: 'Idiomas que se ofrecen; el primero es el que se usa mientras nadie elige otro.',
    'area-code': 'Prefijo telefónico que aparece elegido antes de que el cliente elija.',
    'area-codes': 'Prefijos telefónicos con los que un cliente puede registrarse.',
    'stock-country': 'Bolsa que se muestra primero: IN es la nacional (México) y US la de Estados Unidos.',
    'main-indicator': 'Indicador que se dibuja sobre las velas mientras el cliente no elija otro.',
    'sub-indicator': 'Indicador que se dibuja debajo de las velas mientras el cliente no elija otro.',
    'system-trade-type': 'Producto con el que se abre la página de operar.',
    'system-router': 'Página con la que se abre la app a un cliente con la sesión iniciada.',
    'loading-delay-ms': 'Milisegundos que una página puede tardar antes de que se muestre que está cargando.',
    'fee-schedule': 'Llamada pública cuyo campo `fees` es la tarifa publicada con la que se opera un instrumento.',
  },
  operations: {
    'withdrawals-paused-until':
      'Hasta cuándo no se acepta ningún retiro nuevo, en una emergencia. Los ya aceptados siguen.',
    'deposits-paused-until':
      'Hasta cuándo no se empieza ningún depósito nuevo, en una emergencia. El dinero que llega se abona.',
    'orders-paused-until':
      'Hasta cuándo no se acepta ninguna orden nueva, en una emergencia. Cancelar sigue siendo posible.',
  },
}

export type Purposes = typeof purposes
