import type { ReplyOf } from '@bolsillo/contract'
import { currencies, instant, money, shareBps, writeDecimal, writeMoney, writePercent } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { portfolio } from '../contract/index.ts'
import {
  type AssetCost,
  assetOf,
  flowBetween,
  holdingKinds,
  isCurrency,
  kindOf,
  marketsFrom,
  type Prices,
  sumIn,
  type Total,
  totalOf,
  worthIn,
} from '../domain/index.ts'
import type { PortfolioDeps } from './deps.ts'

type Reply = ReplyOf<typeof portfolio>
type Holding = Reply['holdings'][number]

const { MXN } = currencies
const pesos = (minor: bigint): string => writeMoney(money(minor, MXN))

/** See the contract. */
export const readPortfolio = useCase(portfolio, async (_request, context, deps: PortfolioDeps): Promise<Reply> => {
  const { now, db, customer } = context
  const prices = deps.prices.now(now)
  const [balances, costs, flows] = await Promise.all([
    deps.ledger.balancesOfCustomer(db, customer.customerId),
    deps.books.costs(db, customer.customerId),
    deps.books.flows(db, customer.customerId, { since: instant(0), now }),
  ])
  const owned = new Map([...costs.keys()].map((asset) => [asset, 0n]))
  for (const { asset, posted } of balances) owned.set(asset, (owned.get(asset) ?? 0n) + posted)
  const held = [...owned].map(([asset, units]) => ({ asset, units }))
  const total = totalOf(prices, held)
  const paidIn = flowBetween(flows, 0, now)
  const whole = total.all.minor
  const rows = held
    .filter(({ asset, units }) => units !== 0n || costs.has(asset))
    .map(({ asset, units }) => rowOf(prices, asset, units, { cost: costs.get(asset), whole }))
    .sort((a, b) => (a.value === b.value ? 0 : a.value > b.value ? -1 : 1))
  const result = whole - paidIn
  return {
    at: now,
    currency: MXN.code,
    ...(total.unrated.length > 0
      ? {}
      : {
          total: {
            value: pesos(whole),
            paidIn: pesos(paidIn),
            result: pesos(result),
            ...(paidIn > 0n ? { resultPercent: writePercent(shareBps(result, paidIn)) } : {}),
          },
        }),
    allocation: allocationOf(total),
    holdings: rows.map(({ row }) => row),
    stale: total.stale,
    generated: total.isGenerated,
  }
})

interface Row {
  readonly row: Holding
  /** Minor pesos; 0 without a price. */
  readonly value: bigint
}

function rowOf(
  prices: Prices,
  asset: string,
  units: bigint,
  { cost, whole }: { readonly cost: AssetCost | undefined; readonly whole: bigint },
): Row {
  const worth = worthIn(prices, asset, units, MXN)
  const value = worth?.money.minor
  const [market] = marketsFrom(asset, MXN.code, (id) => prices.last(id) !== undefined) ?? []
  const scale = assetOf(asset)?.scale ?? 0
  return {
    value: value ?? 0n,
    row: {
      kind: kindOf(asset),
      asset,
      ...(market === undefined ? {} : { symbol: market.id }),
      name: market?.name ?? asset,
      quantity: writeDecimal(units, scale),
      ...(value === undefined ? {} : { value: pesos(value), percent: writePercent(shareBps(value, whole)) }),
      ...(worth?.isGenerated === true ? { generated: true } : {}),
      ...(isCurrency(asset) || cost === undefined ? {} : resultOfAsset(prices, asset, cost, scale)),
    },
  }
}

/** What an asset cost and brought, in pesos; without what has no price. */
function resultOfAsset(
  prices: Prices,
  asset: string,
  { owned, known, cost, realised }: AssetCost,
  scale: number,
): Pick<Holding, 'cost' | 'result' | 'costUnknown'> {
  const [paid, brought] = [sumIn(prices, cost, MXN), sumIn(prices, realised, MXN)]
  const value = worthIn(prices, asset, known, MXN)?.money.minor
  // Nothing of it was ever bought or sold here: there is no result, which is not the same as one of nothing.
  if (known === 0n && cost.size === 0 && realised.size === 0) return { costUnknown: writeDecimal(owned, scale) }
  return {
    ...(paid === undefined ? {} : { cost: pesos(paid) }),
    ...(paid === undefined || brought === undefined || value === undefined
      ? {}
      : { result: pesos(brought + value - paid) }),
    costUnknown: writeDecimal(owned - known, scale),
  }
}

function allocationOf({ kinds, all }: Total): Reply['allocation'] {
  return holdingKinds.map((kind) => {
    const { minor } = kinds[kind]
    return { kind, value: pesos(minor), percent: writePercent(shareBps(minor, all.minor)) }
  })
}
