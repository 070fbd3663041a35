import {
  type ContractsStand,
  contractsStand,
  payFunding,
  rightAnswers,
  rightPassword,
} from '@bolsillo/contracts/fixtures'
import { instant } from '@bolsillo/kernel'

const btc = 'BTC-USDT-PERP'
const eth = 'ETH-USDT-PERP'
const minuteMs = 60_000
const beforeFunding = Date.UTC(2026, 2, 2, 15, 58)

/**
 * Books of contracts with one of everything: opened, added to, closed in part, margin added, funding paid, liquidated in
 * part and whole, with nothing left for a commission, a cross account of two contracts, handed over to the other side,
 * turned to the other side by one fill.
 */
export async function contractScene(): Promise<ContractsStand> {
  const stand = await contractsStand({ at: instant(beforeFunding) })
  const open = async (customer: number, body: Readonly<Record<string, string>>): Promise<string> => {
    const symbol = body.symbol ?? btc
    const price = symbol === btc ? 100_000 : 4000
    await stand.as(customer, '/suitability/answer', rightAnswers)
    stand.offer(symbol, body.side === 'sell' ? 'buy' : 'sell', price, Number(body.quantity))
    const asked = { symbol, side: 'buy', type: 'market', tradePassword: rightPassword, ...body }
    const placed = await stand.as(customer, '/order/add', asked)
    if (placed.status !== 200) throw new Error(placed.body)
    return (await positions(stand, customer)).find((one) => one.symbol === symbol)?.positionId ?? ''
  }
  await stand.price(btc, 100_000)
  await stand.price(eth, 4000)
  for (const customer of [1, 3, 4, 5, 6]) await stand.fund(customer, customer === 3 ? 200_000 : 30_000)
  await open(3, { side: 'sell', quantity: '0.4' })
  const kept = await open(6, { quantity: '0.2' })
  await stand.as(6, '/order/add/mgn', { positionId: kept, amount: '150.25' })
  await stand.as(6, '/order/add/mgn', { positionId: kept, amount: '50', direction: 'remove' })
  await open(6, { quantity: '0.033' })
  stand.offer(btc, 'buy', 100_010, 0.07)
  await stand.as(6, '/order/close', { positionId: kept, quantity: '0.07' })
  // All of it bought at the bankruptcy price: nothing is left to pay the commission with.
  await open(4, { quantity: '1', leverage: '10' })
  stand.offer(btc, 'buy', 90_000, 1)
  await stand.price(btc, 85_000)
  await stand.price(btc, 100_000)
  const first = await open(1, { quantity: '1', leverage: '10' })
  await open(5, { quantity: '0.5', leverage: '10', marginMode: 'cross' })
  await open(5, { symbol: eth, quantity: '12', leverage: '5', marginMode: 'cross' })
  await passFunding(stand)
  const { liquidationPrice } = (await positions(stand, 1)).find((one) => one.positionId === first) ?? {}
  const price = Number(liquidationPrice)
  stand.offer(btc, 'buy', price - 10, 1)
  await stand.price(btc, price)
  // Nobody takes it any more: what is left of the first, and the cross account, are handed over.
  await stand.price(btc, 60_000)
  await stand.price(eth, 2500)
  await stand.looks()
  await turn(stand)
  return stand
}

/** Two orders to open rest on both sides: when the second fills, it closes what the first opened, and opens the rest. */
async function turn(stand: ContractsStand): Promise<void> {
  await stand.price(btc, 100_000)
  await stand.fund(2, 60_000)
  await stand.as(2, '/suitability/answer', rightAnswers)
  for (const [side, quantity, limitPrice] of [
    ['buy', '0.1', '99000'],
    ['sell', '0.3', '101000'],
  ]) {
    const asked = { symbol: btc, side, type: 'limit', quantity, limitPrice, tradePassword: rightPassword }
    const placed = await stand.as(2, '/order/add', asked)
    if (placed.status !== 200) throw new Error(placed.body)
  }
  stand.offer(btc, 'sell', 99_000, 0.1)
  await stand.settle()
  stand.offer(btc, 'buy', 101_000, 0.3)
  await stand.settle()
}

async function passFunding(stand: ContractsStand): Promise<void> {
  stand.contracts.look()
  await stand.contracts.notePremiums()
  const { clock } = stand.app.services
  clock.moveTo(instant(beforeFunding + 2 * minuteMs + 1000))
  await payFunding(stand.contracts.world, clock.now())
  await stand.settle()
}

interface Row {
  readonly positionId: string
  readonly symbol: string
  readonly size: string
  readonly liquidationPrice?: string
}

/** A customer's open positions. */
export async function positions(stand: ContractsStand, customer: number): Promise<readonly Row[]> {
  return ((await stand.as(customer, '/order/list/active')).json.data as { rows: readonly Row[] }).rows
}
