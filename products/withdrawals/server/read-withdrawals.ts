import { pageOf, writeTimes } from '@bolsillo/cases/server'
import type { RequestOf } from '@bolsillo/contract'
import { present, reject, writeDecimal } from '@bolsillo/kernel'
import { writeHashedEntries } from '@bolsillo/ledger/server'
import { channels } from '@bolsillo/payments/domain'
import { type Own, type ReadContext, useCase } from '@bolsillo/server-kit'
import {
  listCoinWithdrawals,
  listWithdrawals,
  withdrawalsRejections as r,
  readWithdrawal,
  withdrawalReceipt,
} from '../contract/index.ts'
import { purseOf, withdrawalAccount } from '../domain/index.ts'
import type { WithdrawalsDeps, WithdrawalsGiven } from './deps.ts'
import { writeBankReturns, writeHistory, writeWithdrawals } from './rows.ts'
import { findWithdrawal, listEvents, listOwnWithdrawals } from './withdrawal-store.ts'

const pageSize = 20

/** A page of the customer's cash or coin withdrawals, newest first. */
export const listPages = [
  useCase(listWithdrawals, pageOfPurse('stock')),
  useCase(listCoinWithdrawals, pageOfPurse('coin')),
]

function pageOfPurse(purse: 'stock' | 'coin') {
  const codes = channels.filter((channel) => purseOf(channel) === purse).map(({ code }) => code)
  return async (
    { cursor, limit = pageSize, state }: RequestOf<typeof listWithdrawals>,
    { db, now, customer }: Own<ReadContext>,
  ) => {
    const page = { channels: codes, state, before: cursor, limit: limit + 1 }
    const found = await listOwnWithdrawals(db, customer.customerId, page)
    const { shown, next } = pageOf(found, limit, ({ withdrawalId }) => withdrawalId)
    return { rows: await writeWithdrawals(db, shown, now), ...next }
  }
}

/** One withdrawal with its whole history. */
export const read = useCase(
  readWithdrawal,
  async ({ withdrawalId }, { db, now, customer }, { payments, times }: WithdrawalsDeps) => {
    const { customerId } = customer
    const found = await findWithdrawal(db, customerId, withdrawalId)
    if (found === undefined) return reject(r.withdrawalUnknown, { field: 'withdrawalId' })
    const [row] = await writeWithdrawals(db, [found], now)
    const history = await listEvents(db, withdrawalId)
    const covered = history.reduce((sum, event) => sum + event.covered, 0n)
    const measured = (await times(db, now)).of(found.channel.asset.code)
    return {
      withdrawal: present(row, 'the withdrawal just read'),
      history: writeHistory(history),
      bankReturns: writeBankReturns((await payments.returnsOf(db, [withdrawalId])).get(withdrawalId)),
      ...(covered === 0n ? {} : { bankCovered: writeDecimal(covered, found.channel.asset.scale) }),
      times: writeTimes(measured),
    }
  },
)

/** What is needed to check a withdrawal on one's own device: the journal entries as they were hashed. */
export const receipt = useCase(
  withdrawalReceipt,
  async ({ withdrawalId }, { db, now, customer }, { ledger }: WithdrawalsGiven) => {
    const { customerId } = customer
    const found = await findWithdrawal(db, customerId, withdrawalId)
    if (found === undefined) return reject(r.withdrawalUnknown, { field: 'withdrawalId' })
    const events = await listEvents(db, withdrawalId)
    const ids = events.flatMap(({ entryId }) => (entryId === undefined ? [] : [entryId]))
    const [chained, head, rows] = await Promise.all([
      ledger.entries(db, ids),
      ledger.head(db),
      writeWithdrawals(db, [found], now),
    ])
    const shown = await writeHashedEntries(db, chained, customerId)
    return {
      withdrawal: present(rows[0], 'the withdrawal just read'),
      account: withdrawalAccount(found),
      state: found.state,
      amountMinor: found.amount.toString(),
      feeMinor: found.fee.toString(),
      vatMinor: found.vat.toString(),
      netMinor: found.net.toString(),
      backMinor: found.back.toString(),
      entries: shown.map((one, place) => ({ ...one, kind: present(chained[place], 'its entry').entry.kind })),
      head: { seq: head.seq.toString(), hash: head.hash },
    }
  },
)
