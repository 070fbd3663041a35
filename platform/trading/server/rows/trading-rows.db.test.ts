import { readFileSync } from 'node:fs'
import { createAuditLog } from '@bolsillo/audit/server'
import { present } from '@bolsillo/kernel'
import type { NewAct } from '@bolsillo/ledger/domain'
import { checkRows, type Difference, rebuildRows, sealActs, verifyLedger } from '@bolsillo/ledger/server'
import { addressFor, connect } from '@bolsillo/server-kit'
import { testServices } from '@bolsillo/test-kit'
import { afterEach, describe, expect, it } from 'vitest'
import { createBookVenue } from '../../fixtures.ts'
import { createTrading } from '../create-trading.ts'
import { at, type DeskStand, deskStand, of } from '../testing/desk-stand.ts'
import { bookProblems } from '../testing/reconcile.ts'
import { tradeEveryWay } from '../testing/traded-world.ts'
import { columnsOf, forgetActs, loosen, tamperWith, tradingRowsIn, upgrade } from '../testing/trading-rows-store.ts'
import { tradingRows } from './trading-rows.ts'

let stand: DeskStand
afterEach(async () => {
  await stand.close()
})

const sources = () => [tradingRows(stand.services.clock)]
const tables = () => sources().flatMap((source) => source.tables)
const tamper = (statements: string) => tamperWith(stand.database, statements)
const rowsOf = () => tradingRowsIn(stand.database)
const check = () => checkRows(stand.database.owner, { sources: sources() })
const rebuild = () =>
  rebuildRows(
    { owner: stand.database.owner, audit: createAuditLog(), now: stand.services.clock.now() },
    { sources: sources() },
  )
/** The server is stopped: nobody is connected but the owner. */
const stopServer = async (): Promise<void> => {
  await stand.desk.stop()
  await stand.database.sql.end({ timeout: 5 })
}
const differences = async (): Promise<readonly Difference[]> => {
  const found = await check()
  if (!found.ok) throw new Error(found.problem)
  return found.differences
}
/** What is wrong, as `table column`; of a whole row, which is missing or one too many. */
const named = async (): Promise<readonly string[]> =>
  (await differences()).map(
    ({ table, column, is }) => `${table} ${column ?? (is === undefined ? 'missing' : 'made up')}`,
  )

/** Another value of a column's type. */
const others: Readonly<Record<string, (column: string) => string>> = {
  text: (column) => `coalesce(${column}, '') || 'x'`,
  boolean: (column) => `not ${column}`,
  smallint: (column) => `${column} + 1`,
  integer: (column) => `${column} + 1000`,
  bigint: (column) => `coalesce(${column}, 0) + 1000`,
  numeric: (column) => `${column} + 1000`,
  date: (column) => `${column} + 1`,
}

describe('rows of trading made anew', () => {
  it('know every column of their tables', async () => {
    stand = await deskStand()
    for (const { name, columns } of tables())
      expect(await columnsOf(stand.database, name)).toEqual(Object.keys(columns).toSorted())
  })

  it('are the rows that were written, whatever became of the orders', async () => {
    stand = await deskStand()
    await tradeEveryWay(stand)
    expect(await bookProblems(stand)).toEqual([])
    const rows = await rowsOf()
    // What is compared is there: orders of each end and of none, every product's columns but those of contracts.
    expect(new Set(rows.trade_order?.map(({ state }) => state))).toEqual(
      new Set(['waiting', 'pending-trigger', 'open', 'partially-filled', 'filled', 'cancelled', 'expired']),
    )
    const empty = (rows.trade_order ?? []).reduce<string[]>(
      (left, row) => left.filter((column) => row[column] === null),
      Object.keys(rows.trade_order?.[0] ?? {}),
    )
    expect(empty).toEqual(['terms'])
    expect(rows.trade_fill?.length).toBeGreaterThan(10)
    expect(rows.position?.length).toBe(3)
    // What a step has behind its reason leaves no reason in the view of steps.
    const reasons = await stand.database.owner<{ reason: string | null }[]>`
      select distinct reason from order_event where kind = 'filled'`
    expect(reasons).toEqual([{ reason: null }])
    expect(rows.position_lock?.length).toBeGreaterThan(1)
  })

  it('find and put right every value of every column, edited in every row', async () => {
    stand = await deskStand()
    await tradeEveryWay(stand)
    await loosen(stand.database)
    await stopServer()
    const before = await rowsOf()
    for (const { name, columns, key } of tables())
      for (const [column, type] of Object.entries(columns)) {
        const edit = `update ${name} set ${column} = ${present(others[type], type)(column)}`
        await tamper(edit)
        const found = await differences()
        expect(new Set(found.map(({ table }) => table)), edit).toEqual(new Set([name]))
        expect(new Set(found.map((one) => one.column)), edit).toEqual(
          new Set([key.includes(column) ? undefined : column]),
        )
        expect(await verifyLedger(stand.database.owner, { sources: sources() }), edit).toMatchObject({ ok: false })
        expect(await rebuild(), edit).toMatchObject({ ok: true, differences: found })
        expect(await rowsOf(), edit).toEqual(before)
      }
  }, 240_000)

  it('find and put right rows taken away and rows made up, and the desk goes on', async () => {
    stand = await deskStand()
    const { ana } = await tradeEveryWay(stand)
    await stopServer()
    const before = await rowsOf()
    await tamper(`delete from trade_order where ended_at is null; delete from trade_fill where side = 'buy'; delete from position;
      delete from position_lock; insert into position_lock values ('cus_x', 'WALMEX.MX', 9999999999999, 5)`)
    const found = await rebuild()
    expect(found.ok && new Set(found.differences.map(({ table }) => table))).toEqual(
      new Set(tables().map(({ name }) => name)),
    )
    expect(await rowsOf()).toEqual(before)
    const audited = await stand.database.owner<{ subject: string }[]>`select subject from audit_found order by seq`
    expect(audited.map(({ subject }) => subject)).toEqual(tables().map(({ name }) => `table:${name}`))
    const sql = connect(addressFor(stand.database.address, { asApp: true }), {
      connectionsMax: 4,
      name: 'server again',
    })
    const { clock } = stand.services
    const venue = createBookVenue({ id: 'simulated', clock, instrumentIds: ['WALMEX.MX', 'AAPL.US'] })
    const services = testServices({ sql, clock, seed: 2 })
    const { trading, desk } = createTrading({ ...stand.world, services, venues: [venue] })
    try {
      await desk.start()
      for (const { orderId } of (await trading.listOrders(sql, ana, { filter: 'open', limit: 50 })).rows)
        await trading.cancel({ orderId, customerId: ana, receivedAt: clock.now() })
      const order = {
        ...stand.ticket(ana, { limitPrice: at(6000), quantity: of(2) }),
        orderId: services.ids.next('ord'),
      }
      expect(await trading.place(order)).toMatchObject({ kind: 'placed' })
      expect(await bookProblems(stand)).toEqual([])
    } finally {
      await desk.stop()
      await sql.end({ timeout: 5 })
    }
  })
})

// Earlier servers wrote no acts of orders; later ones wrote acts without all of a fill.
type Age = 'without acts' | 'without fills' | 'now'

const shortSteps = ({ payload, ...act }: NewAct): NewAct => {
  const steps = Array.isArray(payload.steps) ? payload.steps : []
  const short = steps.map((step) => {
    const values = Array.isArray(step) ? step.slice(0, 8) : []
    while (values.at(-1) === '') values.pop()
    return values
  })
  return { ...act, payload: { ...payload, steps: short } }
}

/** An installation that was upgraded twice, and traded each time. */
async function upgradedStand(): Promise<void> {
  let age: Age = 'without acts'
  const notesOf = (notes: readonly NewAct[]): readonly NewAct[] => {
    if (age === 'now') return notes
    return age === 'without acts' ? [] : notes.map(shortSteps)
  }
  stand = await deskStand({
    limits: { partMax: 2 },
    change: ({ ledger }) => ({
      ledger: {
        ...ledger,
        post: (tx, entries, options) => ledger.post(tx, entries, { ...options, notes: notesOf(options?.notes ?? []) }),
      },
    }),
  })
  const next = async (): Promise<void> => {
    await tradeEveryWay(stand)
    await stand.desk.stop()
  }
  await next()
  await forgetActs(stand.database)
  age = 'without fills'
  stand = await stand.restart()
  await next()
  await upgrade(
    stand.database,
    readFileSync(new URL('../migrations/0009-what-there-was-before.sql', import.meta.url), 'utf8'),
  )
  await sealActs(stand.database.sql, stand.services.clock)
  age = 'now'
  stand = await stand.restart()
}

const madeUpOrder = (last: string) => `insert into trade_order select (jsonb_populate_record(one, jsonb_build_object(
  'order_id', 'ord_00000000000000000000000001', 'last_act', ${last}))).* from trade_order as one
  where ended_at is not null and filled_quantity = 0 limit 1`
const madeUpFill = (
  id: string,
  customer: string,
) => `insert into trade_fill select (jsonb_populate_record(one, jsonb_build_object(
  'fill_id', ${id}, 'customer_id', ${customer}, 'source', 'elsewhere'))).* from trade_fill as one
  order by entry_seq limit 1`

describe('rows from before acts were complete', () => {
  it('stay as they are, and rows go on from them', async () => {
    await upgradedStand()
    expect(await differences()).toEqual([])
    const { ana, bea } = await tradeEveryWay(stand)
    const open = await stand.database.owner<{ order_id: `ord_${string}`; customer_id: `cus_${string}` }[]>`
      select order_id, customer_id from trade_before_order`
    expect(open.length).toBeGreaterThan(10)
    // Those of before are filled, end, and sell what was bought before.
    stand.venue.quote('WALMEX.MX', 'buy', 6350, 200)
    await stand.settle()
    for (const { order_id: orderId, customer_id: customerId } of open.filter((_, place) => place % 2 === 0))
      await stand.trading.cancel({ orderId, customerId, receivedAt: stand.services.clock.now() })
    await stand.place(bea, { side: 'sell', limitPrice: at(6000), quantity: of(500) })
    stand.venue.quote('WALMEX.MX', 'buy', 6000, 700)
    await stand.settle()
    expect(await differences()).toEqual([])
    expect((await rowsOf()).position?.length).toBe(9)
    expect(ana).not.toBe(bea)
  }, 60_000)

  it('that acts do record are compared, and put right', async () => {
    await upgradedStand()
    await tradeEveryWay(stand)
    await stopServer()
    const before = await rowsOf()
    const edits: Readonly<Record<string, readonly string[]>> = {
      // An order that was open then has its ticket from what was written down.
      'update trade_order set limit_price = limit_price + 1 where order_id = (select min(order_id) from trade_before_order where limit_price > 0)':
        ['trade_order limit_price'],
      // An edited row claims to be from before acts.
      'update trade_order set last_act = null, filled_amount = filled_amount - 1 where order_id = (select max(order_id) from trade_order where filled_amount > 5)':
        ['trade_order filled_amount', 'trade_order last_act'],
      "update position set cost = cost - 1 where instrument_id = 'AAPL.US' and customer_id = (select min(customer_id) from trade_before_position where instrument_id = 'AAPL.US')":
        ['position cost'],
      // Nothing that is not in the list is from before.
      [madeUpOrder('null')]: ['trade_order made up'],
      [madeUpOrder('1')]: ['trade_order made up'],
      [madeUpFill("'fil_00000000000000000000000001'", 'customer_id')]: ['trade_fill made up'],
      // The id is in the list, for another customer.
      [madeUpFill('fill_id', "'cus_00000000000000000000000001'")]: ['trade_fill made up'],
    }
    for (const [edit, finds] of Object.entries(edits)) {
      await tamper(edit)
      expect(await named(), edit).toEqual(finds)
      expect(await rebuild(), edit).toMatchObject({ ok: true })
      expect(await rowsOf(), edit).toEqual(before)
    }
  }, 60_000)

  it('cannot be more or others than were written down', async () => {
    await upgradedStand()
    await stopServer()
    const add = `${madeUpOrder('null')}; insert into trade_before_id values ('ord_00000000000000000000000001')`
    const digest = "update trade_before set digest = sha256('x')"
    const notRecorded = 'what trading had before its acts is not what was recorded'
    const edits: Readonly<Record<string, string | RegExp>> = {
      [add]: notRecorded,
      'update trade_before_order set limit_price = limit_price + 1 where limit_price > 0': notRecorded,
      'update trade_before_position set quantity = quantity + 1': notRecorded,
      'delete from trade_before_lock': notRecorded,
      'delete from trade_before': notRecorded,
      [digest]: notRecorded,
      "delete from row_salt where table_name = 'trade_before'": notRecorded,
      "delete from trade_order where order_id = (select min(id) from trade_before_id where id like 'ord_%')":
        /^ord_\w+, from before the acts of trading were complete, is missing/,
      'delete from trade_fill where entry_seq = (select min(entry_seq) from trade_fill)':
        /^cus_\w+ fil_\w+, from before the acts of trading were complete, is missing/,
    }
    await tamper(
      Object.keys(kept)
        .map((table) => `create table kept_${table} as table ${table}`)
        .join(';'),
    )
    for (const [edit, problem] of Object.entries(edits)) {
      await tamper(edit)
      const wrong = { ok: false, problem: typeof problem === 'string' ? problem : expect.stringMatching(problem) }
      expect(await check(), edit).toEqual(wrong)
      expect(await rebuild(), edit).toEqual(wrong)
      await tamper(
        Object.entries(kept)
          .map(
            ([table, where]) =>
              `delete from ${table} where ${where}; insert into ${table} select * from kept_${table} where ${where}`,
          )
          .join(';'),
      )
      expect(await differences(), edit).toEqual([])
    }
    // Whoever writes the hash anew, with the trigger that commits to it: the journal's first act about it counts.
    await tamper(add)
    await stand.database.owner.unsafe(
      `update trade_before set digest = ${present(digestNow, 'the hash of what is listed')}`,
    )
    await sealActs(stand.database.owner, stand.services.clock)
    expect(await check()).toEqual({ ok: false, problem: notRecorded })
  }, 60_000)

  /** The tables a test edits, and which of their rows. */
  const kept: Readonly<Record<string, string>> = {
    trade_before_id: 'true',
    trade_before_order: 'true',
    trade_before_position: 'true',
    trade_before_lock: 'true',
    trade_before: 'true',
    row_salt: "table_name = 'trade_before'",
    trade_order: 'true',
    trade_fill: 'true',
  }
  const digestNow = /SELECT true, (sha256\([^;]*)/.exec(
    readFileSync(new URL('../migrations/0009-what-there-was-before.sql', import.meta.url), 'utf8'),
  )?.[1]
})
