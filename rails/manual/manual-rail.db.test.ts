import { readFileSync } from 'node:fs'
import { currencies, idOf, money } from '@bolsillo/kernel'
import { railAcceptance } from '@bolsillo/payments/testing'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, type TestServices, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualRail, type ManualRail } from './index.ts'

let database: TestDatabase
let services: TestServices
let manual: ManualRail
beforeAll(async () => {
  database = await testDatabase()
  services = testServices({ sql: database.sql })
  manual = createManualRail({ services, account: { bank: 'Banco', number: '0123456789', holder: 'Bolsillo' } })
})
afterAll(async () => {
  await database.drop()
})

let told = 0
const approval = () => {
  told += 1
  return idOf('apv', `apv_${String(told).padStart(26, '0')}`)
}

railAcceptance('manual', () => ({
  rail: manual.rail,
  now: () => services.clock.now(),
  settle: async () => services.clock.advanceMs(60_000),
  payIn: async (to, amount) => {
    const externalId = `RASTREO-${told + 1}`
    const from = { name: 'Ana López', account: 'BBVA/012345' }
    await transaction(database.sql, (tx) =>
      manual.desk.confirmReceived(tx, {
        externalId,
        amount,
        to,
        from,
        approvalId: approval(),
        now: services.clock.now(),
      }),
    )
  },
  endPayout: async ({ payoutId, amount }, outcome) => {
    const now = services.clock.now()
    const end =
      outcome === 'paid'
        ? ({ kind: 'paid', externalId: `SALIDA-${told + 1}`, amount } as const)
        : ({ kind: 'failed', reason: 'bank-returned' } as const)
    await transaction(database.sql, (tx) =>
      manual.desk.confirmPayout(tx, { payoutId, approvalId: approval(), now, ...end }),
    )
  },
  destination: { kind: 'account', bank: 'Chase', number: '000123456789', holder: 'Ana López' },
  golden: [],
}))

describe('transfers by hand', () => {
  const received = (externalId: string) => ({
    externalId,
    amount: money(100n, currencies.MXN),
    to: 'B0000001XX',
    from: { name: 'Ana', account: '' },
    now: services.clock.now(),
  })

  it('are told once for each tracking number, also by two approvals at once', async () => {
    const tell = () =>
      transaction(database.sql, (tx) =>
        manual.desk.confirmReceived(tx, { ...received('SAME-1'), approvalId: approval() }),
      )
    const answers = await Promise.all(Array.from({ length: 20 }, tell))
    expect(answers.filter(Boolean)).toHaveLength(1)
  })

  it('have one number however it is spelled, out as in', async () => {
    const tell = (externalId: string) =>
      transaction(database.sql, (tx) =>
        manual.desk.confirmReceived(tx, { ...received(externalId), approvalId: approval() }),
      )
    expect(await tell(' abc-7 ')).toBe(true)
    for (const spelling of ['ABC-7', 'abc-7', 'ÁBC -7', 'ＡＢＣ－７']) expect(await tell(spelling)).toBe(false)
    const { events } = await manual.rail.events(undefined, 500)
    expect(events.filter((event) => event.kind === 'received' && event.externalId === 'ABC-7')).toHaveLength(1)
    const pay = (no: number, externalId: string) =>
      transaction(database.sql, (tx) =>
        manual.desk.confirmPayout(tx, {
          kind: 'paid',
          payoutId: idOf('pay', `pay_${String(no).padStart(26, '0')}`),
          externalId,
          amount: money(100n, currencies.MXN),
          approvalId: approval(),
          now: services.clock.now(),
        }),
      )
    expect(await pay(801, 'out-9')).toBe(true)
    expect(await pay(802, 'OUT-9')).toBe(false)
  })

  it('told before there was one spelling keep their numbers', async () => {
    const insert = readFileSync(new URL('./server/migrations/0002-one-spelling.sql', import.meta.url), 'utf8')
    const { from, to } = received('Ñandú 5')
    const amount = { minor: '100', asset: 'MXN' }
    const confirmations = { seen: 1, needed: 1 }
    const event = JSON.stringify({ kind: 'received', externalId: 'Ñandú 5', amount, to, from, confirmations, at: 1 })
    await database.owner`
      insert into manual_telling (key, event, approval_id, told_at)
      values ('in:Ñandú 5', ${event}::text::jsonb, ${approval()}, 1)`
    await database.owner.unsafe(insert.slice(insert.indexOf('insert into manual_number')))
    expect(await manual.desk.isTold(database.sql, 'in', 'nandu5')).toBe(true)
  })

  it('are told nothing of by an approval that was undone', async () => {
    const undone = transaction(database.sql, async (tx) => {
      await manual.desk.confirmReceived(tx, { ...received('UNDONE-1'), approvalId: approval() })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    const { events } = await manual.rail.events(undefined, 500)
    expect(events.some((event) => event.kind === 'received' && event.externalId === 'UNDONE-1')).toBe(false)
  })

  it('carry a reference that no slip of the pen turns into another customer’s', () => {
    const references = Array.from({ length: 2_000 }, (_, n) => {
      const address = manual.rail.payInAddress({
        customerId: idOf('cus', `cus_${String(n).padStart(26, '0')}`),
        customerNo: n + 1,
        asset: 'MXN',
      })
      return address.kind === 'account' ? address.reference : ''
    })
    const known = new Set(references)
    expect(known.size).toBe(2_000)
    for (const reference of references.slice(0, 200)) {
      for (let place = 1; place <= 9; place += 1) {
        const swapped =
          reference.slice(0, place) +
          reference.slice(place + 1, place + 2) +
          reference[place] +
          reference.slice(place + 2)
        expect(swapped === reference || !known.has(swapped), swapped).toBe(true)
        for (const digit of '0123456789') {
          const slip = reference.slice(0, place) + digit + reference.slice(place + 1)
          expect(slip === reference || !known.has(slip), slip).toBe(true)
        }
      }
    }
  })

  it('cannot be rewritten by the running server', async () => {
    await expect(database.sql`delete from manual_telling`).rejects.toThrow(/permission denied|insert-only/)
    await expect(database.sql`update manual_telling set key = 'x'`).rejects.toThrow(/permission denied|insert-only/)
  })
})
