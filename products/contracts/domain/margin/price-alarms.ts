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
  let slots = new Int32Array(firstCapacity)
  let keys = new Float64Array(firstCapacity)
  /** By slot: its place in `slots`. */
  let places = new Int32Array(firstCapacity).fill(nowhere)
  let size = 0

  const grow = (needed: number): void => {
    if (needed <= places.length) return
    const capacity = Math.max(needed, 2 * places.length)
    const [oldSlots, oldKeys, oldPlaces] = [slots, keys, places]
    slots = new Int32Array(capacity)
    keys = new Float64Array(capacity)
    places = new Int32Array(capacity).fill(nowhere)
    slots.set(oldSlots)
    keys.set(oldKeys)
    places.set(oldPlaces)
  }
  const put = (place: number, slot: number, key: number): void => {
    slots[place] = slot
    keys[place] = key
    places[slot] = place
  }
  const rise = (from: number, slot: number, key: number): void => {
    let place = from
    while (place > 0) {
      const parent = (place - 1) >> 1
      const parentKey = keys[parent] ?? 0
      if (parentKey <= key) break
      put(place, slots[parent] ?? 0, parentKey)
      place = parent
    }
    put(place, slot, key)
  }
  const sink = (from: number, slot: number, key: number): void => {
    let place = from
    for (;;) {
      let child = 2 * place + 1
      if (child >= size) break
      if (child + 1 < size && (keys[child + 1] ?? 0) < (keys[child] ?? 0)) child += 1
      const childKey = keys[child] ?? 0
      if (childKey >= key) break
      put(place, slots[child] ?? 0, childKey)
      place = child
    }
    put(place, slot, key)
  }
  const move = (place: number, slot: number, key: number): void => {
    const parentKey = place === 0 ? key : (keys[(place - 1) >> 1] ?? 0)
    if (parentKey > key) rise(place, slot, key)
    else sink(place, slot, key)
  }
  const removeAt = (place: number): void => {
    places[slots[place] ?? 0] = nowhere
    size -= 1
    if (place === size) return
    move(place, slots[size] ?? 0, keys[size] ?? 0)
  }
  return {
    size: () => size,
    set: (slot, key) => {
      assert(Number.isInteger(slot) && slot >= 0, 'a slot is a small whole number')
      grow(slot + 1)
      const place = places[slot] ?? nowhere
      if (place !== nowhere) {
        move(place, slot, key)
        return
      }
      size += 1
      rise(size - 1, slot, key)
    },
    remove: (slot) => {
      const place = places[slot] ?? nowhere
      if (place !== nowhere) removeAt(place)
    },
    takeUpTo: (key, into) => {
      let taken = 0
      while (size > 0 && (keys[0] ?? 0) <= key) {
        into.push(slots[0] ?? 0)
        removeAt(0)
        taken += 1
      }
      return taken
    },
  }
}
