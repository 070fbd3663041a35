import { inPieces, type Steps } from './steps.ts'
import { inTicketOrder } from './tickets.ts'

/** One tier to be served: all in lots, whole numbers below 2^53 (`rule.ts` has why). */
export interface Share {
  /** What there is. */
  readonly supply: number
  /** Most of one line; `lotsMax` where the rule has no cap. */
  readonly cap: number
  /** Places of the tier's lines, ascending. */
  readonly lines: Uint32Array
  /** What each line of the offering asked. */
  readonly lots: Uint32Array
  readonly ids: Uint32Array
  readonly seed: string
}

/** The most a line can get when nobody gets more than so many. */
const mostOf = ({ lots }: Share, line: number, upTo: number): number => Math.min(lots[line] as number, upTo)

/** What all get when everybody gets what they asked, up to so many. */
function sumUpTo({ lines, lots }: Share, upTo: number): number {
  let sum = 0
  for (let at = 0; at < lines.length; at += 1) sum += Math.min(lots[lines[at] as number] as number, upTo)
  return sum
}

/**
 * The lowest whole number that is above a boundary, by halving: `low` is not, `high` is. Each look is one pass over the lines
 * and one short piece of work, where sorting them would be a long one.
 */
function* lowestAbove(low: number, high: number, isAbove: (value: number) => boolean): Steps<number> {
  const span = high - low
  let [below, above] = [low, high]
  while (above - below > 1) {
    const middle = below + Math.floor((above - below) / 2)
    if (isAbove(middle)) above = middle
    else below = middle
    yield { phase: 'allotting', done: span - (above - below), total: span }
  }
  return above
}

/** A share of water: what flows to those below the cap, of what they asked together. */
interface WaterLevel {
  /** Lines that asked so much get the cap. */
  readonly capFrom: number
  /** What is left for the others. */
  readonly supply: number
  /** What the others asked. */
  readonly asked: number
}

/** What is left and asked when everybody gets the cap who asked so much. */
function levelAt({ supply, cap, lines, lots }: Share, capFrom: number): WaterLevel {
  let [left, asked] = [supply, 0]
  for (let at = 0; at < lines.length; at += 1) {
    const own = lots[lines[at] as number] as number
    if (own >= capFrom) left -= cap
    else asked += own
  }
  return { capFrom, supply: left, asked }
}

/**
 * Where the water stands: who would get the cap or more gets the cap, and what that leaves raises the parts of the others. A
 * line gets the cap when it would by the part that is left to all who asked less: whoever asked more then does too.
 */
function* waterLevel(share: Share): Steps<WaterLevel> {
  const nobody = 2 ** 32
  const capFrom = yield* lowestAbove(0, nobody, (value) => {
    const { supply, asked } = levelAt(share, value)
    return BigInt(supply) * BigInt(value) >= BigInt(share.cap) * BigInt(asked)
  })
  return levelAt(share, capFrom)
}

/** Everybody's part of the water, rounded down, and the remainders, in the order of the lines. */
function* pour(share: Share, { capFrom, supply, asked }: WaterLevel, allotted: Uint32Array): Steps<Float64Array> {
  const { lines, lots, cap } = share
  const remainders = new Float64Array(lines.length)
  const [part, whole] = [BigInt(supply), BigInt(asked)]
  yield* inPieces('allotting', lines.length, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const line = lines[at] as number
      const own = lots[line] as number
      if (own >= capFrom) allotted[line] = cap
      else {
        const product = part * BigInt(own)
        allotted[line] = Number(product / whole)
        remainders[at] = Number(product % whole)
      }
    }
  })
  return remainders
}

/** Gives everybody what they asked, up to so many. */
function give(share: Share, upTo: number, allotted: Uint32Array): void {
  for (const line of share.lines) allotted[line] = mostOf(share, line, upTo)
}

const countFrom = (values: Float64Array, least: number): number => {
  let count = 0
  for (let at = 0; at < values.length; at += 1) if ((values[at] as number) >= least) count += 1
  return count
}

/** Pro rata with a cap: parts rounded down, a lot more for the largest remainders, equal ones by ticket. */
export function* shareProRata(share: Share, allotted: Uint32Array): Steps<void> {
  if (sumUpTo(share, share.cap) <= share.supply) return give(share, share.cap, allotted)
  const { lines, supply, ids, seed } = share
  const remainders = yield* pour(share, yield* waterLevel(share), allotted)
  let left = supply
  for (const line of lines) left -= allotted[line] as number
  if (left === 0) return
  // Each remainder is below the whole, so more lines have one than lots are left over: no line gets a second.
  const above = yield* lowestAbove(0, Number.MAX_SAFE_INTEGER, (value) => countFrom(remainders, value) < left)
  const tied: number[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const remainder = remainders[at] as number
    const line = lines[at] as number
    if (remainder === above - 1) tied.push(line)
    if (remainder < above) continue
    allotted[line] = (allotted[line] as number) + 1
    left -= 1
  }
  const order = yield* inTicketOrder(ids, Uint32Array.from(tied), seed)
  for (const line of order.subarray(0, left)) allotted[line] = (allotted[line] as number) + 1
}

/** A lottery: whole rounds to all while there is enough, then a parcel each in the order of the tickets. */
export function* shareByLottery(share: Share, parcel: number, allotted: Uint32Array): Steps<void> {
  if (sumUpTo(share, share.cap) <= share.supply) return give(share, share.cap, allotted)
  const { cap, lines, lots, supply } = share
  const upTo = (rounds: number): number => Math.min(rounds * parcel, cap)
  const over = yield* lowestAbove(0, Math.ceil(cap / parcel), (rounds) => sumUpTo(share, upTo(rounds)) > supply)
  const before = upTo(over - 1)
  give(share, before, allotted)
  let left = supply - sumUpTo(share, before)
  const waiting = lines.filter((line) => (lots[line] as number) > before)
  for (const line of yield* inTicketOrder(share.ids, waiting, share.seed)) {
    const turn = Math.min(mostOf(share, line, upTo(over)) - before, left)
    allotted[line] = before + turn
    left -= turn
    if (left === 0) return
  }
}
