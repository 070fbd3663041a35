import { available, emptyBalance } from '@bolsillo/ledger/domain'
import { transaction } from '@bolsillo/server-kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { creditedAccount } from '../domain/index.ts'
import type { DepositsDeps } from './deps.ts'
import { takeReceived } from './receive.ts'
import { takeReversed } from './reverse.ts'
import { type DepositsStand, dayLimit, depositsStand, pesos } from './testing/deposits-stand.ts'

let stand: DepositsStand
let deps: DepositsDeps
beforeAll(async () => {
  stand = await depositsStand()
  deps = { ...stand.deps, ownLimits: stand.ownLimits }
})
afterAll(() => stand.close())

const own = () => creditedAccount(stand.customerId(1), 'MXN')
async function balance(): Promise<{ readonly posted: bigint; readonly free: bigint }> {
  const found = (await stand.ledger.balances(stand.app.services.sql, [own()])).get(own()) ?? emptyBalance
  return { posted: found.posted, free: available(found) }
}

it('credits all that came, sets aside what the level’s day has no room for, and gives it to a bank that takes it back', async () => {
  const { now } = stand.delivery()
  const from = { name: 'María López', account: '032180000118359719' }
  const to = await stand.target(1, 'spei-mxn')
  const confirmations = { seen: 1, needed: 1 }
  const amount = pesos('900000.00')
  const event = { kind: 'received', externalId: 'L1', amount, to, from, confirmations, at: now } as const
  await transaction(stand.app.services.sql, (tx) => takeReceived(deps, tx, { ...stand.delivery(), event }))
  expect(await balance()).toEqual({ posted: 900_000_00n, free: dayLimit })
  const taken = pesos('850000.00')
  const back = {
    kind: 'reversed',
    externalId: 'L1',
    reversalId: 'R1',
    amount: taken,
    reason: 'recall',
    at: now,
  } as const
  await transaction(stand.app.services.sql, (tx) => takeReversed(deps, tx, { ...stand.delivery(), event: back }))
  expect(await balance()).toEqual({ posted: 50_000_00n, free: 50_000_00n })
  expect((await stand.app.database.owner`select from deposit_claim`).length).toBe(0)
  expect(await stand.verify()).toBe(true)
})
