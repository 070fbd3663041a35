import type { Sentences } from './es-ES.ts'

export const sentences: Sentences = {
  up: {
    title: '{ticker} sobe {percent} em relação ao fechamento anterior',
    text: 'Passou de {before} {currency}, o fechamento anterior, para {price} {currency}.',
  },
  down: {
    title: '{ticker} cai {percent} em relação ao fechamento anterior',
    text: 'Passou de {before} {currency}, o fechamento anterior, para {price} {currency}.',
  },
  coinUp: {
    title: '{ticker} sobe {percent} em relação ao dia anterior',
    text: 'Passou de {before} {currency}, seu último preço do dia anterior (UTC), para {price} {currency}.',
  },
  coinDown: {
    title: '{ticker} cai {percent} em relação ao dia anterior',
    text: 'Passou de {before} {currency}, seu último preço do dia anterior (UTC), para {price} {currency}.',
  },
  wave: {
    title: 'Onda de liquidações em {ticker}: {accounts} contas em uma hora',
    text: 'As liquidações fecharam posições de {quantity} {coin} de {accounts} contas, a preços de {low} {currency} a {high} {currency}.',
  },
}
