import { currencies, decimalUnits, type Instant, instant, plusMs, reject } from '@bolsillo/kernel'
import { limitSetting } from '@bolsillo/kyc/domain'
import { findChannel, openHours } from '@bolsillo/payments/domain'
import {
  type DatedSetting,
  needsNotice,
  type PauseChange,
  pauseProblem,
  type Setting,
  type SettingValue,
  settingProblem,
  valueAt,
} from '@bolsillo/settings/domain'
import {
  factsOfReturn,
  holdHoursInAll,
  holdHoursMax,
  holdReasons,
  judgeWithdrawal,
  legalHoldDaysMax,
  legalHoldProblem,
  mayRefuseAlone,
  returnLeavesMs,
  type WithdrawalDecision,
  type WithdrawalFacts,
  withdrawalSettings,
} from '../index.ts'

// A model of one customer with money and of a staff that wants to keep it: settings, pauses, holds, refusals and the clock are
// moves. The rules are the room's own functions; each guard can be taken away, to see that what it is for is found.

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** Each guard that keeps the staff from holding money hostage. */
export const guardNames = [
  'bounds',
  'notice',
  'last-way-open',
  'hours-floor',
  'pause-length',
  'pause-often',
  'return-asks-nothing',
  'return-not-refused',
  'return-leaves-alone',
  'refused-alone-once',
  'legal-document',
  'holds-add-up',
] as const
export type Guard = (typeof guardNames)[number]
export type Guards = ReadonlySet<Guard>

interface Asked {
  readonly at: number
  readonly returned: boolean
  readonly holds: { readonly reason: string; readonly until: number }[]
}

/** Everything that is true of the customer and the firm. */
export interface World {
  now: number
  readonly changes: Map<string, DatedSetting[]>
  readonly pauses: PauseChange[]
  readonly legal: { until: number }[]
  readonly heldHours: Map<string, number>
  refused: number
  readonly usableFrom: number
  asked: Asked | undefined
  left: boolean
}

export const start = 1_772_000_000_000
export const freshWorld = (): World => ({
  now: start,
  changes: new Map(),
  pauses: [],
  legal: [],
  heldHours: new Map(),
  refused: 0,
  usableFrom: start,
  asked: undefined,
  left: false,
})
export const copyOf = (world: World): World => structuredClone(world)

const settingsOfSpei = findChannel('spei-mxn')?.settings
const limitDay = limitSetting(1, 'MXN', 'withdrawal-day')
if (settingsOfSpei === undefined || limitDay === undefined) throw new Error('the settings')
const { withdrawalFee, withdrawalMin, withdrawalMax, withdrawalsOpen, closesAt } = settingsOfSpei
const { shareBpsMax, destinationWaitHours, openMax } = withdrawalSettings

/** Each setting with what an adversary would have it be, and the worst it can be. */
const wishes: readonly (readonly [Setting, absurd: SettingValue, worst: SettingValue])[] = [
  [withdrawalMax, '0.00', withdrawalMax.min],
  [withdrawalMin, '1000000000.00', withdrawalMin.max],
  [withdrawalFee, '25000.00', withdrawalFee.max],
  [limitDay, '0.00', limitDay.min],
  [shareBpsMax, 10_000, shareBpsMax.max],
  [destinationWaitHours, 1_000_000, destinationWaitHours.max],
  [openMax, 0, openMax.min],
  [withdrawalsOpen, false, false],
  [closesAt, 1, 1],
]

/** Those of them that are prices: an adversary may want to be asked, and paid. */
const prices = wishes.filter(([setting]) => setting === withdrawalFee || setting === shareBpsMax)

const inForce = (world: World, setting: Setting, at = world.now): SettingValue =>
  valueAt(setting, world.changes.get(setting.key) ?? [], at)
const minorOf = (world: World, setting: Setting): bigint => decimalUnits(String(inForce(world, setting)), 2)

/** All roles together change every setting as far as the rules let them. */
function worsen(world: World, guards: Guards, effectiveAt: number, which = wishes): boolean {
  let did = false
  for (const [setting, absurd, worst] of which) {
    const value = guards.has('bounds') ? worst : absurd
    if (guards.has('bounds') && settingProblem(setting, absurd) === undefined && absurd !== worst) continue
    const made = world.changes.get(setting.key) ?? []
    if (valueAt(setting, made, Number.MAX_SAFE_INTEGER) === value) continue
    const change = { value, effectiveAt, decidedAt: world.now }
    if (guards.has('notice') && needsNotice(setting, made, change)) continue
    world.changes.set(setting.key, [...made, { value, effectiveAt }])
    did = true
  }
  return did
}

function pause(world: World, guards: Guards): boolean {
  const until = world.now + (guards.has('pause-length') ? 72 * hourMs : 3650 * dayMs)
  const problem = pauseProblem(world.pauses, { until, now: world.now })
  if (problem === 'too-long' && guards.has('pause-length')) return false
  if (problem === 'too-often' && guards.has('pause-often')) return false
  world.pauses.push({ until, decidedAt: world.now })
  return true
}

const legalNow = (world: World) => world.legal.find(({ until }) => until > world.now)

function holdByLaw(world: World, guards: Guards): boolean {
  if (legalNow(world) !== undefined) return false
  const problem = legalHoldProblem({ count: world.legal.length, documents: [] }, undefined)
  if (problem !== undefined && guards.has('legal-document')) return false
  world.legal.push({ until: world.now + legalHoldDaysMax * dayMs })
  return true
}

/** A refusal by one person, or by two who are both of the adversary. */
function refuse(world: World, guards: Guards, people: 1 | 2): boolean {
  const { asked } = world
  if (asked === undefined) return false
  const goesBack = asked.returned && guards.has('return-not-refused')
  if (goesBack) return false
  const alone = mayRefuseAlone({ refusedBefore: world.refused, returned: false })
  if (people === 1 && !alone && guards.has('refused-alone-once')) return false
  world.refused += 1
  world.asked = undefined
  return true
}

function holdReview(world: World, guards: Guards): boolean {
  const { asked } = world
  if (asked === undefined || (asked.returned && guards.has('return-not-refused'))) return false
  if (asked.holds.some(({ until }) => until > world.now)) return false
  const reason = holdReasons.find((one) => asked.holds.every((hold) => hold.reason !== one))
  if (reason === undefined) return false
  const hours = holdHoursMax[reason]
  const before = world.heldHours.get(reason) ?? 0
  if (before + hours > holdHoursInAll && guards.has('holds-add-up')) return false
  world.heldHours.set(reason, before + hours)
  asked.holds.push({ reason, until: world.now + hours * hourMs })
  return true
}

/** What staff can do, all roles together. */
export const moves = {
  'worse at once': (world: World, guards: Guards) => worsen(world, guards, world.now + hourMs),
  'worse, announced': (world: World, guards: Guards) => worsen(world, guards, world.now + 7 * dayMs),
  'dearer, announced': (world: World, guards: Guards) => worsen(world, guards, world.now + 7 * dayMs, prices),
  pause,
  'legal hold': holdByLaw,
  'refuse by two': (world: World, guards: Guards) => refuse(world, guards, 2),
  'hold a review': holdReview,
} as const
export type Move = keyof typeof moves
export const moveNames: readonly Move[] = [
  'worse at once',
  'worse, announced',
  'dearer, announced',
  'pause',
  'legal hold',
  'refuse by two',
  'hold a review',
]
/** What one person can do without any other. */
export const rogueMoves = {
  refuse: (world: World, guards: Guards) => refuse(world, guards, 1),
  'hold a review': holdReview,
} as const

const came = 250_000_00n

function factsOf(world: World, guards: Guards): WithdrawalFacts {
  const pausedUntil = world.pauses.at(-1)?.until ?? 0
  const stops = { name: 'paused', number: 1, status: 409, retry: 'retryable' } as const
  const law = legalNow(world)
  const now: Instant = instant(world.now)
  return {
    now,
    asset: currencies.MXN,
    terms: {
      fee: minorOf(world, withdrawalFee),
      vatBps: 1600n,
      shareBpsMax: BigInt(Number(inForce(world, shareBpsMax))),
      least: minorOf(world, withdrawalMin),
      most: minorOf(world, withdrawalMax),
    },
    paused: pausedUntil > world.now ? reject(stops) : undefined,
    // `channel-states.test.ts` has this floor: of an asset's ways the last cannot be closed.
    open: guards.has('last-way-open') || inForce(world, withdrawalsOpen) === true,
    available: came,
    usableAt: plusMs(instant(world.usableFrom), Number(inForce(world, destinationWaitHours)) * hourMs),
    usedDay: 0n,
    usedMonth: 0n,
    limitDay: minorOf(world, limitDay ?? withdrawalMax),
    legalHold: law === undefined ? undefined : { reason: 'court-order', until: instant(law.until) },
    openWithdrawals: 0,
    openMax: Number(inForce(world, openMax)),
  }
}

/** The customer asks: for all that came in to go back, or for an amount no floor is above. */
export function ask(world: World, guards: Guards, returned: boolean): WithdrawalDecision {
  const facts = factsOf(world, guards)
  const judged = returned && guards.has('return-asks-nothing') ? factsOfReturn(facts) : facts
  const decision = judgeWithdrawal(returned ? '250000.00' : '5000.00', judged)
  if (decision.kind === 'taken') world.asked = { at: world.now, returned, holds: [] }
  return decision
}

/** What the fee and its VAT would be of an ordinary withdrawal of so much, in minor units; nothing when none is taken. */
export function chargedNow(world: World, guards: Guards): bigint | undefined {
  const decision = ask(copyOf(world), guards, false)
  return decision.kind === 'taken' ? decision.fee + decision.vat : undefined
}

const isHeld = (world: World): boolean =>
  legalNow(world) !== undefined || world.asked?.holds.some(({ until }) => until > world.now) === true

/** The server's clock: what goes back leaves by itself. */
export function clockSends(world: World, guards: Guards): void {
  const { asked } = world
  if (asked === undefined || !asked.returned || !guards.has('return-leaves-alone')) return
  if (world.now >= asked.at + returnLeavesMs && legalNow(world) === undefined) world.left = true
}

/** Two honest people end the holds of a review and pay what the law does not stop. */
export function honestPay(world: World): void {
  if (world.asked !== undefined && !isHeld({ ...world, asked: { ...world.asked, holds: [] } })) world.left = true
}

/** How long an accepted payment may wait for its channel to open. */
export function longestClosed(world: World, guards: Guards): number {
  const set = [0, Number(inForce(world, closesAt))] as const
  const [from, to] = guards.has('hours-floor') ? openHours(...set) : set
  return from === to ? 0 : dayMs - (to - from) * 60_000
}

export const legalLeft = (world: World): number => Math.max(0, (legalNow(world)?.until ?? world.now) - world.now)
