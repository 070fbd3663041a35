import { reject, writeDecimal } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { tradingRejections } from '@bolsillo/trading/contract'
import { ordersReply, symbolProblem } from '@bolsillo/trading/server'
import { contractOrders, queryContractOrder } from '../../contract/index.ts'
import { marginScale } from '../../domain/index.ts'
import { type ContractsWorld, contractOf } from '../contracts-world.ts'
import { sumUncharged } from '../liquidation/liquidation-store.ts'
import { writeFill, writeOrder, writeStep } from '../rows.ts'

const pageSize = 50

/** The customer's contract orders, newest first. */
export const listContractOrders = useCase(
  contractOrders,
  async ({ symbol, limit = pageSize, ...asked }, context, world: ContractsWorld) =>
    symbolProblem(symbol) ??
    ordersReply(world.trading, context, { ...asked, limit }, symbol === undefined ? undefined : [symbol], (order) =>
      writeOrder(order, contractOf(world, order.instrumentId)),
    ),
)

/** One order with its fills and its whole life. */
export const queryOrder = useCase(queryContractOrder, async ({ orderId }, { db, customer }, world: ContractsWorld) => {
  const { customerId } = customer
  const life = await world.trading.findOrder(db, customerId, orderId)
  if (life === undefined) return reject(tradingRejections.orderUnknown, { field: 'orderId' })
  const instrument = contractOf(world, life.order.instrumentId)
  return {
    order: writeOrder(life.order, instrument),
    fills: life.fills.map((fill) => writeFill(fill, instrument)),
    life: life.events.map((event) => writeStep(event, instrument)),
    uncharged: writeDecimal(await sumUncharged(db, orderId), marginScale),
  }
})
