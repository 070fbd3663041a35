import { purposeWords, type Setting } from '@bolsillo/settings/domain'

/** The part of the terms that a setting belongs to, as customers read it. */
const topics = {
  'payments.channel.withdrawal-fee': 'fee',
  'payments.channel.withdrawal-min': 'least',
  'payments.channel.withdrawal-max': 'most',
  'payments.channel.withdrawals-open': 'open',
  'payments.channel.opens-at-minute': 'opens',
  'payments.channel.closes-at-minute': 'closes',
  'payments.difference-limit': 'difference',
  'kyc.limits.withdrawal-day': 'limitDay',
  'kyc.limits.withdrawal-month': 'limitMonth',
  'withdrawals.vat-bps': 'vat',
  'withdrawals.fee-share-max-bps': 'feeShare',
  'withdrawals.destination-wait-hours': 'destinationWait',
  'withdrawals.destinations-max': 'destinations',
  'withdrawals.review-hours-max': 'review',
  'withdrawals.open-max': 'openMax',
  'identity.cool-down-hours': 'coolDown',
  'identity.freeze-days': 'freeze',
} as const

type TermsTopic = (typeof topics)[keyof typeof topics]
export const termsTopics: readonly TermsTopic[] = Object.values(topics)

/** What a setting is to customers, and of which channel, asset or level; undefined: it does not touch withdrawals. */
export function topicOf(
  setting: Setting,
): { readonly topic: TermsTopic; readonly of: Readonly<Record<string, string>> } | undefined {
  if (setting.worse === undefined) return undefined
  const { key, values } = purposeWords(setting)
  const found = Object.entries(topics).find(([known]) => known === key)
  return found === undefined ? undefined : { topic: found[1], of: values }
}

/** A value as customers read it: times of day as such, the rest as it is kept. */
export function termSaid(topic: TermsTopic, text: string): string {
  if (topic !== 'opens' && topic !== 'closes') return text
  const minutes = Number(text)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
