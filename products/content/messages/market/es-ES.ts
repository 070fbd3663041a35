/** The words of market news, by what happened; the server fills in the facts. Spanish is the type of the other languages. */
export const sentences = {
  up: {
    title: '{ticker} sube {percent} frente al cierre anterior',
    text: 'Pasó de {before} {currency}, el cierre anterior, a {price} {currency}.',
  },
  down: {
    title: '{ticker} baja {percent} frente al cierre anterior',
    text: 'Pasó de {before} {currency}, el cierre anterior, a {price} {currency}.',
  },
  // What trades round the clock has no close.
  coinUp: {
    title: '{ticker} sube {percent} frente al día anterior',
    text: 'Pasó de {before} {currency}, su último precio del día anterior (UTC), a {price} {currency}.',
  },
  coinDown: {
    title: '{ticker} baja {percent} frente al día anterior',
    text: 'Pasó de {before} {currency}, su último precio del día anterior (UTC), a {price} {currency}.',
  },
  wave: {
    title: 'Ola de liquidaciones en {ticker}: {accounts} cuentas en una hora',
    text: 'Las liquidaciones cerraron posiciones de {quantity} {coin} de {accounts} cuentas, a precios de {low} {currency} a {high} {currency}.',
  },
}

export type Sentences = typeof sentences
