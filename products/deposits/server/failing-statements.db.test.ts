import { transaction } from '@bolsillo/server-kit'
import { type Act, failEachStatement } from '@bolsillo/test-kit'
import { afterEach, expect, it } from 'vitest'
import { takeReceived } from './receive.ts'
import { takeReversed } from './reverse.ts'
import { type DepositsStand, depositsStand, pesos } from './testing/deposits-stand.ts'

let stand: DepositsStand
afterEach(async () => {
  await stand.close()
})

function actsOf(clabe: string): readonly Act[] {
  const { sql, clock } = stand.app.services
  let arrivals = 0
  const arrival = (): (() => Promise<void>) => {
    arrivals += 1
    const event = {
      kind: 'received',
      externalId: `F${arrivals}`,
      amount: pesos('77.00'),
      to: clabe,
      from: { name: 'María López', account: '032180000118359719' },
      confirmations: { seen: 1, needed: 1 },
      at: clock.now(),
    } as const
    return () => transaction(sql, (tx) => takeReceived(stand.deps, tx, { ...stand.delivery(), event }))
  }
  return [
    { name: 'money that arrives', prepare: async () => arrival() },
    {
      name: 'money that is taken back',
      prepare: async () => {
        await arrival()()
        const event = {
          kind: 'reversed',
          externalId: `F${arrivals}`,
          reversalId: `back-${arrivals}`,
          amount: pesos('77.00'),
          reason: 'fraud',
          at: clock.now(),
        } as const
        return () => transaction(sql, (tx) => takeReversed(stand.deps, tx, { ...stand.delivery(), event }))
      },
    },
  ]
}

it('leaves nothing of an arrival or its reversal whose statement failed, whichever it was', async () => {
  stand = await depositsStand()
  const clabe = await stand.target(1, 'spei-mxn')
  const problems = await failEachStatement({
    sql: stand.app.services.sql,
    owner: stand.app.database.owner,
    acts: actsOf(clabe),
    settle: async () => undefined,
    statementsMin: 9,
  })
  expect(problems).toEqual([])
  expect(await stand.verify()).toBe(true)
})
