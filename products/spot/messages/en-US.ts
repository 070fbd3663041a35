import type { Messages } from './es-ES.ts'
import { pages } from './pages/en-US.ts'

export const messages: Messages = {
  ...pages,
  terms: {
    ask: 'What a {word} is',
    maker: 'A maker is the order that waits in the book until someone takes it.',
    taker: 'A taker is the order that takes at once what another already offers.',
  },
  rejections: {
    'coin-market-unknown': 'We do not know the market {symbol}. Search by name or symbol.',
    'coin-unlisted': 'That market is not open for now and cannot be traded.',
    'no-coins-to-sell': 'You have no {coin}: your available quantity is 0.',
    'coins-followed-full': 'You already follow {max} instruments, the most there can be. Remove one to add another.',
  },
}
