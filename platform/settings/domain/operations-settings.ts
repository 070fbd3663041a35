import { defineSetting, type Setting, type WholeSetting } from './setting.ts'

/** What can be paused in an emergency. A pause never changes anything of a customer, and cancelling stays possible. */
export const pausable = ['withdrawals', 'deposits', 'orders'] as const
export type Pausable = (typeof pausable)[number]

/** The longest pause that two people can approve at a time. It ends by itself; extending it takes two people again. */
export const pauseHoursMax = 24
/** However often it is extended, a pause ends this many hours after it began. */
export const pauseHoursInAll = 72
/** How many pauses of one thing may be begun within `pauseDaysSpan` days. */
export const pauseTimesMax = 2
export const pauseDaysSpan = 30

// The last instant of 13 digits: a pause is its end as epoch milliseconds, so nothing has to happen for it to end.
const lastInstant = 9_999_999_999_999

const pause = <const Key extends string>(key: Key, publicName: string, purpose: string): WholeSetting<Key> =>
  defineSetting({ key, type: 'whole', standard: 0, min: 0, max: lastInstant, purpose, publicName })

/** The end of each pause; 0 or past: there is none. Two people begin or end one, for at most a day. */
export const operationsSettings = {
  withdrawals: pause(
    'operations.withdrawals-paused-until',
    'withdrawalsPausedUntil',
    'Until when no new withdrawal is accepted, in an emergency. Accepted ones continue.',
  ),
  deposits: pause(
    'operations.deposits-paused-until',
    'depositsPausedUntil',
    'Until when no new deposit is begun, in an emergency. Money that arrives is credited.',
  ),
  orders: pause(
    'operations.orders-paused-until',
    'ordersPausedUntil',
    'Until when no new order is taken, in an emergency. Canceling stays possible.',
  ),
} as const satisfies Readonly<Record<Pausable, Setting>>
