// What a page of this room shows is in its query string, so every screen can be linked.

/** The calendar of offerings. */
export const offeringsPath = '/pages/stockIPO/ipoList'
/** One offering; with `?id=`. */
export const offeringPath = '/pages/stockIPO/ipoDetail'
/** One application; with `?id=`. */
export const orderPath = '/pages/stockIPO/ipoOrder'
/** One's own applications. */
export const ownPath = '/pages/stockIPO/list'
