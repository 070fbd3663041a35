import { currencies, money } from '@bolsillo/kernel'
import { watchEveryMs } from '@bolsillo/payments/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type DepositsStand, depositsStand, moveMoney, pesos } from './testing/deposits-stand.ts'

// More owed than held: credits stop within a minute and go on only when the cause has ended.

let stand: DepositsStand
let deliveries = 0
const dataOf = (answer: { readonly json: { readonly data?: unknown } }) =>
  JSON.parse(JSON.stringify(answer.json.data ?? {}))
const own = (): string => `${stand.customerId(1)}:stock:MXN`
const custody = 'rail-test-spei:custody:MXN'
const invented = pesos('777000.00')

beforeAll(async () => {
  stand = await depositsStand()
})
afterAll(() => stand.close())

/** The looks of a stretch of time, as the job makes them. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += watchEveryMs) {
    stand.app.services.clock.advanceMs(watchEveryMs)
    await stand.engine.watchLiabilities()
  }
}
const halts = async (): Promise<readonly Record<string, unknown>[]> => dataOf(await stand.as(1, '/index/credits')).halts
const deliver = async (text: string): Promise<string> => {
  deliveries += 1
  const externalId = `HALT-${deliveries}`
  const to = await stand.target(1, 'spei-mxn')
  stand.rails.spei.deliver({ externalId, amount: pesos(text), to })
  await stand.engine.readRails()
  return externalId
}
const stageOf = async (externalId: string): Promise<unknown> => {
  const [row] = await stand.app.database.owner`select stage from deposit where external_id = ${externalId}`
  return row?.stage
}

beforeEach(async () => {
  await pass(2 * watchEveryMs)
  expect(await halts()).toEqual([])
})

/** Somebody makes it so; credits of pesos stop within a minute; somebody undoes it; they go on. */
async function haltsAndLifts(make: () => Promise<void> | void, undo: () => Promise<void> | void): Promise<void> {
  const before = await stand.balance(own())
  await make()
  await pass(60_000)
  const since = stand.app.services.clock.now() - 60_000 + 2 * watchEveryMs
  expect(await halts()).toEqual([{ asset: 'MXN', short: '777000.00', since }])
  const externalId = await deliver('50.00')
  // It is kept and waits; nothing of it is lost, and it is nobody's trouble.
  await pass(5 * 60_000)
  await stand.engine.readRails()
  expect(await stageOf(externalId)).toBeUndefined()
  const [event] = await stand.app.database.owner`
    select state.state, state.tries from rail_event event join rail_event_state state on state.event_id = event.id
    where event.external_id = ${externalId}`
  expect(event).toEqual({ state: 'waiting', tries: 0 })
  await undo()
  await pass(watchEveryMs)
  expect(await halts()).toEqual([])
  stand.app.services.clock.advanceMs(watchEveryMs)
  await stand.engine.readRails()
  expect(await stageOf(externalId)).toBe('credited')
  expect((await stand.balance(own())) - before).toBe(5_000n)
}

describe('credits of an asset stop within a minute and go on by themselves', () => {
  beforeAll(async () => {
    await deliver('1000.00')
  })

  it('when a balance was edited', async () => {
    const { owner } = stand.app.database
    const edit = (minor: bigint) => owner`
      update ledger_balance set posted = posted + ${minor}
      where account_no = (select account_no from ledger_account where id = ${own()})`
    await haltsAndLifts(
      async () => void (await edit(invented.minor)),
      async () => void (await edit(-invented.minor)),
    )
  })

  it('when an entry gave a customer what no rail delivered, though it is chained and adds up', async () => {
    const before = await stand.balance(own())
    await moveMoney(stand, custody, own(), invented)
    expect(await stand.verify()).toBe(true)
    await moveMoney(stand, own(), custody, invented)
    await haltsAndLifts(
      () => moveMoney(stand, custody, `${stand.customerId(3)}:stock:MXN`, invented),
      () => moveMoney(stand, `${stand.customerId(3)}:stock:MXN`, custody, invented),
    )
    expect((await stand.balance(own())) - before).toBe(5_000n)
  })

  it('when a rail no longer has what it received', async () => {
    const { asset, minor } = invented
    await haltsAndLifts(
      () => stand.rails.spei.lose(invented),
      () => stand.rails.spei.lose(money(-minor, asset)),
    )
  })

  it('when the bank’s statement says that less is there than was credited by hand', async () => {
    await stand.imported('MXN', { number: 'HAND-0001', amount: '1.00' })
    const byHand = 'rail-manual:custody:MXN'
    await haltsAndLifts(
      () => moveMoney(stand, byHand, own(), pesos('777001.00')),
      () => moveMoney(stand, own(), byHand, pesos('777001.00')),
    )
  })
})

describe('while credits of an asset are halted', () => {
  it('others are credited, held money goes back, and nothing is matched; the database refuses a credit', async () => {
    const to = await stand.target(1, 'spei-mxn')
    const held = async (externalId: string): Promise<string> => {
      stand.rails.spei.deliver({ externalId, amount: pesos('60.00'), to, name: 'OTRA PERSONA' })
      await stand.engine.readRails()
      const [row] = await stand.app.database.owner<{ id: string }[]>`
        select id from deposit where external_id = ${externalId}`
      return row?.id ?? ''
    }
    const [one, two] = [await held('HELD-1'), await held('HELD-2')]
    stand.rails.spei.lose(invented)
    await pass(60_000)
    const wish = { depositId: one, customer: stand.customerId(1).slice(-8), reason: 'joint-account' }
    expect(dataOf(await stand.asStaff('teresa', '/deposits/match', wish)).rejection).toBe('credits-halted')
    const back = { depositId: two, reason: 'third-party' }
    const { approvalId } = dataOf(await stand.asStaff('teresa', '/deposits/return', back))
    expect((await stand.approve('carlos', approvalId, back.reason)).status).toBe(200)
    const pix = await stand.target(1, 'pix-brl')
    stand.rails.pix.deliver({ externalId: 'OTHER-1', amount: money(500n, currencies.BRL), to: pix })
    await stand.engine.readRails()
    expect(await stageOf('OTHER-1')).toBe('credited')
    const { owner } = stand.app.database
    const credit = () =>
      owner.begin(async (tx) => {
        await tx`alter table deposit disable trigger by_hand`
        await tx`update deposit set stage = 'credited', entry_id = 'x', credited_minor = 6000, ended_at = 1,
        customer_id = ${stand.customerId(1)} where id = ${one}`
        throw new Error('it was possible')
      })
    await expect(credit()).rejects.toThrow(/credits of MXN are halted/)
    // The control.
    await owner`alter table deposit disable trigger not_while_halted`
    await expect(credit()).rejects.toThrow('it was possible')
    await owner`alter table deposit enable trigger not_while_halted`
    stand.rails.spei.lose(money(-invented.minor, invented.asset))
    await pass(watchEveryMs)
    expect(await halts()).toEqual([])
  })
})

describe('credits go on', () => {
  it('when one look finds what the next does not, and when a difference is within the tolerance', async () => {
    stand.rails.spei.lose(invented)
    await pass(watchEveryMs)
    stand.rails.spei.lose(money(-invented.minor, invented.asset))
    await pass(60_000)
    expect(await halts()).toEqual([])
    stand.rails.spei.lose(pesos('1000.00'))
    await pass(60_000)
    expect(await halts()).toEqual([])
    stand.rails.spei.lose(pesos('0.01'))
    await pass(60_000)
    expect(await halts()).toMatchObject([{ short: '1000.01' }])
    stand.rails.spei.lose(pesos('-1000.01'))
    await pass(watchEveryMs)
  })
})
