import type { Sentences } from './es-ES.ts'

export const sentences: Sentences = {
  up: {
    title: '{ticker} rises {percent} from its previous close',
    text: 'It went from {before} {currency}, its previous close, to {price} {currency}.',
  },
  down: {
    title: '{ticker} falls {percent} from its previous close',
    text: 'It went from {before} {currency}, its previous close, to {price} {currency}.',
  },
  coinUp: {
    title: '{ticker} rises {percent} from the day before',
    text: 'It went from {before} {currency}, its last price of the day before (UTC), to {price} {currency}.',
  },
  coinDown: {
    title: '{ticker} falls {percent} from the day before',
    text: 'It went from {before} {currency}, its last price of the day before (UTC), to {price} {currency}.',
  },
  wave: {
    title: 'Wave of liquidations in {ticker}: {accounts} accounts within an hour',
    text: 'Liquidations closed positions of {quantity} {coin} of {accounts} accounts, at prices from {low} {currency} to {high} {currency}.',
  },
}
