/** Where the votes are; with `?id=` one of them. */
export const votesPath = '/pages/stock/vote'

/** The address of one vote. */
export const voteAt = (id: string): string => `${votesPath}?id=${encodeURIComponent(id)}`
