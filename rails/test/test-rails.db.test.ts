import { currencies, idOf, money } from '@bolsillo/kernel'
import { createLedger } from '@bolsillo/ledger/server'
import { payInKey } from '@bolsillo/payments/domain'
import { createPayments, type Delivery } from '@bolsillo/payments/server'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestRails } from './index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.drop()
})

const customer = (n: number) => idOf('cus', `cus_${String(n).padStart(26, '0')}`)

describe('the practice rails', () => {
  it('deliver what a customer pays, confirmation by confirmation', async () => {
    const services = testServices({ sql: database.sql })
    const test = createTestRails({ services, confirmationsOf: () => 3 })
    const { payments, engine } = createPayments({
      services,
      settings: { get: (setting) => setting.standard as never },
      ledger: createLedger(),
      rails: test.rails,
      practicePayer: test.payer,
    })
    const told: Delivery<'received'>[] = []
    payments.takePayIns({
      received: async (_, delivery) => {
        told.push(delivery)
      },
      reversed: async () => undefined,
    })
    const now = services.clock.now()
    const addresses = await transaction(database.sql, async (tx) => {
      const shown = []
      for (const { channel } of payments.channels(now)) {
        shown.push(await payments.payInAddress(tx, { customerId: customer(7), channel: channel.code, now }))
      }
      return shown
    })
    const clabe = addresses.find(({ kind }) => kind === 'clabe')
    if (clabe === undefined) throw new Error('no clabe')
    await transaction(database.sql, (tx) =>
      test.payer.payIn(tx, { railId: 'test-spei', to: payInKey(clabe), amount: money(150_000n, currencies.MXN), now }),
    )
    await engine.readRails()
    expect(told).toEqual([])
    services.clock.advanceMs(10_000)
    await engine.readRails()
    expect(told).toHaveLength(1)
  })
})
