import type { terms as spanish } from './es-ES.ts'

export const terms: typeof spanish = {
  terms: {
    mark: 'The price your result and your liquidation are computed with. It is not the price of the last trade.',
    index: 'The price of the coin on several markets at once. One that is late or far from the others does not count.',
    funding:
      'A payment between holders of longs and holders of shorts, every few hours. It keeps the contract close to the index.',
    margin: 'Your money that is set aside to back the position.',
    notional: 'What the whole position is worth, not only what you set aside: your result changes with it.',
    leverage: 'How many times your margin the position is worth. At 5×, a price move of 1% changes your margin by 5%.',
    liquidation: 'The mark price at which the margin is no longer enough and the system starts to close the position.',
    bankruptcy: 'The mark price at which nothing is left of what backs the position.',
    unrealised: 'What you would gain or lose at the mark price of now. It changes until you close.',
    crossRatio: 'How much of what backs your cross positions is needed to keep them open. At 100% they are liquidated.',
    ratio: 'The maintenance margin divided by what the position and its margin are worth. At 100% it is liquidated.',
    maintenance: 'The least margin with which a position can stay open.',
    deleveraging:
      'If the insurance fund is not enough, winning positions of others are closed, the most leveraged first.',
    makerTaker:
      'A maker is the order that waits in the book. A taker is the one that takes what another already offers.',
  },
}
