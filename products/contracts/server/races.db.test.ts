import { afterEach, describe, expect, it } from 'vitest'
import { btc, type ContractsStand, contractsStand, rightAnswers, rightPassword } from './testing/contracts-stand.ts'

// Two of a close, a liquidation and an exit that come at once: each pair, over HTTP, many rounds. Exactly one has an effect.

let stand: ContractsStand | undefined
afterEach(async () => {
  await stand?.close()
  stand = undefined
})

const rounds = [1, 3, 4, 5, 6, 7]
const stop = 93_500
/** Below the exit, above the liquidation price; and below both. */
const marks = { exit: 93_400, both: 90_200 }

async function opened(on: ContractsStand, customer: number, exit: boolean): Promise<string> {
  await on.fund(customer, 11_000)
  await on.as(customer, '/suitability/answer', rightAnswers)
  on.offer(btc, 'sell', 100_000, 0.5)
  const asked = { symbol: btc, side: 'buy', type: 'market', quantity: '0.5', leverage: '10' }
  const exits = exit ? { stopLossPrice: String(stop) } : {}
  const placed = await on.as(customer, '/order/add', { ...asked, ...exits, tradePassword: rightPassword })
  expect(placed.json).toMatchObject({ code: 0 })
  return (await on.positions(customer))[0]?.positionId ?? ''
}

/** Everything wrong with how a position ended; empty when one thing closed it, once. */
async function problemsOf(on: ContractsStand, positionId: string, twice = ''): Promise<readonly string[]> {
  const problems: string[] = []
  class Undone extends Error {}
  const looked = on.app.database.owner.begin(async (tx) => {
    await tx`create temporary table contract_booking as table public.contract_booking`
    await tx.unsafe(twice === '' ? 'select 1' : twice)
    const [row] = await tx<{ closed: bigint; left: bigint; kinds: number; below: number; orders: number }[]>`
      select (select coalesce(-sum(size), 0)::bigint from contract_booking where position_id = ${positionId} and size < 0) as closed,
        (select size from contract_position where position_id = ${positionId}) as left,
        (select count(distinct coalesce(liquidation_id, order_id))::integer from contract_booking
          where position_id = ${positionId} and size < 0) as kinds,
        (select count(*)::integer from ledger_balance join ledger_account using (account_no)
          where id like 'cus_%' and posted - held < 0) as below,
        (select count(*)::integer from trade_order where ended_at is null) as orders`
    const { closed = 0n, left = -1n, kinds = 0, below = -1, orders = -1 } = row ?? {}
    if (closed + left !== 50_000_000n) problems.push(`${closed} were closed, ${left} are left`)
    if (kinds !== 1) problems.push(`${kinds} things closed it`)
    if (below !== 0) problems.push('somebody is below zero')
    if (orders !== 0) problems.push(`${orders} orders are open`)
    throw new Undone()
  })
  await expect(looked).rejects.toThrow(Undone)
  return problems
}

describe('of two that come at once exactly one has an effect', () => {
  it.each([
    { pair: 'close and liquidation', exit: false, closes: true, mark: marks.both },
    { pair: 'close and exit', exit: true, closes: true, mark: marks.exit },
    { pair: 'liquidation and exit', exit: true, closes: false, mark: marks.both },
  ])('$pair', async ({ exit, closes, mark }) => {
    const on = await contractsStand()
    stand = on
    for (const customer of rounds) {
      await on.price(btc, 100_000)
      const positionId = await opened(on, customer, exit)
      on.offer(btc, 'buy', mark - 10, 2)
      const falling = on.price(btc, mark)
      const ways = ['/order/close', '/order/liquidate']
      const answers = closes ? await Promise.all(ways.map((path) => on.as(customer, path, { positionId }))) : []
      await falling
      await on.settle()
      expect(await problemsOf(on, positionId)).toEqual([])
      // The one who lost gets that answer, in words of its contract.
      expect(answers.every(({ status }) => status < 500)).toBe(true)
      expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    }
  })

  it('is found out when it is not so', async () => {
    const on = await contractsStand()
    stand = on
    await on.price(btc, 100_000)
    const positionId = await opened(on, 1, false)
    on.offer(btc, 'buy', 100_000, 1)
    expect((await on.as(1, '/order/liquidate', { positionId })).status).toBe(200)
    expect(await problemsOf(on, positionId)).toEqual([])
    const again = `insert into contract_booking select entry_id || '2', position_id, customer_id, symbol, what, order_id || '2',
      liquidation_id, size, price, realised, fee, vat, liquidation_fee, fund_paid, market_bore, at, fee_uncharged, vat_uncharged
      from contract_booking where size < 0`
    expect(await problemsOf(on, positionId, again)).toEqual(['100000000 were closed, 0 are left', '2 things closed it'])
  })
})
