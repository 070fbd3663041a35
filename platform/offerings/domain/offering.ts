/** Languages an offering is written in; all of them, by the same two people. */
export const offeringLanguages = ['es-ES', 'en-US', 'pt-BR'] as const
type OfferingLanguage = (typeof offeringLanguages)[number]

/** How shares are divided among more applications than there are shares for. */
export const ruleNames = ['pro-rata', 'lottery'] as const
export type RuleName = (typeof ruleNames)[number]

/** Why an offering takes place, as staff name it. */
export const offeringReasons = ['issuer-asked', 'holder-asked'] as const

/** An offering in the words of one language. */
interface OfferingText {
  readonly title: string
  /** The prospectus: plain text, paragraphs parted by an empty line. */
  readonly prospectus: string
  /** Each is ticked before an application. */
  readonly risks: readonly string[]
}

export type OfferingWords = Readonly<Record<OfferingLanguage, OfferingText>>

/** When an offering takes place, in milliseconds of the epoch. */
export interface OfferingTimes {
  readonly opensAt: number
  readonly closesAt: number
  /** From here on what was allotted is paid, and the shares arrive. */
  readonly paysAt: number
  /** From here on the shares may be sold; `paysAt` without a lock-up. */
  readonly sellableAt: number
}

/** An offering as it was proposed. It never changes. */
export interface Offering extends OfferingTimes {
  readonly id: `off_${string}`
  readonly symbol: string
  /** Of one share, in the smallest unit of its currency. */
  readonly price: bigint
  /** How many shares are allotted at most; a whole number of lots, as all that follow. */
  readonly supply: bigint
  readonly lot: bigint
  readonly minimum: bigint
  /** The most of one person. */
  readonly cap: bigint
  readonly rule: RuleName
  readonly words: OfferingWords
  /** SHA-256 of the secret that is revealed at the allotment, 64 hex digits. */
  readonly secretHash: string
  readonly writtenAt: number
  readonly writtenBy: string
}

/** Where an offering is: `settling` from the allotment until the last applicant was paid or released. */
export const offeringStages = ['coming', 'open', 'allotting', 'settling', 'done'] as const
type OfferingStage = (typeof offeringStages)[number]

/** The stage of a published offering, by what was recorded of it and the time. */
export function stageOf(
  { opensAt, closesAt }: OfferingTimes,
  {
    isClosed,
    isAllotted,
    isSettled,
  }: {
    readonly isClosed: boolean
    readonly isAllotted: boolean
    readonly isSettled: boolean
  },
  now: number,
): OfferingStage {
  if (isAllotted) return isSettled ? 'done' : 'settling'
  if (isClosed) return 'allotting'
  if (now < opensAt) return 'coming'
  return now < closesAt ? 'open' : 'allotting'
}

/** The states of an application, spelled as the specification does. */
export const applicationStates = [
  'applying',
  'to-be-allocated',
  'allocated-and-pending-payment',
  'did-not-receive-allotment',
  'waiting-for-payment',
  'paid',
  'unsubscribed',
] as const
type ApplicationState = (typeof applicationStates)[number]

/** What is recorded of an application. */
interface ApplicationFacts {
  readonly isLeft: boolean
  /** Its offering was closed: what was closed stays closed, whatever the clock says. */
  readonly isClosed: boolean
  /** Shares; absent before the allotment. */
  readonly allotted?: bigint
  readonly isSettled: boolean
}

/** The state of an application: by what was recorded of it, and of the times by the clock. */
export function stateOf(
  { isLeft, isClosed, allotted, isSettled }: ApplicationFacts,
  { closesAt, paysAt }: OfferingTimes,
  now: number,
): ApplicationState {
  if (isLeft) return 'unsubscribed'
  if (allotted === undefined) return now < closesAt && !isClosed ? 'applying' : 'to-be-allocated'
  if (allotted === 0n) return 'did-not-receive-allotment'
  if (isSettled) return 'paid'
  return now < paysAt ? 'allocated-and-pending-payment' : 'waiting-for-payment'
}
