import { type Id, isRejection, quantityOf, type Rejection, reject } from '@bolsillo/kernel'
import { available } from '@bolsillo/ledger/domain'
import type { PlaceOrder } from '@bolsillo/trading/server'
import { marginPurse } from '../../domain/contract-transfers.ts'
import {
  type ContractFacts,
  type ContractPosition,
  isBeyondBound,
  isReached,
  isSameExit,
  openPosition,
  type ReachedBy,
  type Trigger,
  withChanges,
} from '../../domain/index.ts'
import {
  boundOfClosing,
  type ContractsWorld,
  closingOrder,
  type Hands,
  holdingOf,
  loadContracts,
  lookAgain,
  looksMax,
  marketClose,
} from '../contracts-world.ts'
import { openOrdersOf } from '../orders/open-orders.ts'

/** An exit with the price that reached it. */
export interface ReachedExit {
  readonly position: ContractPosition
  readonly trigger: Trigger
  readonly by: ReachedBy
}

/**
 * Closes a position whose exit was reached by a print or a mark: that one, wherever the price is now. Under the desk's locks
 * it is looked at whether the exit is still the same one; moved, taken away, set after that price, or its position closed or
 * being liquidated meanwhile, and nothing happens. What the book cannot take within the bound, which is never beyond
 * bankruptcy, stays open with its exit noted as reached, and is tried again. @returns whether it is done with.
 */
export async function fireExit(world: ContractsWorld, exit: ReachedExit): Promise<boolean> {
  const { trading, services } = world
  const { position } = exit
  for (let look = 1; look <= looksMax; look += 1) {
    const cancels = await openOrdersOf(world, services.sql, position.customerId, [position.symbol])
    const { facts, free } = await loadContracts(world, services.sql, position.customerId)
    const now = openPosition(facts, position.symbol) ?? position
    const worstPrice = marketClose(world, facts, now, free)
    const at = services.clock.now()
    const order =
      worstPrice === undefined ? undefined : closingOrder(world, now, { ...exitCause(exit), worstPrice, at })
    const outcome = await trading.act<ContractFacts, boolean>({
      holdings: [holdingOf(position)],
      orders: order === undefined ? [] : [order],
      cancels,
      decide: (hands) => closeReached(world, hands, exit, { order, cancels }),
    })
    if (!isRejection(outcome)) return outcome
    if (outcome.spec !== lookAgain) return false
  }
  return false
}

const exitCause = ({ trigger }: ReachedExit) => ({ cause: trigger.kind })

function closeReached(
  world: ContractsWorld,
  hands: Hands,
  exit: ReachedExit,
  { order, cancels }: { readonly order: PlaceOrder | undefined; readonly cancels: readonly Id<'ord'>[] },
): boolean | Rejection {
  const holding = holdingOf(exit.position)
  const now = openPosition(hands.facts(holding), exit.position.symbol)
  if (now === undefined || !isStillReached(now, exit)) return true
  if (order === undefined) return noteReached(hands, now, exit)
  const length = now.size < 0n ? -now.size : now.size
  const free = available(hands.balance(marginPurse(now.customerId)))
  const bound = boundOfClosing(world, hands.facts(holding), now, free)
  const resting = hands.resting(holding)
  const isOvertaken =
    length > (order.quantity ?? 0n) ||
    isBeyondBound(bound, order.system?.worstPrice ?? 0n) ||
    resting.some(({ orderId }) => !cancels.includes(orderId))
  if (isOvertaken) return reject(lookAgain)
  for (const { orderId } of resting) hands.cancel(orderId, 'position-closed')
  const placed = hands.place(0, { quantity: quantityOf(length) })
  if (!isRejection(placed) && placed.filledQuantity === length) return true
  const left = openPosition(hands.facts(holding), exit.position.symbol)
  return left === undefined || !isStillReached(left, exit) || noteReached(hands, left, exit)
}

/** Whether the position still has the exit, and its price did reach it on the side it now is. */
function isStillReached(now: ContractPosition, { position, trigger, by }: ReachedExit): boolean {
  if (now.positionId !== position.positionId || now.liquidationId !== undefined) return false
  const still = now.triggers.some((one) => isSameExit(one, trigger))
  return still && trigger.setAt <= by.at && isReached(now.size, trigger, by.price)
}

/** Keeps with the exit what reached it, so that another process goes on with it. @returns that it is not done with. */
function noteReached(hands: Hands, position: ContractPosition, { trigger, by }: ReachedExit): false {
  const known = position.triggers.find((one) => isSameExit(one, trigger))
  if (known === undefined || known.reached !== undefined) return false
  const triggers = position.triggers.map((one) => (one === known ? { ...one, reached: by } : one))
  const holding = holdingOf(position)
  const after = { ...position, triggers, updatedAt: hands.now }
  hands.keep(holding, withChanges(hands.facts(holding), hands.now, [after], []))
  return false
}
