import type { Purposes } from './es-ES.ts'

export const purposes: Purposes = {
  'collar-bps':
    'Quanto acima do último preço uma compra pode ser colocada ou executada (abaixo dele, uma venda), em pontos-base.',
  'collar-far-bps':
    'A que distância do último preço, do lado que espera, pode ser colocada uma ordem limite, em pontos-base.',
  'open-orders-max': 'Quantas ordens abertas um cliente pode ter.',
  'order-authorisation-minutes':
    'Por quantos minutos as ordens de uma sessão não pedem a senha de negociação, depois que o cliente pediu isso.',
  'order-amount-min-mxn': 'Mínimo de uma compra em pesos.',
  'order-amount-max-mxn': 'Máximo a que pode chegar uma ordem em pesos.',
  'order-amount-min-usd': 'Mínimo de uma compra em dólares.',
  'order-amount-max-usd': 'Máximo a que pode chegar uma ordem em dólares.',
  'order-amount-min-usdt': 'Mínimo de uma compra, ou da abertura de um contrato, em USDT.',
  'order-amount-max-usdt': 'Máximo a que pode chegar uma ordem em USDT.',
  'order-amount-min-eth': 'Mínimo de uma compra em ETH.',
  'order-amount-max-eth': 'Máximo a que pode chegar uma ordem em ETH.',
}
