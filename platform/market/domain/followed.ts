/** What an instrument follows by what it is, and how far their returns may lie apart at any time. */
export interface Followed {
  readonly id: string
  /** In hundredths of a percent: what costs, cash and the other class's votes make of it. */
  readonly spreadBps: number
}

/** Funds follow their index; two classes of one company's shares follow each other. What is followed follows nothing. */
const followed: Readonly<Record<string, Followed>> = {
  'SPY.US': { id: 'SPX.US', spreadBps: 10 },
  'QQQ.US': { id: 'NDX.US', spreadBps: 10 },
  'GOOG.US': { id: 'GOOGL.US', spreadBps: 40 },
}

/** What an instrument follows; undefined for one that moves by itself. */
export function followedBy(id: string): Followed | undefined {
  return Object.hasOwn(followed, id) ? followed[id] : undefined
}

/** Everything that follows something. */
export const followers: readonly string[] = Object.keys(followed)
