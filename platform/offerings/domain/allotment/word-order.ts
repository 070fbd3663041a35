import { hashWords } from './sha256.ts'
import { inPieces, type Steps } from './steps.ts'

// The order of hashes as numbers of 256 bits. A comparison for each pair is slow over a million of them, so the first 32 bits
// and the place are packed into one number of 53 bits, which the engine sorts by itself; the few that share their first 32 bits
// are then put in order by all 256. Decision 131 has the gain.

const placeSpan = 2 ** 21
/** By their first bits the numbers are laid into so many buckets, so that sorting one of them is a short piece of work. */
const buckets = 256
const bucketSpan = 2 ** 45

/** Below zero, zero or above: how two hashes of a list compare, all their bits. */
export function compareWords(words: Uint32Array, left: number, right: number): number {
  for (let word = 0; word < hashWords; word += 1) {
    const difference = (words[hashWords * left + word] as number) - (words[hashWords * right + word] as number)
    if (difference !== 0) return difference
  }
  return 0
}

/** Numbers below 2^53 in ascending order. */
function* sorted(keys: Float64Array): Steps<Float64Array> {
  const ends = new Uint32Array(buckets)
  for (const key of keys) ends[Math.floor(key / bucketSpan)] = (ends[Math.floor(key / bucketSpan)] as number) + 1
  for (let bucket = 1; bucket < buckets; bucket += 1)
    ends[bucket] = (ends[bucket] as number) + (ends[bucket - 1] as number)
  const starts = ends.slice()
  const laid = new Float64Array(keys.length)
  for (const key of keys) {
    const bucket = Math.floor(key / bucketSpan)
    const at = (starts[bucket] as number) - 1
    laid[at] = key
    starts[bucket] = at
  }
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    laid.subarray(starts[bucket], ends[bucket]).sort()
    yield { phase: 'sorting', done: bucket, total: buckets }
  }
  return laid
}

/** The places of hashes in ascending order; equal ones by place. At most 2^21 hashes. */
export function* orderOf(words: Uint32Array): Steps<Uint32Array> {
  const count = words.length / hashWords
  const keys = new Float64Array(count)
  for (let place = 0; place < count; place += 1) keys[place] = (words[hashWords * place] as number) * placeSpan + place
  const ascending = yield* sorted(keys)
  const order = new Uint32Array(count)
  yield* inPieces('sorting', count, (from, to) => {
    for (let end = from; end < to; end += 1) {
      const place = (ascending[end] as number) % placeSpan
      let at = end
      while (at > 0 && compareWords(words, order[at - 1] as number, place) > 0) {
        order[at] = order[at - 1] as number
        at -= 1
      }
      order[at] = place
    }
  })
  return order
}
