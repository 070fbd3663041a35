import { type Id, idOf } from '@bolsillo/kernel'
import { available, customerAccount } from '@bolsillo/ledger/domain'
import { transaction } from '@bolsillo/server-kit'
import { expect, it } from 'vitest'
import { mariaWithdraws } from './testing/maria-withdraws.ts'
import { acceptByTwo, dataOf } from './testing/withdrawals-stand.ts'

const maria = mariaWithdraws()
const account = () => customerAccount(maria.stand.customerId(1), 'stock', 'MXN')
const free = async (): Promise<bigint> => available(await maria.stand.balance(1, 'MXN'))

/** Everything María has came in beyond what her level allows a day. */
async function setAside(minor: bigint): Promise<void> {
  const { app, ledger, ownLimits, facts, customerId } = maria.stand
  const { ids, clock, sql } = app.services
  facts.depositDay = 1n
  const [depositId, entryId]: [Id<'dep'>, Id<'ent'>] = [ids.next('dep'), ids.next('ent')]
  await transaction(sql, async (tx) => {
    await ledger.lock(tx, [account()])
    const credited = {
      customerId: customerId(1),
      account: account(),
      asset: 'MXN',
      minor,
      depositId,
      entryId,
      now: clock.now(),
    }
    await ledger.post(tx, await ownLimits.beyond(tx, credited))
  })
}

it('money beyond a limit leaves like any other, and is beyond it again when the withdrawal is cancelled or fails', async () => {
  await setAside(1_000_000_00n)
  expect(await free()).toBe(1n)
  // The form says what may leave: all of it.
  const quote = await maria.stand.as(1, `/user/withdraw/quote?destinationId=${maria.clabe}&asset=MXN`)
  expect(dataOf(quote)).toMatchObject({ available: '1000000.00', held: '0.00' })
  const cancelled = idOf('wdr', await maria.asked('1000.00'))
  // What is set aside leaves first: what may be traded with stays.
  expect(await free()).toBe(1n)
  await maria.stand.as(1, '/user/withdraw/cancel', { withdrawalId: cancelled })
  expect(await free()).toBe(1n)
  const failed = await maria.asked('2000.00')
  await acceptByTwo(maria.stand, failed)
  await maria.settle()
  maria.stand.spei.fail(maria.payoutOf(failed), maria.stand.app.services.clock.now(), 'account-unknown')
  await maria.settle()
  expect([(await maria.read(failed)).withdrawal.state, await free()]).toEqual(['fail', 1n])
  const paid = await maria.asked('3000.00')
  await acceptByTwo(maria.stand, paid)
  const { posted, held } = await maria.stand.balance(1, 'MXN')
  // Fee and VAT of a payment under way stay reserved until it has arrived.
  const charges = 5_80n
  const beyond = await maria.stand.ownLimits.heldOn(maria.stand.app.services.sql, account())
  expect([beyond + 1n, posted, posted - held]).toEqual([997_000_00n, 997_000_00n + charges, 1n])
})
