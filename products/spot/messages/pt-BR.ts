import type { Messages } from './es-ES.ts'
import { pages } from './pages/pt-BR.ts'

export const messages: Messages = {
  ...pages,
  terms: {
    ask: 'O que é {word}',
    maker: 'Maker é a ordem que espera no livro até que alguém a tome.',
    taker: 'Taker é a ordem que toma na hora o que outra já oferece.',
  },
  rejections: {
    'coin-market-unknown': 'Não conhecemos o mercado {symbol}. Procure por nome ou código.',
    'coin-unlisted': 'Esse mercado não está aberto agora e não pode ser negociado.',
    'no-coins-to-sell': 'Você não tem {coin}: sua quantidade disponível é 0.',
    'coins-followed-full': 'Você já segue {max} instrumentos, o máximo. Remova um para adicionar outro.',
  },
}
