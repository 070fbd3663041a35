import { type ContractsStand, contractsStand, fillInsuranceFund, rightPassword } from '@bolsillo/contracts/fixtures'
import { pick } from '@bolsillo/kernel'
import { accountId, customerAccount } from '@bolsillo/ledger/domain'
import { grantEntry } from '@bolsillo/ledger/fixtures'
import { transaction } from '@bolsillo/server-kit'
import { priceNear, textOf } from './acts.ts'
import { type Contract, million, worth } from './model.ts'
import type { Ticket } from './tickets.ts'
import { unitsOf } from './units.ts'
import { customersCount, symbols, unaskedCustomer, World } from './world.ts'

// How a world begins: who is there, with how much, and what the fund has.

/** Where each index begins, in units. */
const begins: Readonly<Record<string, string>> = {
  'SOL-USDT-PERP': '138',
  'BTC-USDT-PERP': '92000',
  'DOGE-USDT-PERP': '0.155',
  'ETH-USDT-PERP': '3100',
  'ADA-USDT-PERP': '0.46',
}
/** In one world of so many a crowd holds one contract: more than one step pays funding to or asks in a handing over. */
const crowdEvery = 5
const crowdSize = 215
/** Lots that each of the crowd holds, and what each has, whole USDT. */
const crowdLots = 100n
const crowdWhole = 60
export const crowdSymbol = 'DOGE-USDT-PERP'
/** Asked for at once. */
const atOnce = 43

/** The contracts as everybody may read them. */
async function publishedContracts(stand: ContractsStand): Promise<readonly Contract[]> {
  const { json } = await stand.as(1, '/order/multiple', {})
  const { rows } = json.data as { rows: readonly PublishedContract[] }
  return rows
    .filter(({ symbol }) => symbols.some((one) => one === symbol))
    .map((row) => ({
      symbol: row.symbol,
      priceScale: row.priceScale,
      quantityScale: row.quantityScale,
      tick: unitsOf(row.tick, row.priceScale),
      lot: unitsOf(row.lot, row.quantityScale),
      brackets: row.tiers.map(({ upTo, initialRate, maintenanceRate }) => ({
        upTo: upTo === undefined ? undefined : unitsOf(upTo, 12),
        initialPpm: unitsOf(initialRate, 6),
        maintenancePpm: unitsOf(maintenanceRate, 6),
      })),
      makerBps: BigInt(row.fees.makerBps),
      takerBps: BigInt(row.fees.takerBps),
      vatBps: BigInt(row.fees.vatBps),
      liquidationBps: BigInt(row.fees.liquidationBps),
    }))
}

interface PublishedContract {
  readonly symbol: string
  readonly priceScale: number
  readonly quantityScale: number
  readonly tick: string
  readonly lot: string
  readonly tiers: readonly { readonly upTo?: string; readonly initialRate: string; readonly maintenanceRate: string }[]
  readonly fees: {
    readonly makerBps: number
    readonly takerBps: number
    readonly vatBps: number
    readonly liquidationBps: number
  }
}

export async function begin(seed: number): Promise<World> {
  const isCrowded = seed % crowdEvery === 0
  const stand = await contractsStand({ customers: customersCount + (isCrowded ? crowdSize : 0) })
  const world = new World(stand, await publishedContracts(stand), seed)
  world.stand = await stand.restart(world.line.sql)
  const { rng } = world
  for (let number = 1; number <= customersCount; number += 1) {
    world.market.customer(world.customerId(number))
    const right = { liquidation: 'b', leverage: 'c', funding: 'a', loss: 'b' }
    if (number !== unaskedCustomer) await world.stand.as(number, '/suitability/answer', right)
    const whole = pick(rng, [300, 1_000, 3_000, 10_000, 40_000, 150_000])
    await world.stand.fund(number, whole)
    await world.follow({
      tickets: [],
      grants: [{ customer: world.customerId(number), minor: BigInt(whole) * million }],
    })
  }
  await endow(world, seed)
  for (const symbol of symbols)
    await world.move(symbol, unitsOf(begins[symbol], world.market.contract(symbol).priceScale))
  await world.stand.contracts.engine.start()
  if (isCrowded) await gather(world)
  return world
}

/** The fund begins with nothing, with little, with some, or with what a practice market gives it. */
async function endow(world: World, seed: number): Promise<void> {
  const { services } = world.stand.app
  const some = [undefined, 20n, 1_500n, 'pool'][seed % 4]
  if (some === undefined) return
  await transaction(services.sql, async (tx) => {
    if (some === 'pool') await fillInsuranceFund(world.stand.contracts.world, tx, services.clock.now())
    else
      await world.stand.ledger.post(tx, [
        grantEntry(services, accountId('house', 'insurance', 'USDT'), BigInt(some) * million),
      ])
  })
  await world.follow({ tickets: [] })
  world.count('endowed funds')
}

/** Many open a little of one contract each, all on one side, at 1x: no fall of a price liquidates them. */
async function gather(world: World): Promise<void> {
  const { app, ledger } = world.stand
  const numbers = Array.from({ length: crowdSize }, (_, at) => customersCount + at + 1)
  const grants = numbers.map((number) => ({
    customer: world.stand.customerId(number),
    minor: BigInt(crowdWhole) * million,
  }))
  const entries = grants.map(({ customer, minor }) =>
    grantEntry(app.services, customerAccount(customer, 'contract', 'USDT'), minor),
  )
  await transaction(app.services.sql, (tx) => ledger.post(tx, entries))
  await world.follow({ tickets: [], grants })
  await world.quote(world.ladder(crowdSymbol, 100_000))
  const contract = world.market.contract(crowdSymbol)
  const limit = priceNear(world, crowdSymbol, 100)
  const body = {
    ...{ symbol: crowdSymbol, side: 'buy', type: 'limit', timeInForce: 'ioc', leverage: '1' },
    ...{ marginMode: 'isolated', limitPrice: textOf(limit, contract.priceScale) },
    ...{ quantity: textOf(crowdLots * contract.lot, contract.quantityScale), tradePassword: rightPassword },
  }
  for (let from = 0; from < crowdSize; from += atOnce) {
    const some = numbers.slice(from, from + atOnce)
    const tickets = some.map(
      (number): Ticket => ({
        ...{
          customer: world.customerId(number),
          symbol: crowdSymbol,
          side: 'buy',
          limit,
          timeInForce: 'ioc',
        },
        ...{ quantity: crowdLots * contract.lot, postOnly: false, reduceOnly: false, mode: 'isolated', leverage: 100n },
        exits: [],
      }),
    )
    await Promise.all(some.map((number) => world.stand.as(number, '/order/add', body)))
    await world.follow({ tickets })
  }
  world.crowd.push(...grants.map(({ customer }) => customer))
}

/** Minor units the crowd's holdings of its contract are worth. */
export function crowdWorth(world: World): bigint {
  const contract = world.market.contract(crowdSymbol)
  const size = world.crowd.reduce(
    (sum, id) => sum + (world.market.customer(id).positions.get(crowdSymbol)?.size ?? 0n),
    0n,
  )
  return worth(contract, world.prices.lastOf(crowdSymbol) ?? 0n, size) / million
}
