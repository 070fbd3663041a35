import { begin, block, compress, hashWords, wordsOf } from './sha256.ts'
import { inPieces, type Steps } from './steps.ts'
import { orderOf } from './word-order.ts'

// A ticket is the SHA-256 of 96 bytes: the tag below with zeros to 32, the seed, the id of a line. Tickets are compared as
// numbers of 256 bits and never reduced, so that no remainder favors anybody.
const tag = 'bolsillo.ticket.1'

/** What hashes tickets: the state after tag and seed, which all share. */
function seedState(seed: string): Uint32Array {
  const tagged = new DataView(new ArrayBuffer(4 * hashWords))
  for (let at = 0; at < tag.length; at += 1) tagged.setUint8(at, tag.charCodeAt(at))
  const seedWords = wordsOf(seed)
  for (let word = 0; word < hashWords; word += 1) {
    block[word] = tagged.getInt32(4 * word)
    block[hashWords + word] = seedWords[word] as number
  }
  const state = new Uint32Array(hashWords)
  begin(state)
  compress(state)
  return state
}

/** Lines in the order of their tickets, the lowest first. `lines`: places of `ids`, ascending. */
export function* inTicketOrder(ids: Uint32Array, lines: Uint32Array, seed: string): Steps<Uint32Array> {
  const shared = seedState(seed)
  const tickets = new Uint32Array(hashWords * lines.length)
  yield* inPieces('allotting', lines.length, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const id = hashWords * (lines[at] as number)
      for (let word = 0; word < hashWords; word += 1) block[word] = ids[id + word] as number
      block[8] = 0x80000000
      block.fill(0, 9, 15)
      block[15] = 96 * 8
      tickets.set(shared, hashWords * at)
      compress(tickets, hashWords * at)
    }
  })
  const order = yield* orderOf(tickets)
  for (let at = 0; at < order.length; at += 1) order[at] = lines[order[at] as number] as number
  return order
}
