import { assert } from '@bolsillo/kernel'
import { type AnonymousApplication, allot, createReplay, finish } from '@bolsillo/offerings/domain'
import { type Figure, figure } from '../figure.ts'
import { cap, closed, draw, hexOf, lotteryPlan, makeApplications, makeFile, planOf } from './world.ts'

// What an allotment of a million applications takes in one process: putting them in order, their tree, the rule; then the
// published file read and run again, as the command does it. No database: what is posted of it is another bench's.

const runsCount = 3
const fileBytes = 2 ** 20

const since = (startMs: number): number => (performance.now() - startMs) / 1000

interface PeerLine {
  readonly application: AnonymousApplication
  readonly ticket: string
  got: bigint
  rest: bigint
}

/** The tree one hash at a time, by Node. */
function peerRoot(lines: readonly PeerLine[]): string {
  let level = lines.map(({ application: { id, quantity } }) => hexOf('\0', id, String(quantity)))
  while (level.length > 1) {
    const pairs = Math.ceil(level.length / 2)
    level = Array.from({ length: pairs }, (_, at) => hexOf('\u0001', level[2 * at] ?? '', level[2 * at + 1] ?? ''))
  }
  return level[0] ?? ''
}

/**
 * The peer: one object an application, bigints, comparisons of texts, and the cap by sharing again until nobody reaches it.
 * What is allotted together.
 */
function plainly(supply: bigint, applications: readonly AnonymousApplication[]): bigint {
  const ordered = applications.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const drawn = ordered.map((application): PeerLine => ({ application, ticket: '', got: 0n, rest: 0n }))
  const seed = hexOf(draw.secret, peerRoot(drawn), draw.publicValue)
  const lines = drawn.map((line) => ({ ...line, ticket: hexOf(seed, line.application.id) }))
  let [open, left] = [lines, supply]
  for (;;) {
    const asked = open.reduce((sum, { application }) => sum + application.quantity, 0n)
    const part = left
    const [below, capped]: [PeerLine[], PeerLine[]] = [[], []]
    for (const line of open) (part * line.application.quantity >= cap * asked ? capped : below).push(line)
    for (const line of capped) line.got = cap
    left -= cap * BigInt(capped.length)
    open = below
    if (capped.length > 0) continue
    for (const line of open) {
      line.got = (part * line.application.quantity) / asked
      line.rest = (part * line.application.quantity) % asked
    }
    break
  }
  for (const { got } of open) left -= got
  const order = open.toSorted((a, b) => (a.rest === b.rest ? (a.ticket < b.ticket ? -1 : 1) : a.rest > b.rest ? -1 : 1))
  for (const line of order.slice(0, Number(left))) line.got += 1n
  return lines.reduce((sum, { got }) => sum + got, 0n)
}

function allotments(applications: readonly AnonymousApplication[]): Figure {
  const plan = planOf({ kind: 'pro-rata', cap })
  const [ours, peer]: [number[], number[]] = [[], []]
  for (let run = 0; run < runsCount; run += 1) {
    const startMs = performance.now()
    const { total } = finish(allot(closed(plan, applications), draw))
    ours.push(since(startMs))
    const peerStartMs = performance.now()
    assert(plainly(plan.supply, applications) === total && total === plan.supply, 'both allot all there is')
    peer.push(since(peerStartMs))
  }
  return figure('offerings-allotment', 's', ours, {
    peer: { name: 'an object for each application, bigints, texts compared', values: peer },
    decimals: 2,
  })
}

function lotteries(applications: readonly AnonymousApplication[]): Figure {
  const times = Array.from({ length: runsCount }, () => {
    const startMs = performance.now()
    const { total } = finish(allot(closed(lotteryPlan, applications), draw))
    assert(total === lotteryPlan.supply, 'all there is is allotted')
    return since(startMs)
  })
  return figure('offerings-lottery', 's', times, { decimals: 2 })
}

/** The file read in pieces as `npm run allotment:replay` reads it, and run again. */
function replays(applications: readonly AnonymousApplication[]): readonly Figure[] {
  const file = makeFile(applications)
  const times = Array.from({ length: runsCount }, () => {
    const startMs = performance.now()
    const replay = createReplay()
    for (let at = 0; at < file.length; at += fileBytes) replay.push(file.subarray(at, at + fileBytes))
    assert(finish(replay.judge()).kind === 'equal', 'the file is equal')
    return since(startMs)
  })
  return [figure('offerings-replay', 's', times, { decimals: 2 }), figure('offerings-file', 'MB', [file.length / 1e6])]
}

/** A million applications allotted, and allotted again from the file. */
export async function run(filter = ''): Promise<readonly Figure[]> {
  const wants = (name: string): boolean => name.includes(filter)
  const applications = makeApplications()
  return [
    ...(wants('offerings-allotment') ? [allotments(applications)] : []),
    ...(wants('offerings-lottery') ? [lotteries(applications)] : []),
    ...(['offerings-replay', 'offerings-file'].some(wants) ? replays(applications) : []),
  ]
}

if (import.meta.main) for (const made of await run()) console.log(JSON.stringify(made))
