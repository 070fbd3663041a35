/** Who makes the practice market, and what it won or lost. */
export const marketMadePath = '/pages/practice/market'
