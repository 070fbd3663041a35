import type { Messages } from './es-ES.ts'
import { pages } from './pages/en-US.ts'

export const messages: Messages = {
  ...pages,
  rejections: {
    'coin-unknown': 'We do not know the market {symbol}. Search by name or symbol.',
    'coin-unlisted': 'That market is not open for now and cannot be traded.',
    'quantity-and-amount': 'Give coins or money, not both.',
    'size-missing': 'Say how many coins or how much money.',
    'order-amount-zero': 'The amount of the order cannot be 0.',
    'order-quantity-zero': 'The quantity of the order cannot be 0.',
    'limit-price-missing': 'Give the limit price.',
    'limit-price-zero': 'The limit price cannot be 0.',
    'limit-price-unexpected': 'This type of order has no limit price.',
    'stop-price-missing': 'Give the stop price.',
    'stop-price-zero': 'The stop price cannot be 0.',
    'stop-price-unexpected': 'This type of order has no stop price.',
    'decimals-too-many': 'Too many decimals. At most: {decimals}.',
    'time-in-force-unfit': 'That duration does not fit this type of order. You can use: {allowed}.',
    'amount-unfit': 'Only market buys are sized by amount. Give coins.',
    'exits-unfit': 'Exits only come with a buy. To sell with two exits use the OCO type.',
    'not-fractional': 'This coin is not traded in parts.',
    'no-coins-to-sell': 'You have no {coin}: your available quantity is 0.',
    'coins-followed-full': 'You already follow {max} instruments, the most there can be. Remove one to add another.',
    'trade-password-missing': 'Enter your trade password.',
  },
}
