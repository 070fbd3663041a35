import { isClearlyBefore, queuedOf } from './legal.ts'
import { firstUnder, type Queued } from './model.ts'
import { Found } from './tickets.ts'
import { unitsOf } from './units.ts'
import { customersCount, type World } from './world.ts'

interface ShownPosition {
  readonly symbol: string
  readonly side: 'long' | 'short'
  readonly liquidationPrice?: string
  readonly adlRank?: number
}

/** Ranks are looked up anew after so long. */
const ranksFreshMs = 5_000

/** Compares what customers are shown with what the engine will do. */
export async function checkShown(world: World): Promise<void> {
  await world.tick(ranksFreshMs)
  const ranked = new Map<string, { readonly queued: Queued; readonly rank: number }[]>()
  for (let number = 1; number <= customersCount; number += 1) {
    const customer = world.market.customer(world.customerId(number))
    if (customer.positions.size === 0) continue
    const { json } = await world.stand.as(number, '/order/list/active', {})
    const { rows } = json.data as { rows: readonly ShownPosition[] }
    for (const row of rows) {
      const position = customer.positions.get(row.symbol)
      const found = position === undefined ? undefined : world.market.account(customer, position, world.prices.markOf)
      if (position === undefined || found === undefined) continue
      const queued = queuedOf(world.market, customer, row.symbol, world.prices.markOf(row.symbol) ?? 0n)
      const others = ranked.get(`${row.symbol} ${row.side}`) ?? []
      ranked.set(`${row.symbol} ${row.side}`, others)
      if (queued !== undefined && row.adlRank !== undefined) others.push({ queued, rank: row.adlRank })
      const { priceScale } = world.market.contract(row.symbol)
      const shown = row.liquidationPrice === undefined ? undefined : unitsOf(row.liquidationPrice, priceScale)
      world.count('liquidation prices')
      world.follower.same(
        'liquidation price',
        `of ${position.mode} ${row.symbol} of ${customer.id}`,
        shown,
        firstUnder(found.account, found.place),
      )
    }
  }
  for (const [what, holders] of ranked) checkRanks(world, what, holders)
}

/** Whoever is deleveraged before somebody else is not shown to come after. */
function checkRanks(
  world: World,
  what: string,
  holders: readonly { readonly queued: Queued; readonly rank: number }[],
): void {
  for (const a of holders)
    for (const b of holders) {
      world.count('comparisons')
      if (a.rank < b.rank && isClearlyBefore(a.queued, b.queued))
        throw new Found('rank', `${what}: ${a.queued.id} is shown ${a.rank}, ${b.queued.id} ${b.rank}, who gains less`)
    }
  world.count('ranks')
}
