const golden = 0x9e3779b1
const sizeSmallest = 64

/**
 * Whole numbers above 0 → whole numbers ≥ 0, in two typed arrays: open addressing, linear probing, and deletion that
 * shifts back, so that it never fills with tombstones and never allocates but to grow.
 */
export class NumberIndex {
  #keys = new Float64Array(sizeSmallest)
  #values = new Int32Array(sizeSmallest)
  #mask = sizeSmallest - 1
  #shift = 32 - Math.log2(sizeSmallest)
  count = 0

  /** The value of a key; −1 when there is none. */
  get(key: number): number {
    const keys = this.#keys
    const mask = this.#mask
    let at = Math.imul(key | 0, golden) >>> this.#shift
    for (;;) {
      const found = keys[at]
      if (found === key) return this.#values[at] ?? -1
      if (found === 0) return -1
      at = (at + 1) & mask
    }
  }

  /** Sets a key that is not there yet. */
  set(key: number, value: number): void {
    if (this.count * 2 > this.#mask) this.#grow()
    const keys = this.#keys
    const mask = this.#mask
    let at = Math.imul(key | 0, golden) >>> this.#shift
    while (keys[at] !== 0) at = (at + 1) & mask
    keys[at] = key
    this.#values[at] = value
    this.count += 1
  }

  /** Removes a key that is there. */
  delete(key: number): void {
    const keys = this.#keys
    const values = this.#values
    const mask = this.#mask
    const shift = this.#shift
    let hole = Math.imul(key | 0, golden) >>> shift
    while (keys[hole] !== key) {
      if (keys[hole] === 0) return
      hole = (hole + 1) & mask
    }
    this.count -= 1
    let at = hole
    for (;;) {
      at = (at + 1) & mask
      const next = keys[at] ?? 0
      if (next === 0) break
      const home = Math.imul(next | 0, golden) >>> shift
      // An entry may move into the hole only if its home does not lie between the hole and itself.
      if (((at - home) & mask) >= ((at - hole) & mask)) {
        keys[hole] = next
        values[hole] = values[at] ?? 0
        hole = at
      }
    }
    keys[hole] = 0
  }

  #grow(): void {
    const keys = this.#keys
    const values = this.#values
    const size = keys.length * 2
    this.#keys = new Float64Array(size)
    this.#values = new Int32Array(size)
    this.#mask = size - 1
    this.#shift -= 1
    this.count = 0
    for (let at = 0; at < keys.length; at += 1) {
      const key = keys[at] ?? 0
      if (key !== 0) this.set(key, values[at] ?? 0)
    }
  }
}
