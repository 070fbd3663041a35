import type { ReplyOf } from '@bolsillo/contract'
import {
  type Asset,
  coins,
  currencies,
  type Id,
  type Money,
  money,
  present,
  type Quantity,
  quantityOf,
  writeDecimal,
  writeMoney,
} from '@bolsillo/kernel'
import { available, type Balance, customerAccount, emptyBalance } from '@bolsillo/ledger/domain'
import { type Instrument, quoteNow, writeQuantity } from '@bolsillo/market/domain'
import { type ReadContext, useCase } from '@bolsillo/server-kit'
import { type PositionView, writeAverageCost } from '@bolsillo/trading/server'
import { assets, type CoinAsset, type CoinCost } from '../../contract/index.ts'
import { coinResult, inBase, withinBalance, worthOf } from '../../domain/index.ts'
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

/** What the customer has in the coin purse: coins and cash, what is set aside, average cost and result. */
export const readCoinAssets = useCase(assets, async (_, context, deps: SpotDeps) => {
  const { db, customer, now } = context
  const { customerId } = customer
  const [held, positions] = await Promise.all([
    loadHeld(deps, context, customerId),
    deps.trading.positions(db, customerId, { at: now, closed: true }),
  ])
  const rows = held.map((one) => rowOf(deps, one, positions))
  const values = rows.map(({ value }) => value)
  const usdt = values.every((value) => value !== undefined)
    ? values.reduce((sum, value) => sum + (value?.minor ?? 0n), 0n)
    : undefined
  return {
    rows: rows.sort((a, b) => compare(b.value?.minor ?? 0n, a.value?.minor ?? 0n)).map(({ row }) => row),
    ...(usdt === undefined ? {} : { total: totalOf(deps, money(usdt, USDT)) }),
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
  { asset, balance }: Held,
  positions: readonly PositionView[],
): { readonly row: CoinAsset; readonly value: Money | undefined } {
  const { market } = deps
  const pair = pairOf(deps, asset)
  const quote = pair === undefined ? undefined : quoteNow(pair, market, market.nowOf(pair.id))
  const value = inUsdt(deps, money(balance.posted, asset))
  const costs = costsOf(deps, asset, balance.posted, positions)
  const known = costs.reduce((sum, { units }) => sum + units, 0n)
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
      costUnknown: text(isCash(asset) ? 0n : balance.posted - known),
      costs: costs.map(({ cost }) => cost),
    },
  }
}

/** Cash has no cost: it is what costs are in. */
const isCash = ({ code }: Asset): boolean => code === USDT.code || code in currencies

/** The market an asset is valued in: against USDT, or the one of USDT against a currency. */
function pairOf(deps: SpotDeps, asset: Asset): Instrument | undefined {
  return coinOf(deps, `${asset.code}-${USDT.code}`) ?? coinOf(deps, `${USDT.code}-${asset.code}`)
}

function inUsdt(deps: SpotDeps, held: Money): Money | undefined {
  if (held.asset.code === USDT.code) return held
  if (held.minor === 0n) return money(0n, USDT)
  const pair = pairOf(deps, held.asset)
  const last = pair === undefined ? undefined : deps.market.quote(pair.id)?.last
  if (pair === undefined || last === undefined || last === 0n) return undefined
  return pair.asset.code === held.asset.code
    ? worthOf(held.minor, last, pair.scale)
    : inBase(held, last, pair.scale, USDT)
}

function totalOf(deps: SpotDeps, usdt: Money): NonNullable<ReplyOf<typeof assets>['total']> {
  const pair = coinOf(deps, `${USDT.code}-${MXN.code}`)
  const last = pair === undefined ? undefined : deps.market.quote(pair.id)?.last
  return {
    usdt: writeMoney(usdt),
    ...(pair === undefined || last === undefined ? {} : { mxn: writeMoney(worthOf(usdt.minor, last, pair.scale)) }),
  }
}

/** What was bought of a coin in each of its markets and is still there; what left otherwise took its share along. */
function costsOf(
  deps: SpotDeps,
  asset: Asset,
  posted: bigint,
  positions: readonly PositionView[],
): readonly { readonly units: bigint; readonly cost: CoinCost }[] {
  const own = positions.flatMap((position) => {
    const instrument = coinOf(deps, position.instrumentId)
    return instrument?.asset.code === asset.code ? [{ position, instrument }] : []
  })
  const left = withinBalance(
    own.map(({ position }) => ({ quantity: position.quantity, cost: position.cost.minor })),
    posted,
  )
  return own.map(({ position, instrument }, at) => {
    const { quantity, cost } = present(left[at], 'what is left of a market')
    const known = { quantity: quantityOf(quantity), cost: money(cost, instrument.scale.quote) }
    return { units: quantity, cost: writeCost(deps, instrument, position, known) }
  })
}

function writeCost(
  { market }: SpotDeps,
  instrument: Instrument,
  position: PositionView,
  { quantity, cost }: { readonly quantity: Quantity; readonly cost: Money },
): CoinCost {
  const { scale } = instrument
  const result = coinResult({ scale, quantity, cost: cost.minor, last: market.quote(instrument.id)?.last })
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
          ...(result.unrealisedBps === undefined ? {} : { unrealisedPercent: writeDecimal(result.unrealisedBps, 2) }),
        }),
    realised: writeMoney(position.realised),
    fees: writeMoney(position.fees),
    vat: writeMoney(position.vat),
  }
}

function trimmed(units: bigint, scale: number): string {
  const text = writeDecimal(units, scale)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
