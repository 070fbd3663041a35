import { type Price, reject } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import type { Order } from '@bolsillo/trading/domain'
import { replaceFor } from '@bolsillo/trading/server'
import { contractsRejections as r, replaceContractOrder } from '../../contract/index.ts'
import { readTerms, writeTerms } from '../../domain/index.ts'
import { contractOf, markIn } from '../contracts-world.ts'
import type { ContractsDeps } from '../deps.ts'
import { writeFill, writeOrder } from '../rows.ts'
import { hasPassed } from '../suitability/suitability-store.ts'
import { openingLimits } from './credit-held.ts'
import { reservePrice } from './place-contract-order.ts'

/** Gives an open order another price; leverage, mode and exits stay as they are. */
export const replaceOrder = useCase(replaceContractOrder, async (request, context, world: ContractsDeps) => {
  const { services, settings, trading, tradePasswords, authorisations } = world
  const { customerId } = context.customer
  const passed = await hasPassed(context.db, customerId)
  return await replaceFor(
    { services, settings, trading, tradePasswords, authorisations, ownLimits: openingLimits(world) },
    request,
    {
      opens: ({ reduceOnly }) => !reduceOnly,
      priceScaleOf: (symbol) => contractOf(world, symbol).scale.priceScale,
      // What a sale reserves is counted at the higher of limit, mark and last price, as they are now.
      termsOf: (order: Order, limitPrice: Price) => {
        const { instrumentId } = order
        if (world.lastOf(instrumentId) === undefined) return reject(r.markUnknown)
        if (!order.reduceOnly && markIn(world, instrumentId) === undefined) return reject(r.markUnknown)
        const terms = readTerms(order.terms)
        const markPrice = order.reduceOnly ? undefined : markIn(world, instrumentId)
        const reserved = reservePrice(world, instrumentId, limitPrice)
        return writeTerms({ ...terms, passed, reservePrice: reserved, markPrice })
      },
      write: ({ order, fills }) => {
        const instrument = contractOf(world, order.instrumentId)
        return { order: writeOrder(order, instrument), fills: fills.map((fill) => writeFill(fill, instrument)) }
      },
      answerOf: context.answer,
    },
    context,
  )
})
