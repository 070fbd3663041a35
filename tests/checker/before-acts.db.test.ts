import { readFileSync } from 'node:fs'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isBeforeWhole } from './orders/orders-store.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const migration = new URL('../../platform/trading/server/migrations/0009-what-there-was-before.sql', import.meta.url)
const digest = /SELECT true, (sha256\([^;]*)/.exec(readFileSync(migration, 'utf8'))?.[1]
const order = (id: number): string => `insert into trade_before_order
  select (jsonb_populate_record(null::trade_before_order, '{
    "order_id": "ord_${id}", "customer_id": "cus_1", "product": "stock", "purse": "stock", "venue": "simulated",
    "instrument_id": "WALMEX.MX", "side": "buy", "type": "limit", "time_in_force": "gtc", "post_only": false, "currency": "MXN",
    "currency_scale": 2, "fee_schedule": "mx-2024", "received_at": 1, "accepted_at": 1, "state": "open", "quantity": 5,
    "worst_price": 6000, "filled_quantity": 0, "filled_exact": 0, "filled_amount": 0, "fee": 0, "vat": 0, "held": 0,
    "priority": 1, "updated_at": 1, "step_count": 2, "taker_exact": 0, "reduce_only": false}')).*`

describe('what there was before acts were complete', () => {
  it('is what the migration wrote down, and nothing else', async () => {
    const tamper = (statement: string) =>
      database.owner.begin(async (tx) => {
        await tx`set local session_replication_role = replica`
        await tx.unsafe(statement)
      })
    const isWhole = () => database.owner.begin(isBeforeWhole)
    expect(await isWhole()).toBe(true)
    for (const statement of [
      "insert into trade_before_id values ('ord_01KJ1'), ('ord_01KJ2'), ('ord_02KJ3'), ('cus_1 fil_1')",
      `${order(1)}; ${order(2)}`,
      "insert into trade_before_position values ('cus_1', 'b', 5, 'MXN', 2, 10, 0, 0, 0, 1, 1), ('cus_1', 'A', 5, 'MXN', 2, 10, 0, 0, 0, 1, 1)",
      "insert into trade_before_lock values ('cus_1', 'b', 5, 7), ('cus_1', 'b', 4, 7), ('cus_1', 'A', 5, 7)",
    ]) {
      await tamper(statement)
      expect(await isWhole(), statement).toBe(false)
      await tamper(`update trade_before set digest = ${digest}`)
      expect(await isWhole(), statement).toBe(true)
    }
    await tamper('delete from trade_before')
    expect(await isWhole()).toBe(false)
  })
})
