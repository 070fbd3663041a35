import { idOf, type Money, plusMs } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countWaiting } from '../operator/case-store.ts'
import { type DepositsStand, depositsStand, moveMoney, pesos } from '../testing/deposits-stand.ts'

// The claims of withdrawals: opened by the room that paid them, shown and ended here.

let stand: DepositsStand
const own = (): string => `${stand.customerId(1)}:stock:MXN`
const dataOf = (answer: { readonly json: { readonly data?: unknown } }) =>
  JSON.parse(JSON.stringify(answer.json.data ?? {}))
const withdrawalId = idOf('wdr', 'wdr_00000000000000000000000001')
const claimed = () => stand.balance('house:claims:MXN')
const list = async () => dataOf(await stand.asStaff('olga', '/deposits?kind=claim')).rows
const waiting = async (): Promise<number> => {
  const now = stand.app.services.clock.now()
  return (await countWaiting(stand.app.services.sql, { stuckBefore: plusMs(now, -1), now })).count
}
const read = async (claimId: string) =>
  dataOf(await stand.asStaff('teresa', `/deposits/claim?claimId=${claimId}`)).claim
/** Opens a claim as withdrawals do: the rail paid more than the customer has. */
const open = (amount: Money): Promise<void> =>
  transaction(stand.app.services.sql, (tx) => {
    const now = stand.app.services.clock.now()
    return stand.claims.open(tx, { withdrawalId, customerId: stand.customerId(1), amount, openedAt: now, now })
  })
const settle = async (claimId: string, way: 'take-available' | 'write-off', amount: string) => {
  const wish = { claimId, way, amount, reason: 'bank-error' }
  const { approvalId } = dataOf(await stand.asStaff('teresa', '/deposits/claim/settle', wish))
  return await stand.approve('carlos', approvalId, 'bank-error')
}

beforeAll(async () => {
  stand = await depositsStand()
  const to = await stand.target(1, 'spei-mxn')
  stand.rails.spei.deliver({ externalId: 'funds', amount: pesos('500.00'), to })
  await stand.engine.readRails()
  await moveMoney(stand, own(), 'house:fees:MXN', pesos('80.00'))
})
afterAll(() => stand.close())

describe('the claim of a withdrawal', () => {
  it('is in the queue once, however often it is opened, and its customer is notified once', async () => {
    await moveMoney(stand, 'house:claims:MXN', 'rail-test-spei:custody:MXN', pesos('100.00'))
    const [before, told] = [await waiting(), stand.written.length]
    await open(pesos('100.00'))
    await Promise.all([open(pesos('100.00')), open(pesos('1.00'))])
    expect(await waiting()).toBe(before + 1)
    expect(await list()).toMatchObject([{ kind: 'claim', claimOf: 'withdrawal', amount: '100.00', asset: 'MXN' }])
    expect(stand.written.slice(told).map(({ title }) => title)).toEqual(['Llegó más de lo que pediste retirar'])
    expect(stand.written.at(-1)?.text).toContain('MX$\u00a0100.00')
  })

  it('is cleared up by two people as any claim is, and drains the account of claims', async () => {
    const [{ caseId: claimId }] = await list()
    const shown = await read(claimId)
    expect(shown).toMatchObject({ withdrawalId, open: '100.00', available: '420.00', reason: 'paid-too-much' })
    expect(shown.depositId).toBeUndefined()
    const before = await stand.balance(own())
    expect((await settle(claimId, 'take-available', '40.00')).status).toBe(200)
    expect(before - (await stand.balance(own()))).toBe(4_000n)
    expect(stand.written.at(-1)).toMatchObject({
      customerId: stand.customerId(1),
      title: 'Se aclaró un retiro pagado de más',
    })
    expect(stand.written.at(-1)?.text).toContain('MX$\u00a040.00')
    expect(await claimed()).toBe(-6_000n)
    expect((await settle(claimId, 'write-off', '60.00')).status).toBe(200)
    expect(await claimed()).toBe(0n)
    expect(await list()).toEqual([])
    expect((await read(claimId)).steps).toMatchObject([{ way: 'take-available' }, { way: 'write-off' }])
    const references = await stand.app.database.owner`
      select distinct reference from ledger_entry where kind like 'claim-%'`
    expect(references).toEqual([{ reference: `withdrawal:${withdrawalId}` }])
    expect(await stand.verify()).toBe(true)
  })

  it('is given back what was covered of it by money that comes back, the house before the customer', async () => {
    const back = (minor: Money, returnId: string, isCustomerThere = true) =>
      transaction(stand.app.services.sql, (tx) =>
        stand.claims.settleBack(tx, {
          ...{ withdrawalId, railId: 'test-spei', returnId, minor: minor.minor, isCustomerThere },
          entryId: stand.app.services.ids.next('ent'),
          now: stand.app.services.clock.now(),
        }),
      )
    expect(await back(pesos('70.00'), 'B1')).toEqual({ open: 0n, writtenOff: 6_000n, paid: 1_000n })
    expect(await back(pesos('5.00'), 'B2', false)).toEqual({ open: 0n, writtenOff: 0n, paid: 0n })
    expect(await back(pesos('70.00'), 'B3')).toEqual({ open: 0n, writtenOff: 0n, paid: 3_000n })
    expect(await back(pesos('70.00'), 'B4')).toEqual({ open: 0n, writtenOff: 0n, paid: 0n })
    // The same of a rail's number again is refused by the database.
    const [claim] = await stand.app.database.owner<{ claim_id: string }[]>`select claim_id from deposit_claim_back`
    const again = stand.app.database.owner`
      insert into deposit_claim_back values (${claim?.claim_id ?? ''}, 'test-spei', 'B1', 1, 0, 0, 'ent_x', 1)`
    await expect(again).rejects.toThrow(/duplicate key/)
  })
})

it('a claim is of a deposit or of a withdrawal, of one of them', async () => {
  const insert = (deposit: string | null, withdrawal: string | null) => stand.app.database.owner`
    insert into deposit_claim (id, deposit_id, withdrawal_id, asset, minor, reason, opened_at)
    values (${`clm_${deposit}${withdrawal}`}, ${deposit}, ${withdrawal}, 'MXN', 1, 'x', 1)`
  const [{ id } = { id: '' }] = await stand.app.database.owner<{ id: string }[]>`select id from deposit limit 1`
  await expect(insert(null, null)).rejects.toThrow(/deposit_claim_cause/)
  await expect(insert(id, 'wdr_2')).rejects.toThrow(/deposit_claim_cause/)
})
