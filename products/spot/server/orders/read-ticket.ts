import { type Id, quantityOf } from '@bolsillo/kernel'
import { available, customerAccount, emptyBalance } from '@bolsillo/ledger/domain'
import { type Instrument, writeQuantity } from '@bolsillo/market/domain'
import { type ReadContext, useCase } from '@bolsillo/server-kit'
import { orderFormReply, writeAverageCost, writeBuyingPower, writeSchedule } from '@bolsillo/trading/server'
import { ticket } from '../../contract/index.ts'
import { scheduleOf } from '../../domain/index.ts'
import type { SpotDeps } from '../deps.ts'
import { coinVat } from '../settings.ts'
import { writeTier } from './fee-tiers.ts'
import { coinOf, unknownCoin } from './place-order.ts'

/** What an order form needs, in one answer: rules, the fees of the customer's tier, buying power, what may be sold. */
export const readTicketFacts = useCase(ticket, async ({ symbol }, context, deps: SpotDeps) => {
  const { db, customer, now } = context
  const { customerId } = customer
  const instrument = coinOf(deps, symbol)
  if (instrument === undefined) return unknownCoin(symbol)
  const [form, own, held] = await Promise.all([
    orderFormReply(deps, instrument, context),
    deps.tiers.of(db, customerId, now),
    writeHeld(deps, context, customerId, instrument),
  ])
  const schedule = scheduleOf(own.tier, instrument.scale.quote.code, BigInt(deps.settings.get(coinVat)))
  return { ...form, fees: writeSchedule(schedule, instrument), tier: writeTier(deps, own), ...held }
})

/** The cash a coin is traded against, and what there is of the coin itself: deposited coins are as good as bought ones. */
async function writeHeld(
  { ledger, trading }: SpotDeps,
  { db, now }: ReadContext,
  customerId: Id<'cus'>,
  instrument: Instrument,
) {
  const { quote } = instrument.scale
  const [cash, coin] = [
    customerAccount(customerId, 'coin', quote.code),
    customerAccount(customerId, 'coin', instrument.asset.code),
  ]
  const [balances, [bought]] = await Promise.all([
    ledger.balances(db, [cash, coin]),
    trading.positions(db, customerId, { at: now, instrumentIds: [instrument.id] }),
  ])
  const [own, owned] = [balances.get(cash) ?? emptyBalance, balances.get(coin) ?? emptyBalance]
  const text = (units: bigint): string => writeQuantity(quantityOf(units), instrument)
  return {
    buyingPower: [writeBuyingPower(quote, own)],
    position: {
      quantity: text(owned.posted),
      sellable: text(available(owned)),
      held: text(owned.held),
      locks: [],
      ...(bought === undefined || bought.quantity === 0n
        ? {}
        : { averageCost: writeAverageCost(bought.cost, bought.quantity, instrument) }),
    },
  }
}
