// Where the numbers of an order and of a level lie. Each record's numbers lie together, in one buffer seen as floats and as
// ints, so that whatever looks at a record loads one line of cache and not one for every column.
// Hot modules take them apart into constants of their own, for the reason `bookNumbers` gives.

/** An order is 64 bytes: `floats[(slot << 3) | …]` for its number, owner and quantity, `ints[(slot << 4) | …]` for the rest. */
export const orderLayout = {
  bytes: 64,
  orderNoAt: 0,
  ownerAt: 1,
  quantityAt: 2,
  /** Its price as resting order or as what a stop becomes. */
  priceAt: 6,
  /** Neighbors in the list of the level; −1 at its ends. */
  previousAt: 7,
  nextAt: 8,
  /** Slot of the level in its ladder. */
  levelAt: 9,
  /** The next order with the same place in the index of numbers; −1: none. */
  chainAt: 10,
  sideAt: 11,
  /** 0: rests in the book. Else the order is a stop, and what it will be is kept in other columns. */
  stopPriceAt: 12,
} as const

/**
 * A level is 16 bytes: its first and last order in `ints[(level << 2) | …]`, all its lots in `floats[(level << 1) | …]`. A
 * first order of −1 says that there is no such level.
 */
export const levelLayout = { bytes: 16, headAt: 0, tailAt: 1, totalAt: 1 } as const
