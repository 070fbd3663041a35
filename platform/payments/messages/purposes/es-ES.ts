/** What each setting of this room is for, as staff read it in the console. Spanish is the type of the other languages. */
export const purposes = {
  channel: {
    'deposits-open': 'Si los clientes pueden depositar por {channel}.',
    'withdrawals-open':
      'Si se aceptan retiros nuevos por {channel}. Los aceptados se envían; la última salida de un activo no se puede cerrar.',
    'opens-at-minute':
      'Cuándo abre {channel}, en minutos después de medianoche en Ciudad de México. Igual al cierre: todo el día. Nunca menos de ocho horas.',
    'closes-at-minute':
      'Cuándo cierra {channel}, en minutos después de medianoche en Ciudad de México. Igual a la apertura: todo el día. Nunca menos de ocho horas.',
    'deposit-min': 'Depósito mínimo por {channel}, en {asset}.',
    'deposit-max': 'Depósito máximo por {channel}, en {asset}.',
    'withdrawal-min': 'Retiro mínimo por {channel}, en {asset}.',
    'withdrawal-max': 'Retiro máximo por {channel}, en {asset}.',
    'withdrawal-fee': 'Lo que cuesta un retiro por {channel}, descontado de su importe, en {asset}.',
    'arrival-minutes': 'Cuánto suele tardar un pago por {channel}, en minutos.',
    confirmations: 'Tras cuántas confirmaciones cuenta un depósito por {channel}.',
  },
  'by-hand-entry': 'Lo máximo que el personal abona a mano de una vez, en {asset}.',
  'by-hand-day': 'Lo máximo que el personal abona a mano en 24 horas, en {asset}.',
  'by-hand-three': 'Desde qué suma en 24 horas un abono a mano necesita tres personas, en {asset}.',
  'liability-tolerance':
    'Cuánto puede superar lo que debemos a lo que tenemos antes de detener los abonos, en {asset}.',
  'difference-limit':
    'Cuánto pueden diferir el extracto de un medio de pago y los libros antes de que esperen los pagos de {asset}, en {asset}.',
}

export type Purposes = typeof purposes
