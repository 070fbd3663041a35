/** How many of the most gained, and of the most lost, home shows. */
export const moversEach = 3
export const moverRequests = [
  { stockCountry: 'IN', sort: 'gainers', limit: moversEach },
  { stockCountry: 'IN', sort: 'losers', limit: moversEach },
] as const

/** The most traded of the home market. */
export const hotRows = 5
export const hotRequest = { stockCountry: 'IN', limit: hotRows } as const
