import type { ReplyOf } from '@bolsillo/contract'
import { instant } from '@bolsillo/kernel'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { fundingLooks } from '../../contract/index.ts'
import { failedFundingChecks } from '../../domain/index.ts'
import { btc, type ContractsStand, contractsStand, rightPassword } from '../testing/contracts-stand.ts'
import { payFunding } from './funding.ts'
import { findPremiums, insertPremiums, removePremiums } from './funding-store.ts'

const before = instant(Date.UTC(2026, 2, 2, 15, 58))
const due = instant(Date.UTC(2026, 2, 2, 16, 0, 1))

type Looks = ReplyOf<typeof fundingLooks>

let stand: ContractsStand
beforeEach(async () => {
  stand = await contractsStand({ at: before })
  await stand.price(btc, 100_000)
  stand.offer(btc, 'buy', 100_100, 20)
  stand.offer(btc, 'sell', 100_120, 20)
})
afterEach(() => stand.close())

const open = async (customer: number, side: 'buy' | 'sell', quantity: string, marginMode: string) => {
  await stand.fund(customer, 60_000)
  const placed = await stand.as(customer, '/order/add', {
    symbol: btc,
    side,
    type: 'market',
    quantity,
    marginMode,
    tradePassword: rightPassword,
  })
  expect(placed.json).toMatchObject({ code: 0 })
}
const paid = async (customer: number): Promise<bigint> => {
  const rows = (await stand.as(customer, '/funding/own')).json.data as { rows: { amount: string }[] }
  return rows.rows.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n)
}

describe('funding', () => {
  it('is paid once at its instant, by those who held then, and comes to zero with the market’s side', async () => {
    await open(1, 'buy', '0.3', 'isolated')
    await open(3, 'sell', '0.1', 'cross')
    stand.contracts.look()
    await stand.contracts.notePremiums()
    stand.app.services.clock.moveTo(due)
    const balances = [await stand.balance(1), await stand.balance(3)]
    await open(4, 'buy', '0.1', 'isolated')
    await payFunding(stand.contracts.world, due)
    await payFunding(stand.contracts.world, due)
    await stand.settle()
    const [long, short, late] = [await paid(1), await paid(3), await paid(4)]
    // Above its index: longs pay, three times what the short gets; who opened after the instant has no part in it.
    expect(long).toBeLessThan(0n)
    expect(short).toBeGreaterThan(0n)
    expect(-long).toBeGreaterThanOrEqual(3n * short - 3n)
    expect(late).toBe(0n)
    const after = [await stand.balance(1), await stand.balance(3)]
    expect(after.map(({ posted }, at) => posted - (balances[at]?.posted ?? 0n))).toEqual([long, short])
    const history = (await stand.as(2, '/funding/history', { symbol: btc })).json.data as {
      rows: { rate: string; holders: number; looks: number }[]
    }
    expect(history.rows).toHaveLength(1)
    expect(history.rows[0]).toMatchObject({ holders: 3, looks: 1 })
    // The margin of the isolated position grew smaller by what it paid.
    const list = (await stand.as(1, '/order/list/active')).json.data as { rows: { funding: string }[] }
    expect(BigInt((list.rows[0]?.funding ?? '').replace('.', ''))).toBe(long)
  })

  const looksOf = async (body: object): Promise<Looks> =>
    (await stand.as(2, '/funding/looks', { symbol: btc, ...body })).json.data as Looks

  it('lists every look behind a rate, which anybody makes again, for as long as the rate is shown', async () => {
    const { clock } = stand.app.services
    for (const at of [before, instant(before + 60_000)]) {
      clock.moveTo(at)
      stand.contracts.look()
      await stand.contracts.notePremiums()
    }
    const running = await looksOf({})
    expect(running).toMatchObject({ paid: false, looks: 2, rows: [{ at: before }, {}] })
    expect(failedFundingChecks(running)).toEqual([])
    clock.moveTo(due)
    await payFunding(stand.contracts.world, due)
    // The week in which looks are kept one by one is over.
    await removePremiums(stand.app.services.sql, instant(due + 1))
    const history = (await stand.as(2, '/funding/history', { symbol: btc })).json.data as {
      rows: { at: number; rate: string; mark: string }[]
    }
    const [row] = history.rows
    const paidLooks = await looksOf({ at: row?.at })
    expect(paidLooks).toMatchObject({ paid: true, looks: 2, rate: row?.rate, mark: row?.mark })
    expect(paidLooks.rows).toEqual(running.rows)
    expect(failedFundingChecks(paidLooks)).toEqual([])
    const [first] = paidLooks.rows
    if (first === undefined) throw new Error('no look')
    expect(failedFundingChecks({ ...paidLooks, rows: paidLooks.rows.slice(1) })).toContain('count')
    const dear = { ...first, premium: '0.050000000' }
    expect(failedFundingChecks({ ...paidLooks, rows: [dear, ...paidLooks.rows.slice(1)] })).toEqual(['rate'])
    expect(failedFundingChecks({ ...paidLooks, rows: [first, first] })).toContain('interval')
    expect((await stand.as(2, '/funding/looks', { symbol: btc, at: due })).json.code).toBe(26_004)
    // Kept as they were taken.
    await expect(stand.app.services.sql`update contract_funding_looks set premiums = ats`).rejects.toThrow()
  })

  it('goes on after a restart with those who were not paid', async () => {
    await open(1, 'buy', '0.3', 'isolated')
    stand.contracts.look()
    await stand.contracts.notePremiums()
    stand.app.services.clock.moveTo(due)
    stand = await stand.restart()
    await payFunding(stand.contracts.world, due)
    expect(await paid(1)).toBeLessThan(0n)
  })

  const at16 = Date.UTC(2026, 2, 2, 16)
  const looked = async (): Promise<void> => {
    stand.contracts.look()
    await stand.contracts.notePremiums()
  }
  const rowsOf = async (customer: number) =>
    (
      (await stand.as(customer, '/order/list/active')).json.data as {
        rows: readonly { positionId: string; margin: string }[]
      }
    ).rows
  const close = async (customer: number): Promise<void> => {
    const [row] = await rowsOf(customer)
    const closed = await stand.as(customer, '/order/liquidate', { positionId: row?.positionId })
    expect(closed.json).toMatchObject({ code: 0, data: { row: { outcome: 'closed' } } })
  }

  it('is of what was open at the instant: who closed or added since pays on what they had', async () => {
    for (const customer of [1, 3, 4]) await open(customer, 'buy', '0.2', 'isolated')
    await looked()
    stand.app.services.clock.moveTo(instant(at16 + 5000))
    await close(1)
    await open(3, 'buy', '0.1', 'isolated')
    await open(5, 'buy', '0.1', 'cross')
    stand.app.services.clock.moveTo(instant(at16 + 20_000))
    await payFunding(stand.contracts.world, instant(at16 + 20_000))
    const [closed, added, kept, late] = [await paid(1), await paid(3), await paid(4), await paid(5)]
    expect(kept).toBeLessThan(0n)
    expect([closed, added, late]).toEqual([kept, kept, 0n])
    // What is closed keeps the sum of what it paid, and nothing else of it may change.
    const [row] = await stand.app.database.owner<{ funding: bigint }[]>`
      select funding from contract_position where customer_id = ${stand.customerId(1)}`
    expect(row?.funding).toBe(closed)
    await expect(
      stand.app.services.sql`update contract_position set funding = 0 where closed_at is not null`,
    ).rejects.toThrow('closed')
    // Once: nothing is paid again, by anybody.
    await Promise.all([1, 2].map(() => payFunding(stand.contracts.world, instant(at16 + 40_000))))
    expect([await paid(1), await paid(3)]).toEqual([kept, kept])
  })

  it('catches up with instants that passed while no process ran, in their order', async () => {
    await open(1, 'buy', '0.3', 'isolated')
    await looked()
    stand.app.services.clock.moveTo(instant(at16 + 60_000))
    stand.contracts.look()
    await looked()
    await open(1, 'buy', '0.3', 'isolated')
    stand = await stand.restart()
    stand.app.services.clock.moveTo(instant(at16 + 8.5 * 3_600_000))
    await payFunding(stand.contracts.world, instant(at16 + 8.5 * 3_600_000))
    const rows = await stand.app.database.owner<{ at: bigint; size: bigint }[]>`
      select at, size from contract_funding_payment order by entry_id`
    expect(rows).toEqual([
      { at: BigInt(at16), size: 30_000_000n },
      { at: BigInt(at16 + 8 * 3_600_000), size: 60_000_000n },
    ])
  })

  it('is paid from free money, then from the margin of the position, then by the fund', async () => {
    await open(1, 'buy', '0.3', 'isolated')
    await looked()
    const [before] = await rowsOf(1)
    stand.app.services.clock.moveTo(due)
    await payFunding(stand.contracts.world, due)
    const [after] = await rowsOf(1)
    expect(after?.margin).toBe(before?.margin)
    const [entry] = await stand.app.database.owner<{ details: Record<string, string> }[]>`
      select details from ledger_entry where kind = 'contract-funding'`
    const owed = -(await paid(1))
    expect(entry?.details).toMatchObject({ instrument: btc, instant: String(at16) })
    expect(BigInt((entry?.details.free ?? '').replace('.', ''))).toBe(owed)
  })

  it('is shown at the rate it is paid by: looks of the very instant are the next interval’s', async () => {
    await open(1, 'buy', '0.3', 'isolated')
    await looked()
    const shown = stand.contracts.world.marks.of(btc)
    stand.contracts.look()
    const rate = stand.contracts.world.marks.of(btc)?.fundingRate
    expect(shown).toBeDefined()
    stand.app.services.clock.moveTo(instant(at16))
    stand.offer(btc, 'sell', 99_000, 0.001)
    await looked()
    stand.app.services.clock.moveTo(due)
    await payFunding(stand.contracts.world, due)
    const history = (await stand.as(2, '/funding/history', { symbol: btc })).json.data as {
      rows: { rate: string; looks: number }[]
    }
    expect(history.rows).toMatchObject([{ looks: 1 }])
    expect(BigInt((history.rows[0]?.rate ?? '').replace('.', ''))).toBe(rate)
  })

  /** Pays while a trade that the desk had decided before the instant is committed only between the look and the payment. */
  const payWhileBooked = async (trade: () => Promise<void>): Promise<void> => {
    const { world } = stand.contracts
    let isBooked = false
    const act: typeof world.trading.act = async (asked) => {
      if (!isBooked) {
        isBooked = true
        stand.app.services.clock.moveTo(instant(at16 - 1000))
        await trade()
        stand.app.services.clock.moveTo(due)
      }
      return await world.trading.act(asked)
    }
    stand.app.services.clock.moveTo(due)
    await payFunding({ ...world, trading: { ...world.trading, act } }, due)
    expect(isBooked).toBe(true)
  }

  it.each([
    { did: 'added to it', quantity: '0.1', held: 40_000_000n },
    { did: 'closed it', quantity: undefined, held: 0n },
  ])(
    'is of what was held when a trade of before the instant, that $did, is booked between the look and the payment',
    async ({ quantity, held }) => {
      await open(1, 'buy', '0.3', 'isolated')
      await open(3, 'buy', '0.3', 'cross')
      await looked()
      const { world } = stand.contracts
      await payWhileBooked(() => (quantity === undefined ? close(1) : open(1, 'buy', quantity, 'isolated')))
      // Who did not trade is paid; who did is read again, and the instant is not done before.
      const payments = async () =>
        await stand.app.database.owner<{ customer_id: string; size: bigint }[]>`
        select customer_id, size from contract_funding_payment order by customer_id`
      const rounds = async () => await stand.app.database.owner`select at from contract_funding`
      const others = { customer_id: stand.customerId(3), size: 30_000_000n }
      expect(await payments()).toEqual([others])
      expect(await rounds()).toEqual([])
      await payFunding(world, due)
      const own = held === 0n ? [] : [{ customer_id: stand.customerId(1), size: held }]
      expect(await payments()).toEqual([...own, others])
      expect(await rounds()).toHaveLength(1)
    },
  )

  it('is of one rate for everybody, though a look of its interval comes in between two runs', async () => {
    await open(1, 'buy', '0.3', 'isolated')
    await open(3, 'buy', '0.3', 'cross')
    await looked()
    const { sql } = stand.app.services
    await payWhileBooked(() => open(1, 'buy', '0.1', 'isolated'))
    const [first] = await findPremiums(sql, btc, instant(0), due)
    if (first === undefined) throw new Error('no look')
    const late = { ...first, at: instant(at16 - 500), premium: first.premium * 2n, mark: first.mark * 2n }
    await insertPremiums(sql, [late])
    await payFunding(stand.contracts.world, due)
    const [funding] = await stand.app.database.owner`select mark, looks, holders, paid from contract_funding`
    expect(funding).toMatchObject({ mark: first.mark, looks: 1, holders: 3 })
    // Four tenths pay a third more than three tenths do.
    const [more, less] = [await paid(1), await paid(3)]
    expect(Math.abs(Number(3n * more - 4n * less))).toBeLessThanOrEqual(4)
    expect(funding?.paid).toBe(-(more + less))
  })
})
