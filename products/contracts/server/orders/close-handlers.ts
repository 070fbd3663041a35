import type { ReplyOf, RequestOf } from '@bolsillo/contract'
import { refuseDecimal } from '@bolsillo/contract'
import { present, priceOf, quantityOf, type Rejection, readDecimal, reject } from '@bolsillo/kernel'
import { type CommandContext, type Own, useCase } from '@bolsillo/server-kit'
import { cancelFor } from '@bolsillo/trading/server'
import { cancelContractOrder, close, liquidate, liquidateAll, contractsRejections as r } from '../../contract/index.ts'
import { openPositions } from '../../domain/index.ts'
import { type ContractsWorld, contractOf, loadContracts } from '../contracts-world.ts'
import { findOwnPosition } from '../positions/find-own-position.ts'
import { writeOrder } from '../rows.ts'
import { closePositions } from './close-positions.ts'
import { send } from './place-contract-order.ts'

/** Closes a position or a part of it by an ordinary order that may only reduce. */
export const closePosition = useCase(close, (request, context, world: ContractsWorld) =>
  closePart(world, request, context),
)

async function closePart(
  world: ContractsWorld,
  { positionId, quantity, limitPrice }: RequestOf<typeof close>,
  context: Own<CommandContext>,
): Promise<ReplyOf<typeof close> | Rejection> {
  const { customerId } = context.customer
  const position = await findOwnPosition(context.db, customerId, positionId)
  if ('spec' in position) return position
  const instrument = contractOf(world, position.symbol)
  const { priceScale, quantityScale } = instrument.scale
  const length = position.size < 0n ? -position.size : position.size
  const size = quantity === undefined ? undefined : readDecimal(quantity, quantityScale)
  const limit = limitPrice === undefined ? undefined : readDecimal(limitPrice, priceScale)
  const tooFine = (field: string, scale: number) =>
    reject(r.decimalsTooMany, { field, values: { decimals: String(scale) } })
  if (size !== undefined && size.kind !== 'value')
    return refuseDecimal('quantity', size, tooFine('quantity', quantityScale))
  if (limit !== undefined && limit.kind !== 'value')
    return refuseDecimal('limitPrice', limit, tooFine('limitPrice', priceScale))
  if (size?.units === 0n) return reject(r.quantityZero, { field: 'quantity' })
  if (limit?.units === 0n) return reject(r.limitPriceZero, { field: 'limitPrice' })
  if (world.lastOf(position.symbol) === undefined) return reject(r.markUnknown)
  const ticket = {
    side: position.size > 0n ? ('sell' as const) : ('buy' as const),
    type: limit === undefined ? ('market' as const) : ('limit' as const),
    timeInForce: limit === undefined ? ('ioc' as const) : ('gtc' as const),
    quantity: quantityOf(size?.units ?? length),
    limitPrice: limit === undefined ? undefined : priceOf(limit.units),
    postOnly: false,
    reduceOnly: true,
    leverage: position.leverage,
    mode: position.mode,
    exits: [],
  }
  return await send(world, instrument, ticket, { customerId, context })
}

/** Closes one position at market. */
export const liquidatePosition = useCase(liquidate, async ({ positionId }, context, world: ContractsWorld) => {
  const { customerId } = context.customer
  const position = await findOwnPosition(context.db, customerId, positionId)
  if ('spec' in position) return position
  return await closePositions(world, customerId, [position], {
    context,
    isOne: true,
    reply: (rows) => ({ row: present(rows[0], 'the row of one position') }),
  })
})

/** Closes everything at market, with a result for each. */
export const liquidateEverything = useCase(liquidateAll, async ({ symbol }, context, world: ContractsWorld) => {
  const { customerId } = context.customer
  if (symbol !== undefined && world.instrumentOf(symbol) === undefined)
    return reject(r.contractUnknown, { field: 'symbol', values: { symbol } })
  const { facts } = await loadContracts(world, context.db, customerId)
  const open = openPositions(facts).filter((one) => symbol === undefined || one.symbol === symbol)
  if (open.length === 0) return reject(r.nothingOpen)
  return await closePositions(world, customerId, open, {
    context,
    isOne: false,
    reply: (rows) => ({ rows: [...rows] }),
  })
})

/** Cancels what is left of an order. */
export const cancelOrder = useCase(cancelContractOrder, ({ orderId }, context, world: ContractsWorld) =>
  cancelFor(world.trading, orderId, context, (order) => writeOrder(order, contractOf(world, order.instrumentId))),
)
