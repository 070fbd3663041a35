import type { ReplyOf } from '@bolsillo/contract'
import { type CurrencyCode, currencies, type Id, tradedCoins, writeDecimal, writeMoney } from '@bolsillo/kernel'
import { type Db, useCase } from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import { customerAccount } from '../../domain/index.ts'
import { grantAmounts, type LedgerDeps, writeBalance } from '../deps.ts'
import type { CustomerBalance } from '../ledger.ts'
import { findPracticeGrant } from '../practice/practice-store.ts'

/** Currencies every customer sees, whether they ever had any or not. */
const shownAlways: readonly CurrencyCode[] = ['MXN', 'USD']

/** See the contract. */
export const readAssets = useCase(
  calls.readAssets,
  async (_request, context, deps: LedgerDeps): Promise<ReplyOf<typeof calls.readAssets>> => {
    const { valuation, services } = deps
    const { customerId } = context.customer
    const own = await deps.ledger.balancesOfCustomer(context.db, customerId)
    const rate = valuation.usdMxn(context.now)
    const held = own.map(({ asset, posted }) => ({ asset, units: posted }))
    const total = valuation.totalOf(held, context.now)
    const settling = (await deps.settling?.(context.db, customerId, context.now)) ?? []
    return {
      at: context.now,
      ...(total === undefined
        ? {}
        : {
            total: {
              currency: total.all.asset.code,
              amount: writeMoney(total.all),
              cash: writeMoney(total.cash),
              shares: writeMoney(total.assets),
              ...(total.inDollars === undefined
                ? {}
                : { approximate: { asset: total.inDollars.asset.code, amount: writeMoney(total.inDollars) } }),
              stale: total.stale || rate?.stale === true,
              unpriced: [...total.unpriced],
            },
          }),
      ...(rate === undefined
        ? {}
        : {
            rate: {
              pair: 'USD/MXN',
              rate: writeDecimal(rate.units, rate.scale),
              source: rate.source,
              sequence: rate.sequence,
              at: rate.at,
              stale: rate.stale,
            },
          }),
      balances: cashOf(own, customerId).map((balance) => writeBalance(balance, valuation)),
      settling: settling.map(({ amount, on }) => ({ asset: amount.asset.code, amount: writeMoney(amount), on })),
      ...(services.mode === 'SIM' ? { practiceGrant: await practiceGrantOf(deps, context.db, customerId) } : {}),
    }
  },
)

function isCurrency(code: string): code is CurrencyCode {
  return Object.hasOwn(currencies, code)
}

/** The customer's accounts of cash and coins, with those shown always even when they were never used. */
function cashOf(own: readonly CustomerBalance[], customerId: Id<'cus'>): readonly CustomerBalance[] {
  const cash = own.filter(({ asset, posted }) => isCurrency(asset) || (asset in tradedCoins && posted !== 0n))
  const missing = shownAlways
    .map((code) => customerAccount(customerId, 'stock', code))
    .filter((account) => !cash.some((balance) => balance.account === account))
    .map((account) => ({
      account,
      purse: 'stock' as const,
      asset: account.slice(account.lastIndexOf(':') + 1),
      posted: 0n,
      held: 0n,
      holds: 0,
    }))
  return [...cash, ...missing].sort((a, b) => placeOf(a) - placeOf(b))
}

const purseOrder = ['stock', 'coin', 'contract']
const assetOrder = [...Object.keys(currencies), ...Object.keys(tradedCoins)]

/** Purses in their order, in each pesos first. */
function placeOf({ purse, asset }: CustomerBalance): number {
  return purseOrder.indexOf(purse) * assetOrder.length + assetOrder.indexOf(asset)
}

async function practiceGrantOf({ settings }: LedgerDeps, db: Db, customerId: Id<'cus'>) {
  const amounts = grantAmounts(settings).map((amount) => ({ asset: amount.asset.code, amount: writeMoney(amount) }))
  return { taken: (await findPracticeGrant(db, customerId)) !== undefined, amounts }
}
