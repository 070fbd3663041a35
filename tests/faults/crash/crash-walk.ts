import { setTimeout as sleep } from 'node:timers/promises'
import {
  activePositions,
  add,
  answerSuitability,
  contractMark,
  insuranceFund,
  liquidationReceipt,
  liquidations,
  multiple,
  type WireContract,
} from '@bolsillo/contracts/contract'
import { failedLiquidationChecks } from '@bolsillo/contracts/domain'
import { transferCoins } from '@bolsillo/exchange/contract'
import { answer, ask } from '@bolsillo/journeys/stage/api'
import { decimalUnits, divide, idOf, type Rng, writeDecimal } from '@bolsillo/kernel'
import { takePracticeGrant } from '@bolsillo/ledger/contract'
import { type RaceMarket, type Racer, shuffle } from '../races/race-market.ts'

// Customers with leverage in a market that crashes by its seed, through the calls anybody makes.

/** What each customer brings to the contract purse, whole USDT, and how many contracts they open. */
const stake = 2_000n
const contractsEach = 3
/** Of the stake, percent, that each position takes as margin. */
const marginPercent = 30n
/** Every second customer answers with all they have, the others with each position's margin. */
const modeOf = (number: number) => (number % 2 === 0 ? ('cross' as const) : ('isolated' as const))

const right = { liquidation: 'b', leverage: 'c', funding: 'a', loss: 'b' } as const

/** Opens the accounts of a walk: money, answered questions, positions in an order of each customer's own. */
export async function openPositions(market: RaceMarket): Promise<number> {
  const { url, rng } = market
  const { rows } = await ask(url, multiple, {})
  const contracts = rows.filter(({ listed }) => listed)
  let opened = 0
  for (const racer of market.racers) {
    const { token } = racer
    await ask(url, takePracticeGrant, {}, { token })
    const money = { from: 'coin', to: 'contract', asset: 'USDT', amount: String(stake) } as const
    await ask(url, transferCoins, money, { token })
    await ask(url, answerSuitability, right, { token })
    for (const contract of chosen(contracts, racer, rng)) if (await openOne(market, racer, contract)) opened += 1
  }
  return opened
}

/** Some contracts of all, in another order for everybody. */
const chosen = (contracts: readonly WireContract[], _: Racer, rng: Rng): readonly WireContract[] =>
  shuffle(contracts, rng).slice(0, contractsEach)

async function openOne(market: RaceMarket, racer: Racer, contract: WireContract): Promise<boolean> {
  const { url } = market
  const { symbol, priceScale, quantityScale, leverageMax } = contract
  const mark = (await ask(url, contractMark, { symbol })).rows[0]
  if (mark === undefined) return false
  // Three quarters of the highest leverage: all of them fall in a crash of a third, none before it.
  const leverage = divide(decimalUnits(leverageMax, 2) * 3n, 4n, 'floor')
  const scale = 10n ** BigInt(priceScale + quantityScale)
  const notional = divide(stake * marginPercent * leverage, 10_000n, 'floor')
  const lot = decimalUnits(contract.lot, quantityScale)
  const lots = divide(notional * scale, decimalUnits(mark.mark, priceScale) * lot, 'floor')
  const outcome = await answer(
    url,
    add,
    {
      ...{ symbol, side: 'buy', type: 'market', quantity: writeDecimal(lots * lot, quantityScale) },
      ...{ leverage: writeDecimal(leverage, 2), marginMode: modeOf(racer.number) },
    },
    { token: racer.token },
  )
  return outcome.kind === 'reply'
}

/** Waits until nobody has a position that a crash leaves in danger, or the time is over. @returns how many are open. */
export async function waitForTheEnd(market: RaceMarket, withinMs: number): Promise<number> {
  const pollMs = 1_000
  let open = 0
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += pollMs) {
    open = await underWay(market)
    if (open === 0) return 0
    await sleep(pollMs)
  }
  return open
}

/** Positions below what they must keep, or being liquidated. */
async function underWay({ url, racers }: RaceMarket): Promise<number> {
  const found = await Promise.all(
    racers.map(async ({ token }) => {
      const { rows } = await ask(url, activePositions, {}, { token })
      return rows.filter((one) => one.beingLiquidated).length
    }),
  )
  return found.reduce((sum, count) => sum + count, 0)
}

/** What the phones of all customers say of their receipts. */
export interface ReceiptsSeen {
  readonly liquidations: number
  readonly steps: number
  readonly customers: number
  readonly unfinished: number
  /** What does not come to the same on the phone, in words. */
  readonly wrong: readonly string[]
}

export async function checkReceipts({ url, racers }: RaceMarket): Promise<ReceiptsSeen> {
  let [count, steps, customers, unfinished] = [0, 0, 0, 0]
  const wrong: string[] = []
  for (const { token, number } of racers) {
    const { rows } = await ask(url, liquidations, {}, { token })
    if (rows.length > 0) customers += 1
    for (const { liquidationId } of rows) {
      const receipt = await ask(url, liquidationReceipt, { liquidationId: idOf('liq', liquidationId) }, { token })
      const failed = failedLiquidationChecks(receipt)
      count += 1
      steps += receipt.steps.length
      if (receipt.liquidation.state !== 'done') unfinished += 1
      if (failed.length > 0) wrong.push(`customer ${number}, ${liquidationId}: ${failed.join(', ')}`)
    }
  }
  return { liquidations: count, steps, customers, unfinished, wrong }
}

/** The fund's statement, read to its beginning: what its movements come to, and what it says it has. */
export async function readFund({ url }: RaceMarket): Promise<{
  readonly balance: bigint
  readonly movements: bigint
  readonly rows: number
  readonly byKind: Readonly<Record<string, string>>
}> {
  const scale = 6
  const units = (text: string): bigint =>
    text.startsWith('-') ? -decimalUnits(text.slice(1), scale) : decimalUnits(text, scale)
  const byKind = new Map<string, bigint>()
  let [movements, rows, balance] = [0n, 0, 0n]
  for (let cursor: string | undefined; ; ) {
    const page = await ask(url, insuranceFund, cursor === undefined ? {} : { cursor })
    if (cursor === undefined) balance = units(page.balance)
    for (const { kind, amount } of page.rows) {
      movements += units(amount)
      rows += 1
      byKind.set(kind, (byKind.get(kind) ?? 0n) + units(amount))
    }
    if (page.next === undefined) break
    cursor = page.next
  }
  const written = [...byKind].map(([kind, sum]): [string, string] => [
    `fund, ${kind}`,
    `${sum < 0n ? '-' : ''}${writeDecimal(sum < 0n ? -sum : sum, scale)}`,
  ])
  return { balance, movements, rows, byKind: Object.fromEntries(written) }
}
