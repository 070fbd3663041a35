import { levelLayout } from './order-layout.ts'

// A page covers 1,024 neighboring ticks: 32 words of 32 bits say which of them have orders, and one word says which
// of the words are not zero.
const pageBits = 10
const pageTicks = 1 << pageBits
const pageMask = pageTicks - 1
const wordsPerPage = pageTicks / 32

/** The highest set bit of a word that is not 0. */
const highBit = (word: number): number => 31 - Math.clz32(word)
/** The lowest set bit of a word that is not 0. */
const lowBit = (word: number): number => 31 - Math.clz32(word & -word)

const { bytes, headAt, tailAt, totalAt } = levelLayout

/**
 * The price levels of one side, each a list of orders (first, last, total). A level is found by its price in two
 * loads whatever the number of levels, and the next one down or up by a few bit operations. Memory follows the pages
 * that have orders, not the range of prices.
 */
export class PriceLadder {
  /** The levels, as `levelLayout` says. Replaced when the ladder grows, which only `open` does. */
  floats: Float64Array<ArrayBuffer>
  ints: Int32Array<ArrayBuffer>
  /** The best price and its slot; 0 and −1 when there is none. */
  best = 0
  bestSlot = -1

  /** `descending`: the highest price is the best (bids). */
  readonly #descending: boolean
  /** Page of each 1,024 ticks; −1: none. */
  #pageOf = new Int32Array(64).fill(-1)
  /** Which entries of `pageOf` are there. */
  #pagesUsed = new Int32Array(2)
  #words = new Int32Array(wordsPerPage)
  #summary = new Int32Array(1)
  #pages = 0
  #freePages: number[] = []

  constructor(descending: boolean) {
    this.#descending = descending
    const buffer = new ArrayBuffer(pageTicks * bytes)
    this.floats = new Float64Array(buffer)
    this.ints = new Int32Array(buffer).fill(-1)
  }

  /** The slot of a level that exists; −1 when it does not. */
  find(price: number): number {
    const group = price >>> pageBits
    if (group >= this.#pageOf.length) return -1
    const page = this.#pageOf[group] as number
    if (page < 0) return -1
    const level = (page << pageBits) | (price & pageMask)
    return (this.ints[(level << 2) | headAt] as number) < 0 ? -1 : level
  }

  /** All lots at a price; 0 when there is no such level. */
  totalOf(price: number): number {
    const level = this.find(price)
    return level < 0 ? 0 : (this.floats[(level << 1) | totalAt] ?? 0)
  }

  /** The first order at a price; −1 when there is no such level. */
  headOf(price: number): number {
    const level = this.find(price)
    return level < 0 ? -1 : (this.ints[(level << 2) | headAt] ?? -1)
  }

  /** Makes a level that does not exist yet, for the caller to put an order in. @returns its slot. */
  open(price: number): number {
    const group = price >>> pageBits
    if (group >= this.#pageOf.length) this.#reach(group)
    let page = this.#pageOf[group] ?? -1
    if (page < 0) {
      page = this.#takePage()
      this.#pageOf[group] = page
      this.#pagesUsed[group >>> 5] = (this.#pagesUsed[group >>> 5] ?? 0) | (1 << (group & 31))
    }
    const offset = price & pageMask
    const word = (page << 5) | (offset >>> 5)
    this.#words[word] = (this.#words[word] ?? 0) | (1 << (offset & 31))
    this.#summary[page] = (this.#summary[page] ?? 0) | (1 << (offset >>> 5))
    const slot = (page << pageBits) | offset
    this.ints[(slot << 2) | tailAt] = -1
    this.floats[(slot << 1) | totalAt] = 0
    if (this.best === 0 || (this.#descending ? price > this.best : price < this.best)) {
      this.best = price
      this.bestSlot = slot
    }
    return slot
  }

  /** Removes a level that exists. */
  close(price: number): void {
    const group = price >>> pageBits
    const page = this.#pageOf[group] ?? 0
    const offset = price & pageMask
    const word = (page << 5) | (offset >>> 5)
    const left = (this.#words[word] ?? 0) & ~(1 << (offset & 31))
    this.#words[word] = left
    this.ints[(((page << pageBits) | offset) << 2) | headAt] = -1
    if (left === 0) {
      const summary = (this.#summary[page] ?? 0) & ~(1 << (offset >>> 5))
      this.#summary[page] = summary
      if (summary === 0) this.#dropPage(group, page)
    }
    if (price === this.best) {
      this.best = this.next(price)
      this.bestSlot = this.best === 0 ? -1 : this.find(this.best)
    }
  }

  /** The next worse price that has orders; 0 when there is none. */
  next(price: number): number {
    return this.#descending ? this.#below(price) : this.#above(price)
  }

  #below(price: number): number {
    const group = price >>> pageBits
    const page = this.#pageOf[group] ?? -1
    if (page >= 0) {
      const offset = price & pageMask
      const word = offset >>> 5
      const here = (this.#words[(page << 5) | word] ?? 0) & ~(-1 << (offset & 31))
      if (here !== 0) return (group << pageBits) + (word << 5) + highBit(here)
      const lower = (this.#summary[page] ?? 0) & ~(-1 << word)
      if (lower !== 0) return this.#highest(group, page, highBit(lower))
    }
    let at = group >>> 5
    let used = (this.#pagesUsed[at] ?? 0) & ~(-1 << (group & 31))
    while (used === 0 && at > 0) {
      at -= 1
      used = this.#pagesUsed[at] ?? 0
    }
    if (used === 0) return 0
    const lowerGroup = (at << 5) + highBit(used)
    const lowerPage = this.#pageOf[lowerGroup] ?? 0
    return this.#highest(lowerGroup, lowerPage, highBit(this.#summary[lowerPage] ?? 0))
  }

  #highest(group: number, page: number, word: number): number {
    return (group << pageBits) + (word << 5) + highBit(this.#words[(page << 5) | word] ?? 0)
  }

  #above(price: number): number {
    const group = price >>> pageBits
    const page = this.#pageOf[group] ?? -1
    if (page >= 0) {
      const offset = price & pageMask
      const word = offset >>> 5
      // -2 << n clears bits 0 … n; for n = 31 it is 0, because shifts take their count modulo 32 after the -2.
      const here = (this.#words[(page << 5) | word] ?? 0) & (-2 << (offset & 31))
      if (here !== 0) return (group << pageBits) + (word << 5) + lowBit(here)
      const higher = (this.#summary[page] ?? 0) & (-2 << word)
      if (higher !== 0) return this.#lowest(group, page, lowBit(higher))
    }
    let at = group >>> 5
    let used = (this.#pagesUsed[at] ?? 0) & (-2 << (group & 31))
    while (used === 0 && at + 1 < this.#pagesUsed.length) {
      at += 1
      used = this.#pagesUsed[at] ?? 0
    }
    if (used === 0) return 0
    const higherGroup = (at << 5) + lowBit(used)
    const higherPage = this.#pageOf[higherGroup] ?? 0
    return this.#lowest(higherGroup, higherPage, lowBit(this.#summary[higherPage] ?? 0))
  }

  #lowest(group: number, page: number, word: number): number {
    return (group << pageBits) + (word << 5) + lowBit(this.#words[(page << 5) | word] ?? 0)
  }

  #dropPage(group: number, page: number): void {
    this.#pageOf[group] = -1
    this.#pagesUsed[group >>> 5] = (this.#pagesUsed[group >>> 5] ?? 0) & ~(1 << (group & 31))
    this.#freePages.push(page)
  }

  #takePage(): number {
    const free = this.#freePages.pop()
    if (free !== undefined) return free
    const page = this.#pages
    this.#pages += 1
    if (this.#pages > this.#summary.length) {
      const size = this.#summary.length * 2
      this.#summary = grown(new Int32Array(size), this.#summary)
      this.#words = grown(new Int32Array(size * wordsPerPage), this.#words)
      const buffer = new ArrayBuffer(size * pageTicks * bytes)
      this.floats = new Float64Array(buffer)
      this.ints = grown(new Int32Array(buffer).fill(-1), this.ints)
    }
    return page
  }

  #reach(group: number): void {
    let size = this.#pageOf.length
    while (size <= group) size *= 2
    this.#pageOf = grown(new Int32Array(size).fill(-1), this.#pageOf)
    this.#pagesUsed = grown(new Int32Array(size / 32), this.#pagesUsed)
  }
}

function grown(larger: Int32Array<ArrayBuffer>, from: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  larger.set(from)
  return larger
}
