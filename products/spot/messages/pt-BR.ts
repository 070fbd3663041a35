import type { Messages } from './es-ES.ts'
import { pages } from './pages/pt-BR.ts'

export const messages: Messages = {
  ...pages,
  rejections: {
    'coin-unknown': 'Não conhecemos o mercado {symbol}. Procure por nome ou código.',
    'coin-unlisted': 'Esse mercado não está aberto agora e não pode ser negociado.',
    'quantity-and-amount': 'Informe moedas ou dinheiro, não os dois.',
    'size-missing': 'Informe quantas moedas ou quanto dinheiro.',
    'order-amount-zero': 'O valor da ordem não pode ser 0.',
    'order-quantity-zero': 'A quantidade da ordem não pode ser 0.',
    'limit-price-missing': 'Informe o preço limite.',
    'limit-price-zero': 'O preço limite não pode ser 0.',
    'limit-price-unexpected': 'Este tipo de ordem não tem preço limite.',
    'stop-price-missing': 'Informe o preço de acionamento.',
    'stop-price-zero': 'O preço de acionamento não pode ser 0.',
    'stop-price-unexpected': 'Este tipo de ordem não tem preço de acionamento.',
    'decimals-too-many': 'São casas decimais demais. Máximo: {decimals}.',
    'time-in-force-unfit': 'Essa validade não serve para este tipo de ordem. Você pode usar: {allowed}.',
    'amount-unfit': 'Só compras a mercado são pedidas por valor. Informe moedas.',
    'exits-unfit': 'As saídas só acompanham uma compra. Para vender com duas saídas use o tipo OCO.',
    'not-fractional': 'Esta moeda não é negociada em partes.',
    'no-coins-to-sell': 'Você não tem {coin}: sua quantidade disponível é 0.',
    'coins-followed-full': 'Você já segue {max} instrumentos, o máximo. Remova um para adicionar outro.',
    'trade-password-missing': 'Digite sua senha de operações.',
  },
}
