import { type Instant, idOf } from '@bolsillo/kernel'
import type { JournalEntry } from '@bolsillo/ledger/domain'
import type { EventHandler, Tx } from '@bolsillo/server-kit'
import { withdrawalsChannel } from '../contract/index.ts'
import { withdrawalAccount } from '../domain/index.ts'
import type { WithdrawalsGiven } from './deps.ts'
import { writeWithdrawals } from './rows.ts'
import { withdrawalChangedTopic } from './withdrawal-case.ts'
import { findWithdrawal, type Withdrawal } from './withdrawal-store.ts'

/**
 * What follows the entry that gives a withdrawal back: what had been set aside beyond a limit, and was let go for it, is set
 * aside again. To be asked under the account's lock, before anything is posted.
 */
export async function heldAgain(
  { ownLimits }: Pick<WithdrawalsGiven, 'ownLimits'>,
  tx: Tx,
  withdrawal: Withdrawal,
  now: Instant,
): Promise<readonly JournalEntry[]> {
  const { customerId, withdrawalId, amount: minor, channel } = withdrawal
  const account = withdrawalAccount(withdrawal)
  const back = { customerId, account, asset: channel.asset.code, minor, cause: `withdrawal:${withdrawalId}`, now }
  return (await ownLimits?.cameBack(tx, back)) ?? []
}

/** Every process tells the customers whose sockets it holds. */
export function publishWithdrawals({ services, publisher }: WithdrawalsGiven): EventHandler {
  return {
    topic: withdrawalChangedTopic,
    name: 'publish-withdrawals',
    scope: 'each-process',
    handle: async ({ key, payload }) => {
      if (publisher.watched?.(withdrawalsChannel, key) === false) return
      const { withdrawalId } = payload
      if (typeof withdrawalId !== 'string') return
      const found = await findWithdrawal(services.sql, idOf('cus', key), idOf('wdr', withdrawalId))
      if (found === undefined) return
      const rows = await writeWithdrawals(services.sql, [found], services.clock.now())
      publisher.publish(withdrawalsChannel, key, { rows })
    },
  }
}
