import { createHash } from 'node:crypto'
import { treeLeafPreimage, treeNodePreimage } from '@bolsillo/ledger/domain'
import type { AllotmentPlan, AnonymousApplication, TierRule } from '../index.ts'

// A second allotment, written from the rules and not from the first: slow, in plain loops over bigints, hashes by Node. What
// it gives must be what the kit gives.

const sha256 = (...parts: readonly (string | Uint8Array)[]): Uint8Array => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return new Uint8Array(hash.digest())
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

const byId = (a: AnonymousApplication, b: AnonymousApplication): number => (a.id < b.id ? -1 : 1)

/** RFC 9162, 2.1.1, as it is written there. */
function treeHash(leaves: readonly Uint8Array[]): Uint8Array {
  const [only] = leaves
  if (only === undefined) return sha256()
  if (leaves.length === 1) return sha256(treeLeafPreimage(only))
  let split = 1
  while (2 * split < leaves.length) split *= 2
  return sha256(treeNodePreimage(treeHash(leaves.slice(0, split)), treeHash(leaves.slice(split))))
}

/** The root over applications: each leaf is id, tier in one byte, lots in four. */
export function slowRoot({ lot }: AllotmentPlan, applications: readonly AnonymousApplication[]): string {
  const leaves = applications.toSorted(byId).map(({ id, tier, quantity }) => {
    const numbers = Buffer.alloc(5)
    numbers.writeUInt8(tier)
    numbers.writeUInt32BE(Number(quantity / lot), 1)
    return new Uint8Array(Buffer.concat([Buffer.from(id, 'hex'), numbers]))
  })
  return hex(treeHash(leaves))
}

const ticketOf = (seed: string, id: string): string =>
  hex(sha256('bolsillo.ticket.1'.padEnd(32, '\0'), Buffer.from(seed, 'hex'), Buffer.from(id, 'hex')))

interface Applicant {
  readonly id: string
  readonly asked: bigint
  readonly most: bigint
  readonly ticket: string
  got: bigint
}

const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, one) => sum + one, 0n)
const byTicket = (a: Applicant, b: Applicant): number => (a.ticket < b.ticket ? -1 : 1)

/** Shares the supply, puts whoever reaches the cap aside with the cap, and begins again with what is left. */
function proRata(applicants: readonly Applicant[], supply: bigint, cap: bigint | undefined): void {
  let [open, left] = [applicants, supply]
  for (;;) {
    const asked = sumOf(open.map((one) => one.asked))
    const capped = open.filter((one) => cap !== undefined && left * one.asked >= cap * asked)
    if (capped.length === 0) break
    for (const one of capped) one.got = one.most
    left -= sumOf(capped.map((one) => one.got))
    open = open.filter((one) => !capped.includes(one))
  }
  const asked = sumOf(open.map((one) => one.asked))
  if (asked === 0n) return
  for (const one of open) one.got = (left * one.asked) / asked
  const rest = (one: Applicant): bigint => (left * one.asked) % asked
  const order = open.toSorted((a, b) => (rest(a) === rest(b) ? byTicket(a, b) : rest(a) > rest(b) ? -1 : 1))
  for (const one of order.slice(0, Number(left - sumOf(open.map(({ got }) => got))))) one.got += 1n
}

/** Goes round the tickets, a parcel each, until there is nothing left or nobody wants more. */
function lottery(applicants: readonly Applicant[], supply: bigint, parcel: bigint): void {
  let left = supply
  const order = applicants.toSorted(byTicket)
  while (left > 0n && order.some(({ got, most }) => got < most)) {
    for (const one of order) {
      const wants = one.most - one.got
      const turn = [parcel, wants, left].reduce((least, value) => (value < least ? value : least))
      one.got += turn
      left -= turn
    }
  }
}

/** What each application gets, in units, by id. */
export function slowAllotment(
  { lot, supply, rule }: AllotmentPlan,
  applications: readonly AnonymousApplication[],
  seed: string,
): ReadonlyMap<string, bigint> {
  const rules: readonly TierRule[] = rule.kind === 'tiers' ? rule.tiers.map((tier) => tier.rule) : [rule]
  const allotted = new Map<string, bigint>()
  let left = supply / lot
  for (const [tier, one] of rules.entries()) {
    const cap = one.cap === undefined ? undefined : one.cap / lot
    const applicants = applications
      .filter((application) => application.tier === tier)
      .map(({ id, quantity }): Applicant => {
        const asked = quantity / lot
        const most = cap !== undefined && cap < asked ? cap : asked
        return { id, asked, most, ticket: ticketOf(seed, id), got: 0n }
      })
    if (sumOf(applicants.map(({ most }) => most)) <= left) for (const each of applicants) each.got = each.most
    else if (one.kind === 'pro-rata') proRata(applicants, left, cap)
    else lottery(applicants, left, one.parcel / lot)
    for (const { id, got } of applicants) allotted.set(id, got * lot)
    left -= sumOf(applicants.map(({ got }) => got))
  }
  return allotted
}
