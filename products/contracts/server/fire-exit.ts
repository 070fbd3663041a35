import { isRejection, quantityOf, reject } from '@bolsillo/kernel'
import {
  type ContractFacts,
  type ContractPosition,
  isReached,
  openPosition,
  type TriggerKind,
} from '../domain/index.ts'
import {
  type ContractsWorld,
  closingOrder,
  holdingOf,
  lookAgain,
  looksMax,
  marketBound,
  markIn,
} from './contracts-world.ts'
import { openOrdersOf } from './open-orders.ts'

/**
 * Closes a position whose exit is reached. Looks again under the desk's locks: an exit that was moved, a position that was
 * closed or is being liquidated meanwhile, and nothing happens. What the book cannot take within the bound stays open
 * with its exit, which is tried again. @returns whether it is done with.
 */
export async function fireExit(world: ContractsWorld, position: ContractPosition, kind: TriggerKind): Promise<boolean> {
  const { trading, services } = world
  const trigger = position.triggers.find((one) => one.kind === kind)
  const worstPrice = marketBound(world, position.symbol, position.size > 0n ? 'sell' : 'buy')
  if (trigger === undefined) return true
  if (worstPrice === undefined) return false
  const holding = holdingOf(position)
  for (let look = 1; look <= looksMax; look += 1) {
    const cancels = await openOrdersOf(world, services.sql, position.customerId, [position.symbol])
    const order = closingOrder(world, position, { cause: kind, worstPrice, at: services.clock.now() })
    const outcome = await trading.act<ContractFacts, boolean>({
      holdings: [holding],
      orders: [order],
      cancels,
      decide: (hands) => {
        const now = openPosition(hands.facts(holding), position.symbol)
        const still = now?.triggers.find((one) => one.kind === kind)
        if (now?.positionId !== position.positionId || now.liquidationId !== undefined) return true
        if (still === undefined || still.price !== trigger.price || still.on !== trigger.on) return true
        const price = trigger.on === 'mark' ? markIn(world, position.symbol) : world.lastOf(position.symbol)
        if (price === undefined || !isReached(now.size, trigger, price)) return true
        const length = now.size < 0n ? -now.size : now.size
        const resting = hands.resting(holding)
        if (length > (order.quantity ?? 0n) || resting.some(({ orderId }) => !cancels.includes(orderId)))
          return reject(lookAgain)
        for (const { orderId } of resting) hands.cancel(orderId, 'position-closed')
        const placed = hands.place(0, { quantity: quantityOf(length) })
        return !isRejection(placed) && placed.filledQuantity === length
      },
    })
    if (!isRejection(outcome)) return outcome
    if (outcome.spec !== lookAgain) return false
  }
  return false
}
