import { createHash } from 'node:crypto'
import fc from 'fast-check'
import {
  type AllotmentPlan,
  type AllotmentRule,
  type AnonymousApplication,
  allot,
  allotmentFile,
  applicationLineId,
  type ClosedApplications,
  closeApplications,
  createReplay,
  type Draw,
  finish,
  type KnownFacts,
  lotsMax,
  type ReplayReport,
  secretHashOf,
  type TierRule,
} from '../index.ts'

/** The hash of a name, for what must look random and be the same every time. */
export const hashOfName = (name: string): string => createHash('sha256').update(name).digest('hex')

const secretBytes = new Uint8Array(32).fill(7)

/** A draw that is known from the beginning, as only a test's is. */
export const fixtureDraw: Draw = {
  secret: Buffer.from(secretBytes).toString('hex'),
  closingAct: 41n,
  publicAt: 51n,
  publicValue: hashOfName('the head of the journal at act 51'),
}

/** A plan with the secret of the draw above. */
export const fixturePlan = (rule: AllotmentRule, supply: bigint, lot = 1n): AllotmentPlan => ({
  ...{ offeringId: 'off_TEST', supply, lot, rule },
  ...{ secretHash: secretHashOf(secretBytes), publicValue: { kind: 'journal-head', actsAfterClosing: 10 } },
})

/** An application of somebody with a name, as it is published. */
export const applicationOf = (name: string, quantity: bigint, tier = 0): AnonymousApplication => ({
  id: applicationLineId(hashOfName(`salt of ${name}`), name),
  tier,
  quantity,
})

/** Closes applications that nothing is wrong with. */
export function closed(plan: AllotmentPlan, applications: readonly AnonymousApplication[]): ClosedApplications {
  const made = finish(closeApplications(plan, applications))
  if (made.kind === 'refused') throw new Error(`application ${made.at} is refused: ${made.problem}`)
  return made
}

/** What each application gets, in units, by id. */
export function allottedById(plan: AllotmentPlan, applications: readonly AnonymousApplication[], draw = fixtureDraw) {
  const closing = closed(plan, applications)
  const allotment = finish(allot(closing, draw))
  return { closing, allotment, file: [...allotmentFile(closing, draw, allotment)].join('') }
}

/** Runs a file again that comes in pieces of so many bytes. */
export function replayText(text: string, known: KnownFacts = {}, pieceBytes = 1000): ReplayReport {
  const replay = createReplay(known)
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += pieceBytes) replay.push(bytes.subarray(at, at + pieceBytes))
  return finish(replay.judge())
}

const manyLots = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 6 }) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 5000 }) },
  { weight: 1, arbitrary: fc.integer({ min: lotsMax - 5, max: lotsMax }) },
)

/** A plan and its applications: ties, caps, no supply, one applicant or none, the largest quantities there can be. */
export const worlds = fc
  .record({
    lot: fc.constantFrom(1n, 3n, 100n, 10n ** 18n),
    over: fc.bigInt({ min: 0n, max: 2n }),
    supply: fc.oneof(fc.integer({ min: 0, max: 60 }), manyLots, fc.integer({ min: 0, max: 2 ** 40 })),
    rules: fc.array(
      fc.record({
        kind: fc.constantFrom('pro-rata' as const, 'lottery' as const),
        cap: fc.option(manyLots, { nil: undefined }),
        parcel: manyLots,
      }),
      { minLength: 1, maxLength: 3 },
    ),
    asked: fc.array(fc.record({ tier: fc.nat(2), lots: manyLots }), { maxLength: 30 }),
  })
  .map(({ lot, over, supply, rules, asked }) => {
    const ruleOf = ({ kind, cap, parcel }: (typeof rules)[number]): TierRule => {
      const capped = cap === undefined ? {} : { cap: BigInt(cap) * lot }
      // The second model goes round one parcel at a time: a parcel is never much smaller than what is asked.
      const least = Math.max(parcel, Math.ceil(Math.min(cap ?? lotsMax, largest) / 50))
      return kind === 'lottery' ? { kind, parcel: BigInt(least) * lot, ...capped } : { kind, ...capped }
    }
    const largest = Math.max(1, ...asked.map(({ lots }) => lots))
    const tiers = rules.map((rule, at) => ({ name: `tier-${at}`, lockupDays: 300 - 100 * at, rule: ruleOf(rule) }))
    const [only, second] = tiers
    const rule: AllotmentRule = second === undefined && only !== undefined ? only.rule : { kind: 'tiers', tiers }
    const applications = asked.map(({ tier, lots }, at) =>
      applicationOf(`applicant ${at}`, BigInt(lots) * lot, Math.min(tier, rules.length - 1)),
    )
    // What is no whole lot stays unallotted.
    return { plan: fixturePlan(rule, BigInt(supply) * lot + (over < lot ? over : 0n), lot), applications }
  })
