import { pages } from './pages/es-ES.ts'

export const messages = {
  ...pages,
  terms: {
    ask: 'Qué es {word}',
    maker: 'Maker es la orden que espera en el libro hasta que alguien la toma.',
    taker: 'Taker es la orden que toma de inmediato lo que otra ya ofrece.',
  },
  rejections: {
    'coin-market-unknown': 'No conocemos el mercado {symbol}. Búscalo por nombre o clave.',
    'coin-unlisted': 'Ese mercado no está abierto por ahora y no se puede operar.',
    'no-coins-to-sell': 'No tienes {coin}: tu cantidad disponible es 0.',
    'coins-followed-full': 'Ya sigues {max} instrumentos, el máximo. Quita alguno para agregar otro.',
  },
}

export type Messages = typeof messages
