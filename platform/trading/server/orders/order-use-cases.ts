import { type Id, reject } from '@bolsillo/kernel'
import type { Ledger } from '@bolsillo/ledger/server'
import { type Db, type UseCase, useCasesOf } from '@bolsillo/server-kit'
import {
  type authoriseOrdersCall,
  type cancelOrderCall,
  type fillsCall,
  type oneOrderCall,
  type orderReceiptCall,
  type replaceOrderCall,
  tradingRejections,
} from '../../contract/index.ts'
import type { SoldPart } from '../../domain/index.ts'
import type { OrderAuthorisations } from './order-authorisations.ts'
import { cancelFor, fillsReply, orderReply, receiptReply, symbolProblem, writePlaced } from './order-replies.ts'
import type { PlacingDeps } from './place-form.ts'
import { replaceFor } from './replace-form.ts'
import { tradedInstrument, writeOrder } from './wire-rows.ts'

/** A product's calls about its orders that are the same of shares and of coins, each at an address of its own. */
export interface OrderCalls {
  readonly authorise: ReturnType<typeof authoriseOrdersCall>
  readonly replace: ReturnType<typeof replaceOrderCall>
  readonly cancel: ReturnType<typeof cancelOrderCall>
  readonly one: ReturnType<typeof oneOrderCall>
  readonly receipt: ReturnType<typeof orderReceiptCall>
  readonly fills: ReturnType<typeof fillsCall>
}

/** `trading` is that of the product: it finds orders of its own only. */
export interface OrderDeps extends PlacingDeps {
  readonly authorisations: OrderAuthorisations
  readonly ledger: Ledger
  /** What a customer's entries sold and what that had cost, by the number of the entry. */
  readonly sales: (db: Db, customerId: Id<'cus'>) => Promise<ReadonlyMap<bigint, SoldPart>>
}

const unknown = () => reject(tradingRejections.orderUnknown, { field: 'orderId' })

/** A product's calls about orders that were placed; placing, and what the product sums up, is its own. */
export function orderUseCases(calls: OrderCalls): readonly UseCase<OrderDeps>[] {
  return useCasesOf<OrderCalls, OrderDeps>(calls, {
    authorise: ({ tradePassword }, context, { authorisations, tradePasswords }) =>
      authorisations.authorise(tradePasswords, tradePassword, context),
    replace: (request, context, deps) =>
      replaceFor(
        deps,
        request,
        {
          priceScaleOf: (symbol) => tradedInstrument(symbol).scale.priceScale,
          write: writePlaced,
          answerOf: context.answer,
        },
        context,
      ),
    cancel: ({ orderId }, context, { trading }) => cancelFor(trading, orderId, context, writeOrder),
    one: async ({ orderId }, context, deps) => (await orderReply(deps, context, orderId)) ?? unknown(),
    receipt: async ({ orderId }, context, deps) => (await receiptReply(deps, context, orderId)) ?? unknown(),
    fills: async ({ symbol, ...asked }, context, { trading }) =>
      symbolProblem(symbol) ??
      fillsReply(trading, context, asked, symbol === undefined ? {} : { instrumentIds: [symbol] }),
  })
}
