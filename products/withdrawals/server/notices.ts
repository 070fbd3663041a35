import { type Instant, type Money, minus, writeDecimal, writeMoneyAndCode } from '@bolsillo/kernel'
import type { Language, Messages as RoomMessages, Tx } from '@bolsillo/server-kit'
import { languages } from '@bolsillo/server-kit'
import { destinationNumber, masked, type topicOf } from '../domain/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import type { WithdrawalsGiven } from './deps.ts'
import type { StoredDestination } from './destination-store.ts'
import { referenceOf } from './rows.ts'
import type { Withdrawal } from './withdrawal-store.ts'

/** The words of this room, by language. */
export const words = { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR } as const satisfies Record<Language, RoomMessages>

/** What of a withdrawal's life its owner is told by a message. */
type NoticeName = keyof (typeof esES)['notices']

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

async function tell(
  { customers }: WithdrawalsGiven,
  tx: Tx,
  customerId: Withdrawal['customerId'],
  notice: { readonly name: NoticeName; readonly valuesOf: (language: Language) => Readonly<Record<string, string>> },
  now: Instant,
): Promise<void> {
  const said = (part: 'title' | 'text'): Record<string, string> =>
    Object.fromEntries(
      languages.map((language) => [
        language,
        fill(words[language].notices[notice.name][part], notice.valuesOf(language)),
      ]),
    )
  await customers.notify(tx, { customerId, title: said('title'), text: said('text'), now })
}

/** Tells the owner what became of a withdrawal. */
export function tellWithdrawal(
  deps: WithdrawalsGiven,
  tx: Tx,
  withdrawal: Withdrawal,
  name: Exclude<NoticeName, 'destinationAdded' | 'legalHold' | 'termsChange' | 'bankReturned' | 'overpaidReturned'>,
  now: Instant,
): Promise<void> {
  const { channel, amount, net, failReason } = withdrawal
  const { scale, code } = channel.asset
  const valuesOf = (language: Language) => ({
    amount: `${writeDecimal(amount, scale)} ${code}`,
    net: `${writeDecimal(net, scale)} ${code}`,
    reference: referenceOf(withdrawal.withdrawalId),
    reason: failReason === undefined ? '' : words[language].reasons[failReason],
  })
  return tell(deps, tx, withdrawal.customerId, { name, valuesOf }, now)
}

/**
 * Notifies the owner that their bank returned a payment, or a part of it, and that the money is available again: the rest of
 * it, where some settled what had arrived too much.
 */
export function tellReturned(
  deps: WithdrawalsGiven,
  tx: Tx,
  { withdrawalId, customerId }: Withdrawal,
  { amount, rest }: { readonly amount: Money; readonly rest: Money },
  now: Instant,
): Promise<void> {
  const covered = writeMoneyAndCode(minus(amount, rest))
  const values = {
    amount: writeMoneyAndCode(amount),
    covered,
    rest: writeMoneyAndCode(rest),
    reference: referenceOf(withdrawalId),
  }
  const name = rest.minor === amount.minor ? 'bankReturned' : 'overpaidReturned'
  return tell(deps, tx, customerId, { name, valuesOf: () => values }, now)
}

/** Tells the owner of a new destination, so that one somebody else added does not stay unseen while it waits. */
export function tellDestinationAdded(
  deps: WithdrawalsGiven,
  tx: Tx,
  { customerId, destination, usableAt }: StoredDestination,
  now: Instant,
): Promise<void> {
  const hours = String(Math.round((usableAt - now) / 3_600_000))
  const valuesOf = () => ({ number: masked(destinationNumber(destination)), hours })
  return tell(deps, tx, customerId, { name: 'destinationAdded', valuesOf }, now)
}

/** Tells a customer that the law stops their withdrawals, why, and until when. */
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
  return tell(deps, tx, hold.customerId, { name: 'legalHold', valuesOf }, now)
}

/** Tells a customer of a change for the worse that lies ahead, and that they may leave on today's terms until then. */
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
    return { what: fill(terms.topics[topic], { ...of, channel }), before, after, when: change.when }
  }
  return tell(deps, tx, change.customerId, { name: 'termsChange', valuesOf }, now)
}
