import type { ReplyOf } from '@bolsillo/contract'
import { type CurrencyCode, currencies, type Id, tradedCoins, writeDecimal, writeMoney } from '@bolsillo/kernel'
import { type Db, type ReadContext, useCase } from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import { customerAccount, type Holdings, totalOf } from '../../domain/index.ts'
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
    const { holdings, unpriced, stale } = holdingsOf(own, deps, context)
    const rate = valuation.usdMxn(context.now)
    const reals = valuation.brlMxn?.(context.now)
    const total = totalOf(holdings, rate, reals)
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
              shares: writeMoney(total.shares),
              ...(rate === undefined
                ? {}
                : { approximate: { asset: total.inDollars.asset.code, amount: writeMoney(total.inDollars) } }),
              stale: stale || rate?.stale === true || (reals?.stale === true && (holdings.cash.BRL ?? 0n) !== 0n),
              unpriced,
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

function holdingsOf(
  own: readonly CustomerBalance[],
  { valuation }: LedgerDeps,
  { now }: ReadContext,
): { readonly holdings: Holdings; readonly unpriced: string[]; readonly stale: boolean } {
  const cash: Partial<Record<CurrencyCode, bigint>> = {}
  const shares: Partial<Record<CurrencyCode, bigint>> = {}
  const unpriced = new Set<string>()
  let stale = false
  for (const { asset, posted } of own) {
    if (isCurrency(asset)) {
      cash[asset] = (cash[asset] ?? 0n) + posted
      continue
    }
    if (posted === 0n) continue
    const worth = valuation.worthOf(asset, posted, now)
    const currency = worth?.money.asset.code
    if (worth === undefined || currency === undefined || !isCurrency(currency)) {
      unpriced.add(asset)
      continue
    }
    shares[currency] = (shares[currency] ?? 0n) + worth.money.minor
    stale ||= worth.stale
  }
  return { holdings: { cash, shares }, unpriced: [...unpriced], stale }
}

async function practiceGrantOf({ settings }: LedgerDeps, db: Db, customerId: Id<'cus'>) {
  const amounts = grantAmounts(settings).map((amount) => ({ asset: amount.asset.code, amount: writeMoney(amount) }))
  return { taken: (await findPracticeGrant(db, customerId)) !== undefined, amounts }
}
