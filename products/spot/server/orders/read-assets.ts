import type { ReplyOf } from '@bolsillo/contract'
import {
  type Asset,
  coins,
  currencies,
  type Id,
  type Money,
  money,
  quantityOf,
  writeDecimal,
  writeMoney,
  writePercent,
} from '@bolsillo/kernel'
import { available, type Balance, customerAccount, emptyBalance } from '@bolsillo/ledger/domain'
import { type Instrument, quoteNow, writeQuantity } from '@bolsillo/market/domain'
import { type AssetCost, isCurrency, type Prices, resultOf, sumIn, worthIn } from '@bolsillo/portfolio/domain'
import { type ReadContext, useCase } from '@bolsillo/server-kit'
import { type PositionView, writeAverageCost } from '@bolsillo/trading/server'
import { assets, type CoinAsset, type CoinCost } from '../../contract/index.ts'
import type { SpotDeps } from '../deps.ts'
import { coinOf } from './place-order.ts'

const { USDT } = coins
const { MXN } = currencies
/** Cash everybody sees, whether they ever had any or not. */
const shownAlways: readonly Asset[] = [USDT, MXN]

interface Held {
  readonly asset: Asset
  readonly balance: Balance
}

/** What is known of what was traded: costs from the journal, charges by market. */
interface Known {
  readonly costs: ReadonlyMap<string, AssetCost>
  readonly positions: readonly PositionView[]
}

/** What the customer has in the coin purse: coins and cash, what is set aside, average cost and result. */
export const readCoinAssets = useCase(assets, async (_, context, deps: SpotDeps) => {
  const { db, customer, now } = context
  const { customerId } = customer
  const [held, positions, costs] = await Promise.all([
    loadHeld(deps, context, customerId),
    deps.trading.positions(db, customerId, { at: now, closed: true }),
    deps.costs(db, customerId),
  ])
  const prices = deps.prices.now(now)
  const rows = held.map((one) => rowOf(deps, prices, one, { costs, positions }))
  const values = rows.map(({ value }) => value)
  const usdt = values.every((value) => value !== undefined)
    ? values.reduce((sum, value) => sum + (value?.minor ?? 0n), 0n)
    : undefined
  return {
    rows: rows.sort((a, b) => compare(b.value?.minor ?? 0n, a.value?.minor ?? 0n)).map(({ row }) => row),
    ...(usdt === undefined ? {} : { total: totalOf(prices, money(usdt, USDT)) }),
    stale: rows.some(({ row }) => row.quote?.stale === true && row.total !== '0'),
  }
})

const compare = (a: bigint, b: bigint): number => (a === b ? 0 : a > b ? 1 : -1)

/** Every asset of the coin purse that is there, or ever was bought, with the cash that is always shown. */
async function loadHeld(
  { ledger, instruments }: SpotDeps,
  { db }: ReadContext,
  customerId: Id<'cus'>,
): Promise<readonly Held[]> {
  const known = new Map<string, Asset>(shownAlways.map((asset) => [asset.code, asset]))
  for (const { kind, asset, scale } of instruments)
    if (kind === 'coin') for (const one of [asset, scale.quote]) known.set(one.code, one)
  const accounts = [...known.values()].map((asset) => ({
    asset,
    account: customerAccount(customerId, 'coin', asset.code),
  }))
  const balances = await ledger.balances(
    db,
    accounts.map(({ account }) => account),
  )
  return accounts.flatMap(({ asset, account }) => {
    const balance = balances.get(account) ?? emptyBalance
    const isShown = balance.posted !== 0n || shownAlways.some(({ code }) => code === asset.code)
    return isShown ? [{ asset, balance }] : []
  })
}

function rowOf(
  deps: SpotDeps,
  prices: Prices,
  { asset, balance }: Held,
  known: Known,
): { readonly row: CoinAsset; readonly value: Money | undefined } {
  const { market } = deps
  const pair = pairOf(deps, asset)
  const quote = pair === undefined ? undefined : quoteNow(pair, market, market.nowOf(pair.id))
  const value = worthIn(prices, asset.code, balance.posted, USDT)?.money
  const cost = costOf(deps, prices, asset, known)
  const own = known.costs.get(asset.code)
  const text = (units: bigint): string => trimmed(units, asset.scale)
  return {
    value,
    row: {
      asset: asset.code,
      name: pair?.asset.code === asset.code ? pair.name : asset.code,
      scale: asset.scale,
      total: text(balance.posted),
      available: text(available(balance)),
      held: text(balance.held),
      ...(pair === undefined ? {} : { symbol: pair.id }),
      ...(quote === undefined ? {} : { quote }),
      ...(value === undefined ? {} : { value: writeMoney(value) }),
      costUnknown: text(isCurrency(asset.code) ? 0n : own === undefined ? balance.posted : own.owned - own.known),
      costs: cost === undefined ? [] : [cost],
    },
  }
}

/** The market an asset is valued in: against USDT, or the one of USDT against a currency. */
function pairOf(deps: SpotDeps, asset: Asset): Instrument | undefined {
  return coinOf(deps, `${asset.code}-${USDT.code}`) ?? coinOf(deps, `${USDT.code}-${asset.code}`)
}

function totalOf(prices: Prices, usdt: Money): NonNullable<ReplyOf<typeof assets>['total']> {
  const pesos = worthIn(prices, USDT.code, usdt.minor, MXN)?.money
  return { usdt: writeMoney(usdt), ...(pesos === undefined ? {} : { mxn: writeMoney(pesos) }) }
}

/**
 * What was bought of a coin here and is still there, over all its markets; nothing of a coin never traded here. In the money of
 * its market, or of several markets in USDT at the present price.
 */
function costOf(deps: SpotDeps, prices: Prices, asset: Asset, { costs, positions }: Known): CoinCost | undefined {
  const own = positions.flatMap((position) => {
    const instrument = coinOf(deps, position.instrumentId)
    return instrument?.asset.code === asset.code ? [{ position, instrument }] : []
  })
  const [first, second] = own
  const instrument = second === undefined ? first?.instrument : coinOf(deps, `${asset.code}-${USDT.code}`)
  const known = costs.get(asset.code)
  if (instrument === undefined || known === undefined) return undefined
  const { scale } = instrument
  const sum = (amounts: ReadonlyMap<string, bigint>): Money | undefined => {
    const minor = sumIn(prices, amounts, scale.quote)
    return minor === undefined ? undefined : money(minor, scale.quote)
  }
  const charged = (pick: (position: PositionView) => Money): Money | undefined => {
    const all = own.map(({ position }) => pick(position))
    return sum(new Map([...Map.groupBy(all, (one) => one.asset.code)].map(([code, same]) => [code, total(same)])))
  }
  const [cost, realised] = [sum(known.cost), sum(known.realised)]
  const [fees, vat] = [charged((position) => position.fees), charged((position) => position.vat)]
  if (cost === undefined || realised === undefined || fees === undefined || vat === undefined) return undefined
  const quantity = quantityOf(known.known)
  const result = resultOf({ quantity, cost: cost.minor }, deps.market.quote(instrument.id)?.last, scale)
  return {
    symbol: instrument.id,
    currency: scale.quote.code,
    quantity: writeQuantity(quantity, instrument),
    cost: writeMoney(cost),
    ...(quantity === 0n ? {} : { averageCost: writeAverageCost(cost, quantity, instrument) }),
    ...(result === undefined
      ? {}
      : {
          value: writeMoney(money(result.value, scale.quote)),
          unrealised: writeMoney(money(result.unrealised, scale.quote)),
          ...(result.unrealisedBps === undefined ? {} : { unrealisedPercent: writePercent(result.unrealisedBps) }),
        }),
    realised: writeMoney(realised),
    fees: writeMoney(fees),
    vat: writeMoney(vat),
  }
}

const total = (amounts: readonly Money[]): bigint => amounts.reduce((sum, { minor }) => sum + minor, 0n)

function trimmed(units: bigint, scale: number): string {
  const text = writeDecimal(units, scale)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
