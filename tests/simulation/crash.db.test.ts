import { checkBooks } from '@bolsillo/checker/check-books'
import { contractTerms, failedLiquidationChecks, fineToMinor, marginReport } from '@bolsillo/contracts/domain'
import {
  type ContractsStand,
  contractsStand,
  fillInsuranceFund,
  rightAnswers,
  rightPassword,
} from '@bolsillo/contracts/fixtures'
import { present, type Rng, seededRng } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { afterEach, describe, expect, it } from 'vitest'

// A crash: ten customers in cross and isolated margin, opened in an order of chance, prices that fall by 35 % in gaps, books
// with little in them, an index that says nothing for a while, processes that end in the middle. Everybody ends closed or
// safe in a bounded number of looks, every receipt comes to what it says, and every unit of the fund is explained.

const symbols = ['BTC-USDT-PERP', 'ETH-USDT-PERP', 'SOL-USDT-PERP'] as const
const begins: Readonly<Record<string, number>> = {
  'BTC-USDT-PERP': 100_000,
  'ETH-USDT-PERP': 4_000,
  'SOL-USDT-PERP': 200,
}
const customers = 10
/** Looks, about a second each, within which a crash that stopped is settled. */
const settledWithin = 25

let stand: ContractsStand | undefined
afterEach(async () => {
  await stand?.close()
  stand = undefined
})

const below = (rng: Rng, bound: number): number => rng.nextUint32() % bound

/** Everybody opens two positions, in an order of chance: about as many long as short, most of them highly leveraged. */
async function openAll(on: ContractsStand, rng: Rng): Promise<void> {
  const wishes = Array.from({ length: customers }, (_, at) => {
    const first = below(rng, symbols.length)
    return [0, 1].map((more) => ({
      customer: at + 1,
      symbol: symbols[(first + more * (1 + below(rng, 2))) % symbols.length],
    }))
  }).flat()
  for (const { customer } of wishes) if (customer > 0) await on.fund(customer, 6_000)
  for (let at = 1; at <= customers; at += 1) await on.as(at, '/suitability/answer', rightAnswers)
  let opened = 0
  while (wishes.length > 0) {
    const [wish] = wishes.splice(below(rng, wishes.length), 1)
    if (wish?.symbol === undefined) continue
    const { customer, symbol } = wish
    const price = begins[symbol] ?? 1
    const leverage = customer % 4 === 0 ? 2 : 5
    const quantity = ((4_000 * leverage) / price).toFixed(2)
    const side = customer % 3 === 0 ? 'sell' : 'buy'
    on.offer(symbol, side === 'buy' ? 'sell' : 'buy', price, Number(quantity))
    const mode = customer % 2 === 0 ? 'isolated' : 'cross'
    const asked = { symbol, side, type: 'market', quantity, leverage: String(leverage), marginMode: mode }
    const placed = await on.as(customer, '/order/add', { ...asked, tradePassword: rightPassword })
    if (placed.status === 200) opened += 1
  }
  expect(opened).toBeGreaterThan(15)
}

interface Row {
  readonly customer_id: string
  readonly symbol: string
  readonly mode: 'isolated' | 'cross'
  readonly size: bigint
  readonly entry: string
  readonly margin: bigint
  readonly liquidation_id: string | null
}

/** Who is not yet closed or safe, by the marks there are now: from the books alone, not by what the engine knows. */
async function unsettled(on: ContractsStand): Promise<readonly string[]> {
  const rows = await on.app.database.owner<Row[]>`select * from contract_position where closed_at is null order by 1`
  const busy = rows
    .filter(({ liquidation_id: id }) => id !== null)
    .map((one) => `${one.customer_id} is being liquidated`)
  const poor: string[] = []
  for (const own of Map.groupBy(rows, (one) =>
    one.mode === 'cross' ? one.customer_id : `${one.customer_id} ${one.symbol}`,
  ).values()) {
    const [first] = own
    if (first === undefined) continue
    const customer = Number(first.customer_id.slice(-2))
    const { posted, held } = await on.balance(customer)
    const free = first.mode === 'cross' ? posted - held : 0n
    const report = marginReport({
      cash: own.reduce((sum, { margin }) => sum + margin, free) * fineToMinor,
      positions: own.map(({ symbol, size, entry }) => ({
        terms: contractTerms(present(on.contracts.world.instrumentOf(symbol), symbol)),
        ...{ size, entry: BigInt(entry) },
        mark: present(on.contracts.world.marks.of(symbol), `mark of ${symbol}`).mark.price,
      })),
    })
    if (report.isUnderMaintenance) poor.push(`${first.customer_id} has ${report.equity} in ${first.mode}`)
  }
  return [...busy, ...poor]
}

/** Every receipt of everybody: all over, all come to what they say. @returns what they moved to and from the fund. */
async function receiptsAddUp(on: ContractsStand): Promise<{ readonly toFund: number; readonly count: number }> {
  let [toFund, count] = [0, 0]
  for (let customer = 1; customer <= customers; customer += 1) {
    const { rows } = (await on.as(customer, '/liquidation/list')).json.data as { rows: { liquidationId: string }[] }
    for (const { liquidationId } of rows) {
      const receipt = (await on.as(customer, '/liquidation/receipt', { liquidationId })).json.data as never
      const { liquidation, steps } = receipt as {
        readonly liquidation: { readonly state: string }
        readonly steps: readonly { readonly liquidationFee: string; readonly fundPaid: string }[]
      }
      expect([customer, liquidation.state, failedLiquidationChecks(receipt)]).toEqual([customer, 'done', []])
      for (const { liquidationFee, fundPaid } of steps) toFund += Number(liquidationFee) - Number(fundPaid)
      count += 1
    }
  }
  return { toFund, count }
}

describe('a crash', () => {
  it.each([1, 2, 3, 4])(
    'leaves everybody closed or safe, every receipt and the fund explained (%i)',
    async (seed) => {
      const rng = seededRng(seed, 'crash')
      let on = await contractsStand()
      stand = on
      if (seed % 2 === 0)
        await transaction(on.app.services.sql, (tx) =>
          fillInsuranceFund(on.contracts.world, tx, on.app.services.clock.now()),
        )
      for (const symbol of symbols) await on.price(symbol, begins[symbol] ?? 1)
      await openAll(on, rng)
      // The fall: each coin by 35 % in three gaps, its book a little below where it stands and not deep.
      for (const part of [0.88, 0.76, 0.65]) {
        for (const symbol of symbols) {
          const price = Math.round((begins[symbol] ?? 1) * part * (1 + below(rng, 3) / 100))
          if (below(rng, 3) > 0) on.offer(symbol, 'buy', price - price / 100, 3_000 / price)
          if (below(rng, 3) > 0) on.offer(symbol, 'sell', price + price / 100, 3_000 / price)
          await on.price(symbol, price)
          if (below(rng, 4) === 0) await on.outage(symbol)
        }
        await on.looks(below(rng, 4))
        if (below(rng, 2) === 0) {
          on = below(rng, 2) === 0 ? await on.restart() : await on.kill()
          stand = on
          for (const symbol of symbols)
            if (below(rng, 3) > 0) await on.price(symbol, Math.round((begins[symbol] ?? 1) * part))
          await on.contracts.engine.start()
        }
      }
      // Prices come back to where nobody says anything new, and the faults are over.
      for (const symbol of symbols) await on.price(symbol, Math.round((begins[symbol] ?? 1) * 0.65))
      await on.looks(settledWithin)
      expect(await unsettled(on)).toEqual([])
      expect(on.contracts.engine.liveness()).toMatchObject({ below: 0, blind: 0, late: 0 })
      const { toFund, count } = await receiptsAddUp(on)
      expect(count).toBeGreaterThan(3)
      const fund = (await on.as(1, '/insurance')).json.data as { balance: string; rows: { amount: string }[] }
      const pool = seed % 2 === 0 ? 50_000 : 0
      expect(Number(fund.balance)).toBeCloseTo(pool + toFund, 5)
      expect(fund.rows.reduce((sum, { amount }) => sum + Number(amount), 0)).toBeCloseTo(Number(fund.balance), 5)
      const findings = await checkBooks(on.app.database.owner, { market: 'fixture', now: Date.UTC(2030, 0, 1) })
      expect(findings.map(({ what }) => what)).toEqual([])
    },
    120_000,
  )
})
