/** What each setting of this room is for, as staff read it in the console. Spanish is the type of the other languages. */
export const purposes = {
  'stock-move-bps':
    'Cuánto se aleja del cierre anterior una acción, al cerrar un cuarto de hora, para ser noticia, en centésimas de punto porcentual.',
  'coin-move-bps':
    'Cuánto se aleja del cierre anterior una moneda, al cerrar un cuarto de hora, para ser noticia, en centésimas de punto porcentual.',
  'wave-accounts': 'Cuántas cuentas se liquidan en un contrato en una hora para que sea noticia.',
}

export type Purposes = typeof purposes
