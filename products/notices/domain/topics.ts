/** How a notice reaches a customer who is not looking at the app. */
export const noticeChannels = ['email', 'push', 'sms', 'whatsapp'] as const
export type NoticeChannelName = (typeof noticeChannels)[number]

/** What customers choose by. There is no topic for advertising: nothing of it is sent. */
export const noticeTopics = ['security', 'liquidations', 'money', 'orders', 'alerts', 'support'] as const
export type NoticeTopic = (typeof noticeTopics)[number]

/** What customers do themselves in practice, a moment before: no news to them. */
const ownPractice = /^practice-grant$|^stocks\.practice-day$|^withdrawals\.practice-wait$/

/** By which topic something is sent; the first form that fits. What fits none is sent to nobody. */
const forms: ReadonlyArray<readonly [RegExp, NoticeTopic]> = [
  [/^(?:identity|kyc)\./, 'security'],
  [/^contract-(?:liquidation|deleveraging)$|^contracts\.margin-warn$/, 'liquidations'],
  [/^(?:stock|spot)-(?:buy|sell)$|^contract-(?:open|close)$|^conversion$|^stock-allotment$|^offerings\./, 'orders'],
  [/^(?:deposit|claim|withdrawal)(?:-|$)|^(?:deposits|withdrawals)\./, 'money'],
  [/^alerts\./, 'alerts'],
  [/^support\./, 'support'],
]

/**
 * The topic of something that happens to a customer.
 * @param what - the kind of an entry (`deposit`) or the action of an act (`alerts.fire`)
 */
export function topicOf(what: string): NoticeTopic | undefined {
  return ownPractice.test(what) ? undefined : forms.find(([form]) => form.test(what))?.[1]
}

/** What nobody can switch off, and nothing delays. */
export const isLocked = (topic: NoticeTopic): boolean => topic === 'security'

/** What is sent in quiet hours too. */
export const isUrgent = (topic: NoticeTopic): boolean => topic === 'security' || topic === 'liquidations'

/** What is sent before a customer has chosen: on the channels that cost attention, only what they wait for. */
const standardOff: Readonly<Record<NoticeChannelName, readonly NoticeTopic[]>> = {
  email: ['orders'],
  push: [],
  sms: ['orders', 'alerts'],
  whatsapp: ['orders', 'alerts', 'money', 'support'],
}

/** What wakes a device that saves power: what cannot wait, and what its owner set to be woken by. */
export const wakes = (topic: NoticeTopic): boolean => isUrgent(topic) || topic === 'alerts'

/** What a customer chose about a topic on a channel. */
export interface NoticeChoice {
  readonly topic: NoticeTopic
  readonly channel: NoticeChannelName
  readonly isOn: boolean
}

/** Whether a topic is sent on a channel. */
export function isOn(choices: readonly NoticeChoice[], topic: NoticeTopic, channel: NoticeChannelName): boolean {
  if (isLocked(topic)) return true
  const choice = choices.find((one) => one.topic === topic && one.channel === channel)
  return choice?.isOn ?? !standardOff[channel].includes(topic)
}

/**
 * What the room where it happens writes about by itself, with its own words, by e-mail and SMS: codes and links of identity,
 * the notices of cases. A test compares this with the rooms.
 */
const writtenElsewhere: readonly RegExp[] = [
  /^identity\.(?!sign-in-fail$)/,
  /^kyc\./,
  /^support\.(?:answer|close)$/,
  /^contracts\.margin-warn$/,
  /^deposits\.(?:held|returning|failed|elsewhere-planned)$/,
  /^withdrawals\.(?:request|cancel|refuse|payout-fail|hold)$/,
  /^(?:deposit|deposit-reversed|claim-paid|claim-returned)$/,
  /^withdrawal(?:-paid|-return|-returned)?$/,
]

/** Whether something is written about on a channel by the room where it happens. */
export function isWrittenElsewhere(what: string, channel: NoticeChannelName): boolean {
  return (channel === 'email' || channel === 'sms') && writtenElsewhere.some((form) => form.test(what))
}

/** At most one notice of these in so many milliseconds: anybody can cause them, as often as they like. */
export const atMostEveryMs: Readonly<Record<string, number>> = { 'identity.sign-in-fail': 3_600_000 }
