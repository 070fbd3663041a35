import { accountId } from '@bolsillo/ledger/domain'
import { expect, it } from 'vitest'
import { mariaWithdraws } from './testing/maria-withdraws.ts'
import { acceptByTwo } from './testing/withdrawals-stand.ts'

// A bank takes a deposit back between the acceptance of a withdrawal and the news that it was paid.

const maria = mariaWithdraws()
const posted = async (account: string): Promise<bigint> => (await maria.stand.balanceOf(account)).posted

it('is booked when it arrived although all custodians hold less by then: the rest is owed to the rail', async () => {
  const { stand } = maria
  const id = await maria.asked('1000.00')
  await acceptByTwo(stand, id)
  await maria.settle()
  const { services } = stand.app
  const market = accountId('venue-simulated', 'custody', 'MXN')
  const gone = -(await posted(market)) - 400_00n
  const claim = [
    { account: accountId('house', 'claims', 'MXN'), posted: -gone, held: 0n },
    { account: market, posted: gone, held: 0n },
  ]
  await stand.post({ kind: 'deposit-reversed', postings: claim })
  const payout = maria.payoutOf(id)
  stand.spei.confirm(payout, services.clock.now())
  await maria.settle()
  expect((await maria.read(id)).withdrawal.state).toBe('complete')
  expect(await posted(market)).toBe(0n)
  expect(await posted('rail-test-spei:owed:MXN')).toBe(payout.amount.minor - 400_00n)
  expect(await posted('house:payouts:MXN')).toBe(0n)
})
