import { assert } from '@bolsillo/kernel'

/** The watchers of one contract's mark, notified when it reaches a price. Slots are small whole numbers of the caller's. */
export interface PriceAlarms {
  /** Wakes `slot` when the mark falls to `price` or below. Replaces what was set for it on this side. */
  readonly setBelow: (slot: number, price: bigint) => void
  /** Wakes `slot` when the mark rises to `price` or above. */
  readonly setAbove: (slot: number, price: bigint) => void
  /** Takes back what was set for a slot, on both sides. */
  readonly clear: (slot: number) => void
  /** The slots this mark wakes, into `woken`, nearest first; they are cleared on that side. @returns how many. */
  readonly take: (mark: bigint, woken: number[]) => number
  readonly count: () => number
}

/**
 * Alarms kept by price, so that a tick costs what it wakes and nothing for the rest: two heaps that know where each slot
 * stands. Prices are kept as doubles, which hold whole numbers to 2^53; a price beyond is refused.
 */
export function createPriceAlarms(): PriceAlarms {
  // The side that waits for a fall wakes the highest price first: the same heap with the sign turned.
  const below = createHeap()
  const above = createHeap()
  return {
    setBelow: (slot, price) => below.set(slot, -asDouble(price)),
    setAbove: (slot, price) => above.set(slot, asDouble(price)),
    clear: (slot) => {
      below.remove(slot)
      above.remove(slot)
    },
    take: (mark, woken) => {
      const price = asDouble(mark)
      return below.takeUpTo(-price, woken) + above.takeUpTo(price, woken)
    },
    count: () => below.size() + above.size(),
  }
}

function asDouble(price: bigint): number {
  const double = Number(price)
  assert(price > 0n && Number.isSafeInteger(double), `an alarm at ${price} cannot be kept`)
  return double
}

interface Heap {
  readonly set: (slot: number, key: number) => void
  readonly remove: (slot: number) => void
  readonly takeUpTo: (key: number, into: number[]) => number
  readonly size: () => number
}

const firstCapacity = 1024
const nowhere = -1

/** A binary heap, smallest key first, of slots whose place is known: changing one costs a logarithm. */
function createHeap(): Heap {
  const columns = emptyColumns()
  return {
    size: () => columns.size,
    set: (slot, key) => {
      assert(Number.isInteger(slot) && slot >= 0, 'a slot is a small whole number')
      grow(columns, slot + 1)
      const place = columns.places[slot] ?? nowhere
      if (place !== nowhere) {
        move(columns, place, slot, key)
        return
      }
      columns.size += 1
      rise(columns, columns.size - 1, slot, key)
    },
    remove: (slot) => {
      const place = columns.places[slot] ?? nowhere
      if (place !== nowhere) removeAt(columns, place)
    },
    takeUpTo: (key, into) => {
      let taken = 0
      while (columns.size > 0 && (columns.keys[0] ?? 0) <= key) {
        into.push(columns.slots[0] ?? 0)
        removeAt(columns, 0)
        taken += 1
      }
      return taken
    },
  }
}

/** What a heap is made of: a slot and its key by place, of which the first `size` are filled. */
interface Columns {
  slots: Int32Array
  keys: Float64Array
  /** By slot: its place in `slots`. */
  places: Int32Array
  size: number
}

function emptyColumns(): Columns {
  return {
    slots: new Int32Array(firstCapacity),
    keys: new Float64Array(firstCapacity),
    places: new Int32Array(firstCapacity).fill(nowhere),
    size: 0,
  }
}

function grow(columns: Columns, needed: number): void {
  const { slots, keys, places } = columns
  if (needed <= places.length) return
  const capacity = Math.max(needed, 2 * places.length)
  columns.slots = new Int32Array(capacity)
  columns.keys = new Float64Array(capacity)
  columns.places = new Int32Array(capacity).fill(nowhere)
  columns.slots.set(slots)
  columns.keys.set(keys)
  columns.places.set(places)
}

function put({ slots, keys, places }: Columns, place: number, slot: number, key: number): void {
  slots[place] = slot
  keys[place] = key
  places[slot] = place
}

function rise(columns: Columns, from: number, slot: number, key: number): void {
  const { slots, keys } = columns
  let place = from
  while (place > 0) {
    const parent = (place - 1) >> 1
    const parentKey = keys[parent] ?? 0
    if (parentKey <= key) break
    put(columns, place, slots[parent] ?? 0, parentKey)
    place = parent
  }
  put(columns, place, slot, key)
}

function sink(columns: Columns, from: number, slot: number, key: number): void {
  const { slots, keys, size } = columns
  let place = from
  for (;;) {
    let child = 2 * place + 1
    if (child >= size) break
    if (child + 1 < size && (keys[child + 1] ?? 0) < (keys[child] ?? 0)) child += 1
    const childKey = keys[child] ?? 0
    if (childKey >= key) break
    put(columns, place, slots[child] ?? 0, childKey)
    place = child
  }
  put(columns, place, slot, key)
}

/** Puts a slot at a place, or above or below it if its key belongs there. */
function move(columns: Columns, place: number, slot: number, key: number): void {
  const parentKey = place === 0 ? key : (columns.keys[(place - 1) >> 1] ?? 0)
  if (parentKey > key) rise(columns, place, slot, key)
  else sink(columns, place, slot, key)
}

function removeAt(columns: Columns, place: number): void {
  const { slots, keys, places } = columns
  places[slots[place] ?? 0] = nowhere
  columns.size -= 1
  const last = columns.size
  if (place === last) return
  move(columns, place, slots[last] ?? 0, keys[last] ?? 0)
}
