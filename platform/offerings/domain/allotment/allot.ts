import { assert } from '@bolsillo/kernel'
import {
  type AnonymousApplication,
  type ApplicationColumns,
  type ApplicationRefusal,
  sortApplications,
} from './applications.ts'
import { rootOf } from './applications-tree.ts'
import { type Draw, seedOf } from './commitment.ts'
import { tierRules } from './plan.ts'
import { type AllotmentPlan, lotsMax } from './rule.ts'
import { wordsText } from './sha256.ts'
import { type Share, shareByLottery, shareProRata } from './shares.ts'
import type { Steps } from './steps.ts'

/** Applications that nobody changes any more: what the act of the closing has of them is their root. */
export interface ClosedApplications {
  readonly kind: 'closed'
  readonly plan: AllotmentPlan
  readonly applications: ApplicationColumns
  /** 64 hex digits. */
  readonly root: string
}

/** What each line gets. */
export interface Allotment {
  readonly seed: string
  /** By line, in lots. */
  readonly lots: Uint32Array
  /** Units. */
  readonly total: bigint
}

/** A line as it is published. */
export interface AllottedLine extends AnonymousApplication {
  /** Units. */
  readonly allotted: bigint
}

/** Closes applications: puts them in their order and takes their root. The order they are given in changes nothing. */
export function* closeApplications(
  plan: AllotmentPlan,
  applications: readonly AnonymousApplication[],
): Steps<ClosedApplications | ApplicationRefusal> {
  const sorted = yield* sortApplications(plan, applications)
  if ('kind' in sorted) return sorted
  return { kind: 'closed', plan, applications: sorted, root: yield* rootOf(sorted) }
}

const lotsOf = (units: bigint, lot: bigint, most: number): number => {
  const lots = units / lot
  return lots < BigInt(most) ? Number(lots) : most
}

function linesOfTier({ tiers, count }: ApplicationColumns, tier: number): Uint32Array {
  const lines = new Uint32Array(count)
  let own = 0
  for (let line = 0; line < count; line += 1) {
    if (tiers[line] !== tier) continue
    lines[own] = line
    own += 1
  }
  return lines.subarray(0, own)
}

/** Allots closed applications by their plan. Nothing else decides: same plan, applications and draw, same allotment. */
export function* allot({ plan, applications, root }: ClosedApplications, draw: Draw): Steps<Allotment> {
  const { supply, lot, rule } = plan
  const { ids, lots, count } = applications
  const seed = seedOf(draw, root)
  const allotted = new Uint32Array(count)
  let left = lotsOf(supply, lot, Number.MAX_SAFE_INTEGER)
  for (const [tier, one] of tierRules(rule).entries()) {
    const own = linesOfTier(applications, tier)
    const cap = one.cap === undefined ? lotsMax : lotsOf(one.cap, lot, lotsMax)
    const share: Share = { supply: left, cap, lines: own, lots, ids, seed }
    if (one.kind === 'lottery') yield* shareByLottery(share, lotsOf(one.parcel, lot, lotsMax), allotted)
    else yield* shareProRata(share, allotted)
    for (const line of own) left -= allotted[line] as number
    assert(left >= 0, 'no more is allotted than there is')
  }
  let total = 0
  for (const one of allotted) total += one
  return { seed, lots: allotted, total: BigInt(total) * lot }
}

/** The lines of an allotment in their order, as they are published; what each applicant gets is found by its id. */
export function* allottedLines(
  { plan, applications }: ClosedApplications,
  { lots }: Pick<Allotment, 'lots'>,
): Generator<AllottedLine, void, void> {
  for (let line = 0; line < applications.count; line += 1) {
    yield {
      id: wordsText(applications.ids, 8 * line),
      tier: applications.tiers[line] as number,
      quantity: BigInt(applications.lots[line] as number) * plan.lot,
      allotted: BigInt(lots[line] as number) * plan.lot,
    }
  }
}
