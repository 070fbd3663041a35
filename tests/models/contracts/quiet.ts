import { isReached } from './legal.ts'
import type { Customer, Exit, Market, Position } from './market.ts'
import { isUnder } from './model.ts'
import { checkReceipts } from './receipts.ts'
import { Found } from './tickets.ts'
import { symbols, type World } from './world.ts'

/** Looks after which everything that could be done has been done. */
const looks = 12

/** Prices stop, the market offers plenty: everything settles. */
export async function finishAll(world: World): Promise<void> {
  for (const symbol of [...world.market.halted]) world.halt(symbol, false)
  for (const symbol of symbols) {
    world.withdraw(symbol)
    await world.quote(world.ladder(symbol, 5_000_000))
    await world.move(symbol, world.value.get(symbol) ?? 1n)
  }
  for (let look = 0; look < looks; look += 1) {
    await world.tick(1_000)
    if (look % 4 === 3)
      for (const symbol of symbols) {
        world.withdraw(symbol)
        await world.quote(world.ladder(symbol, 5_000_000))
      }
  }
  checkRest(world)
  await checkReceipts(world)
}

interface DueExit {
  readonly customer: Customer
  readonly position: Position
  readonly exit: Exit
}

/** Exits that a price has reached, as the process that runs has seen. */
export function dueExits({ customers }: Market): readonly DueExit[] {
  return [...customers.values()].flatMap((customer) =>
    [...customer.positions.values()].flatMap((position) =>
      position.exits.filter(({ reached }) => reached === 'seen').map((exit) => ({ customer, position, exit })),
    ),
  )
}

/**
 * After a look: whoever is below maintenance is being liquidated, and whatever exit was reached before it has fired, or an
 * order was placed for it. An exit that its account cannot pay for now waits.
 */
export function checkLook(world: World, due: readonly DueExit[]): void {
  const { market, prices, follower } = world
  for (const customer of market.customers.values())
    for (const position of customer.positions.values()) {
      const found = market.account(customer, position, prices.markOf)
      if (position.liquidation !== undefined || found === undefined || !isUnder(found.account)) continue
      const what = `${position.mode} ${position.symbol} of ${customer.id}`
      throw new Found('liveness', `${what} is below maintenance at a look, and no liquidation begins`)
    }
  for (const { customer, position, exit } of due) {
    const isThere = customer.positions.get(position.symbol) === position && position.exits.includes(exit)
    if (!isThere || position.liquidation !== undefined) continue
    world.count('comparisons')
    const worst = follower.slipped(position.symbol, position.size > 0n ? 'sell' : 'buy')
    const isTried = follower.tried.has(`${customer.id} ${position.symbol} ${exit.kind}`)
    if (isTried || !market.bearsClosing(customer, position, worst, prices.markOf)) continue
    const what = `${exit.kind} of ${position.symbol} of ${customer.id} at ${exit.price} on ${exit.on}`
    throw new Found('exit', `${what} was reached, and a look did not fire it`)
  }
}

/** Nobody is below maintenance, no exit is reached and not done, no liquidation has begun and not ended. */
export function checkRest(world: World): void {
  const { market, prices } = world
  for (const customer of market.customers.values()) {
    for (const position of customer.positions.values()) {
      const found = market.account(customer, position, prices.markOf)
      const what = `${position.mode} ${position.symbol} of ${customer.id}`
      world.count('comparisons')
      if (found === undefined || isUnder(found.account))
        throw new Found('liveness', `${what} is below maintenance, and nothing is done`)
      if (position.liquidation !== undefined) throw new Found('liveness', `the liquidation of ${what} does not end`)
      for (const exit of position.exits) {
        const now = exit.on === 'mark' ? prices.markOf(position.symbol) : prices.lastOf(position.symbol)
        const isDue = exit.reached === 'seen' || (now !== undefined && isReached(position.size, exit, now))
        // The market offers plenty within half a percent; what that would cost more than there is stays open.
        const offered = ((world.value.get(position.symbol) ?? 1n) * (position.size > 0n ? 995n : 1_005n)) / 1_000n
        if (isDue && market.bearsClosing(customer, position, offered, prices.markOf))
          throw new Found(
            'liveness',
            `${exit.kind} at ${exit.price} on ${exit.on} of ${what} was reached, and is not done`,
          )
      }
    }
  }
}
