import { type Id, type Instant, isRejection, plusMs, type Rejection } from '@bolsillo/kernel'
import {
  type AskOne,
  askTogether,
  type CommandContext,
  type Db,
  type EventHandler,
  type Job,
  type Own,
  type Services,
  type Tx,
  transaction,
} from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'
import { tradingSettings } from '../settings.ts'
import {
  deleteAuthorisationsOf,
  deletePassedAuthorisations,
  findAuthorisation,
  findAuthorisations,
  saveAuthorisation,
} from './authorisation-store.ts'
import type { TradePasswords } from './place-form.ts'

const hourMs = 3_600_000

/** Orders of a session that need no trade password for some minutes: of every product, once it was entered for one. */
export interface OrderAuthorisations {
  /** One look for the authorizations of all orders that come together. */
  readonly authorisedUntil: AskOne<Id<'ses'>, Instant | undefined>
  readonly find: (db: Db, sessionId: Id<'ses'>, now: Instant) => Promise<Instant | undefined>
  /**
   * Lets orders of the session pass from now on. For a command, because the password is checked before any transaction
   * is opened; done twice it only moves the end forward.
   */
  readonly authorise: (
    tradePasswords: TradePasswords,
    password: string,
    context: Own<CommandContext>,
  ) => Promise<{ readonly until: Instant; readonly token: string } | Rejection>
}

/** Gives a session another token: the one before opens nothing from the commit on. @returns the new one. */
type RenewSession = (tx: Tx, sessionId: Id<'ses'>) => Promise<string>

/** Authorizations over the table of this room. */
export function createOrderAuthorisations({
  services,
  settings,
  renewSession,
}: {
  readonly services: Services
  readonly settings: Settings
  readonly renewSession: RenewSession
}): OrderAuthorisations {
  let look: OrderAuthorisations['authorisedUntil'] | undefined
  return {
    authorisedUntil: (sessionId) => {
      const { sql, timers } = services
      look ??= askTogether((sessionIds) => findAuthorisations(sql, sessionIds), timers)
      return look(sessionId)
    },
    find: findAuthorisation,
    authorise: async (tradePasswords, password, { customer, now }) => {
      const { customerId, sessionId } = customer
      const refusal = await tradePasswords.verify({ customerId, password, now })
      if (refusal !== undefined && isRejection(refusal)) return refusal
      const until = plusMs(now, settings.get(tradingSettings.authorisationMinutes) * 60_000)
      const authorise = async (tx: Tx): Promise<string> => {
        await saveAuthorisation(tx, { sessionId, customerId, at: now, until })
        // Whoever copied the session's token before the password was typed has no use of what it opened.
        return await renewSession(tx, sessionId)
      }
      const cause = { cause: 'call:authorise-orders', actor: customerId }
      return { until, token: await transaction(services.sql, authorise, cause) }
    },
  }
}

/** What takes authorizations away: time, and a trade password that is no longer the same. */
export const authorisationJobs: readonly Job[] = [
  {
    name: 'trading.forget-passed-authorisations',
    everyMs: hourMs,
    run: ({ sql, clock }) =>
      transaction(sql, (tx) => deletePassedAuthorisations(tx, clock.now()), {
        cause: 'job:trading.forget-passed-authorisations',
      }),
  },
]
export const authorisationEvents: readonly EventHandler[] = [
  {
    topic: 'identity.trade-password-changed',
    name: 'trading.forget-authorisations',
    handle: ({ key }, { sql }) =>
      transaction(sql, (tx) => deleteAuthorisationsOf(tx, key), { cause: 'event:trading.forget-authorisations' }),
  },
]
