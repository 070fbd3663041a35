import { plusMs } from '@bolsillo/kernel'
import { readClabe } from '@bolsillo/payments/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAddressForm } from '../../domain/index.ts'
import {
  challenge,
  dataOf,
  mariaName,
  otherClabe,
  refusalOf,
  rightCode,
  type WithdrawalsStand,
  withdrawalsStand,
} from '../testing/withdrawals-stand.ts'

// The wait of a new destination passes for its owner in the practice market, and for nobody else.

let stand: WithdrawalsStand
beforeAll(async () => {
  stand = await withdrawalsStand()
  await stand.fund(1, 'MXN', 1_000_000n)
})
afterAll(async () => {
  await stand?.close()
})

interface Destination {
  readonly destinationId: string
  readonly usable: boolean
  readonly usableAt: number
}

const add = async (clabe: string): Promise<Destination> => {
  const body = { kind: 'clabe', holder: mariaName, clabe, challengeId: challenge(), code: rightCode }
  return dataOf<{ destination: Destination }>(await stand.as(1, '/bank/add', body)).destination
}
const pass = (customer: number, destinationId: string) => stand.as(customer, '/user/practice/wait', { destinationId })
const withdraw = async (destinationId: string) =>
  stand.as(1, '/user/withdraw/add', await stand.confirmed(1, destinationId, '500.00'))

describe('a wait that passes in the practice market', () => {
  let destinationId = ''

  it('is of a valid sample: a CLABE of one’s own and an address of each network', async () => {
    const { rules } = dataOf<{ rules: { practice: { clabe: string; addresses: Record<string, string> } } }>(
      await stand.as(1, '/bank/list'),
    )
    const other = dataOf<{ rules: { practice: { clabe: string } } }>(await stand.as(3, '/bank/list'))
    expect(readClabe(rules.practice.clabe)).toMatchObject({ kind: 'clabe', bank: expect.any(String) })
    expect(other.rules.practice.clabe).not.toBe(rules.practice.clabe)
    for (const network of ['bitcoin', 'ethereum', 'tron'] as const)
      expect(readAddressForm(network, rules.practice.addresses[network] ?? '')).toMatchObject({ kind: 'destination' })
    destinationId = (await add(rules.practice.clabe)).destinationId
    expect(refusalOf(await withdraw(destinationId))).toBe('destination-waits')
  })

  it('is the owner’s to pass: of somebody else’s destination nothing is known', async () => {
    expect(refusalOf(await pass(3, destinationId))).toBe('destination-unknown')
    expect(refusalOf(await withdraw(destinationId))).toBe('destination-waits')
  })

  it('ends, once, and is in the owner’s log; the withdrawal takes all its other steps', async () => {
    expect(dataOf(await pass(1, destinationId))).toMatchObject({ destination: { destinationId, usable: true } })
    expect(refusalOf(await pass(1, destinationId))).toBe('destination-wait-over')
    const { rows } = dataOf<{ rows: readonly { action: string }[] }>(await stand.as(1, '/user/activity'))
    expect(rows.map(({ action }) => action)).toContain('withdrawals.practice-wait')
    expect(dataOf(await withdraw(destinationId))).toMatchObject({ withdrawal: { state: 'under-review' } })
  })

  it('leaves the waits of other destinations, and the hold of a change that protects the account', async () => {
    const { destinationId: second } = await add(otherClabe)
    expect(refusalOf(await withdraw(second))).toBe('destination-waits')
    const { clock } = stand.app.services
    const from = clock.now()
    stand.facts.accountHold = { from, until: plusMs(from, 48 * 3_600_000) }
    clock.advanceMs(60_000)
    // It was new when what protects the account changed: its own wait is over, that hold is not.
    expect(dataOf(await pass(1, second))).toMatchObject({ destination: { usable: true } })
    expect(refusalOf(await withdraw(second))).toBe('destination-waits')
    stand.facts.accountHold = undefined
    expect(dataOf(await withdraw(second))).toMatchObject({ withdrawal: { state: 'under-review' } })
  })

  it('is not dated back before a hold of the account that began meanwhile', async () => {
    const { owner, sql } = stand.app.database
    const { clock } = stand.app.services
    const { destinationId } = await add('072180000118359711')
    const customerId = stand.customerId(1)
    const from = plusMs(clock.now(), 30_000)
    await owner.begin(async (tx) => {
      // The customers of these tests have no row of their own.
      await tx`set local session_replication_role = replica`
      await tx`
        insert into cool_down (customer_id, reason, from_at, until_at)
        values (${customerId}, 'email-changed', ${from}, ${plusMs(from, 48 * 3_600_000)})`
    })
    clock.advanceMs(60_000)
    const passed = (at: number) => sql`
      insert into destination_wait_passed (destination_id, customer_id, passed_at)
      values (${destinationId}, ${customerId}, ${at})`
    await expect(passed(plusMs(from, -1))).rejects.toThrow(/before a hold of the account began/)
    await passed(from)
  })

  it('passes nowhere else: the database refuses it where money is real, and of another’s destination', async () => {
    const { owner, sql } = stand.app.database
    const { destinationId: third } = await add('032180000118359719')
    const passed = (customer: number) => sql`
      insert into destination_wait_passed (destination_id, customer_id, passed_at)
      values (${third}, ${stand.customerId(customer)}, ${stand.app.services.clock.now()})`
    await expect(passed(3)).rejects.toThrow(/not the customer/)
    await owner.begin(async (tx) => {
      await tx`select set_config('bolsillo.cause', 'job:test', true)`
      await tx`update installation set mode = 'LIVE'`
    })
    await expect(passed(1)).rejects.toThrow(/practice market alone/)
    // A database that does not say what it is, is of real money.
    const kept = await owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      return await tx`delete from installation returning *`
    })
    await expect(passed(1)).rejects.toThrow(/practice market alone/)
    await owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`insert into installation ${tx(kept)}`
    })
    expect(refusalOf(await withdraw(third))).toBe('destination-waits')
  })
})
