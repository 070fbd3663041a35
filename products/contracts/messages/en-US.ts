import type { Messages } from './es-ES.ts'
import { pages } from './pages/en-US.ts'
import { terms } from './terms/en-US.ts'

export const messages: Messages = {
  ...pages,
  ...terms,
  warnings: {
    title: {
      first: 'Your position is close to liquidation',
      urgent: 'Your position is about to be liquidated',
    },
    text: {
      isolated: 'At a mark price of {mark}, the position in {symbol} uses {ratio}% of its margin.',
      cross: 'At a mark price of {mark} in {symbol}, your cross account uses {ratio}% of its margin.',
    },
    liquidation: 'It is liquidated at {liquidation}.',
    act: {
      isolated: 'You can add margin or close a part. At 100% it is liquidated.',
      cross: 'You can move money to contracts or close a part. At 100% it is liquidated.',
    },
    toast: { first: '{symbol}: close to liquidation', urgent: '{symbol}: about to be liquidated' },
  },
  acts: { 'margin-warn': 'Warning before a liquidation' },
  rejections: {
    'contract-unknown': 'We do not know that contract.',
    'funding-unknown': 'That contract had no funding payment at that time.',
    'contract-unlisted': 'That contract is not listed for now and cannot be traded.',
    'mark-unknown': 'There is no mark price right now. Try again in a few seconds; nothing was done.',
    'contract-decimals-too-many': 'Too many decimals. At most: {decimals}.',
    'contract-quantity-zero': 'The quantity cannot be 0.',
    'contract-limit-price-missing': 'Give the limit price.',
    'contract-limit-price-unexpected': 'A market order has no limit price.',
    'contract-limit-price-zero': 'The limit price cannot be 0.',
    'contract-time-in-force-unfit': 'That duration does not fit this kind of order.',
    'contract-post-only-unfit': 'Only a limit order that waits in the book can be maker.',
    'contract-exits-unfit': 'An order that closes has no exits.',
    'leverage-below-min': 'The least leverage is {min}×.',
    'leverage-above-max': 'The most leverage of this contract is {max}×.',
    'leverage-above-tier': 'For a position of that size the most is {max}×.',
    'leverage-unexpected': 'An order that closes uses the leverage of the position.',
    'suitability-missing': 'Before you use more than 1×, answer four questions.',
    'contract-credit-held':
      'What protects your account changed: for {hours} h nothing is opened on credit. Closing and adding margin work as always.',
    'contract-trade-password-missing': 'Type your trade password.',
    'margin-mode-differs': 'Your position in this contract uses the other kind of margin. Close it or use the same.',
    'opposite-position': 'You have a position on the other side. Close it first.',
    'opposite-order': 'You have an order on the other side that this one would meet. Cancel it first.',
    'margin-mode-of-order-differs':
      'Your orders in this contract use the other kind of margin. Cancel them or use the same.',
    'contract-position-unknown': 'We do not find that position among yours.',
    'contract-position-closed': 'That position is closed already.',
    'being-liquidated': 'It is being liquidated right now: it cannot be changed.',
    'more-than-position': 'That is more than is open: {open}, of which {free} is free.',
    'close-beyond-bankruptcy':
      'At that price there is no money to pay the loss, so it cannot close there. If another cross position gains, close that one first or use “Close all”, which closes what gains first. You can also add margin or move money to contracts. If the market stays there, the position is liquidated.',
    'contract-margin-short': 'You are {short} USDT short: {needed} USDT is needed and {available} USDT is free.',
    'trigger-price-zero': 'The exit price cannot be 0.',
    'trigger-off-tick': 'That price is not valid. The nearest ones are {below} and {above}.',
    'contract-take-profit-on-wrong-side': 'The take-profit is on the wrong side: the price it watches is {price}.',
    'contract-stop-loss-on-wrong-side': 'The stop-loss is on the wrong side: the price it watches is {price}.',
    'trigger-unknown': 'There is no exit to take away.',
    'margin-amount-zero': 'The amount cannot be 0.',
    'cross-has-no-own-margin': 'Cross margin is the whole account’s: move money to contracts to change it.',
    'margin-above-available': 'You have {available} USDT free.',
    'margin-removal-above-free': 'You can take out at most {removable} USDT.',
    'nothing-open': 'You have no open positions.',
    'liquidation-unknown': 'We do not find that liquidation among yours.',
    'suitability-answers-missing': 'Answer the four questions.',
  },
}
