import type { Instant } from '@bolsillo/kernel'
import { fillWords, type Language, type Tx } from '@bolsillo/server-kit'
import { destinationNumber, masked, type topicOf } from '../domain/index.ts'
import type { messages as esES } from '../messages/es-ES.ts'
import type { WithdrawalsGiven } from './deps.ts'
import type { StoredDestination } from './destinations/destination-store.ts'
import { notify, words } from './withdrawal-case.ts'
import type { Withdrawal } from './withdrawal-store.ts'

/** Notifies the owner of a new destination, so that one somebody else added does not stay unseen while it waits. */
export function tellDestinationAdded(
  deps: WithdrawalsGiven,
  tx: Tx,
  { customerId, destination, usableAt }: StoredDestination,
  now: Instant,
): Promise<void> {
  const hours = String(Math.round((usableAt - now) / 3_600_000))
  const valuesOf = () => ({ number: masked(destinationNumber(destination)), hours })
  return notify(deps, tx, { customerId }, { name: 'destinationAdded', valuesOf, now })
}

/** Notifies a customer that the law stops their withdrawals, why, and until when. */
export function tellLegalHold(
  deps: WithdrawalsGiven,
  tx: Tx,
  hold: {
    readonly customerId: Withdrawal['customerId']
    readonly reason: keyof (typeof esES)['legal']
    readonly days: number
  },
  now: Instant,
): Promise<void> {
  const valuesOf = (language: Language) => ({
    reason: words[language].legal[hold.reason],
    days: String(hold.days),
  })
  return notify(deps, tx, hold, { name: 'legalHold', valuesOf, now })
}

/** Notifies a customer of a change for the worse that lies ahead, and that they may leave on today's terms until then. */
export function tellTermsChange(
  deps: WithdrawalsGiven,
  tx: Tx,
  change: {
    readonly customerId: Withdrawal['customerId']
    readonly about: NonNullable<ReturnType<typeof topicOf>>
    readonly when: string
    readonly said: (language: Language) => readonly [before: string, after: string]
  },
  now: Instant,
): Promise<void> {
  const { topic, of } = change.about
  const valuesOf = (language: Language) => {
    const { channels, terms } = words[language]
    const channel = Object.entries(channels).find(([code]) => code === of.channel)?.[1] ?? ''
    const [before, after] = change.said(language)
    return { what: fillWords(terms.topics[topic], { ...of, channel }, language), before, after, when: change.when }
  }
  return notify(deps, tx, change, { name: 'termsChange', valuesOf, now })
}
