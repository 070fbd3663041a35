import { plusMs, present } from '@bolsillo/kernel'
import { type Handler, onCommand, transaction } from '@bolsillo/server-kit'
import { authorise } from '../contract.ts'
import { saveAuthorisation } from './order-authorisation-store.ts'
import { authorisationMinutes, type StocksPorts } from './ports.ts'

/**
 * Lets orders of this session pass without the trade password for some minutes. A command, because the password is
 * checked before any transaction is opened; done twice it only moves the end forward.
 */
export function authoriseOrders({ services, settings, tradePasswords }: StocksPorts): Handler {
  return onCommand(authorise, async ({ tradePassword }, { customer, now }) => {
    const { customerId, sessionId } = present(customer, 'the session of a customer call')
    const refusal = await tradePasswords.verify({ customerId, password: tradePassword, now })
    if (refusal !== undefined) return refusal
    const until = plusMs(now, settings.get(authorisationMinutes) * 60_000)
    await transaction(services.sql, (tx) => saveAuthorisation(tx, { sessionId, customerId, at: now, until }))
    return { until }
  })
}
