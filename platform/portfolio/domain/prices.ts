import { atMid, rateBetween, type SourcedMid } from '@bolsillo/conversion/domain'
import {
  type Asset,
  currencies,
  divide,
  type Money,
  money,
  notional,
  type Price,
  powerOfTen,
  quantityOf,
  tradedCoins,
} from '@bolsillo/kernel'
import { type Instrument, instrumentOf } from '@bolsillo/market/domain'

/** The last price of an instrument at some instant. */
export interface LastPrice {
  readonly price: Price
  /** A model made it up: nobody traded at it. */
  readonly isGenerated: boolean
  /** Older than a live market allows; never of a past instant. */
  readonly stale: boolean
}

/** The prices of one instant, of now or of the past: for each market the last price before it. */
export interface Prices {
  readonly last: (instrumentId: string) => LastPrice | undefined
  /** The middle of the pair of two currencies, whichever way round it is quoted. */
  readonly midOf: (one: Asset, other: Asset) => (SourcedMid & { readonly isGenerated: boolean }) | undefined
}

/** What something is worth, and what is to be known of the prices behind it. */
interface Worth {
  readonly money: Money
  readonly isGenerated: boolean
  readonly stale: boolean
}

const shares = 'STK:'
const { MXN } = currencies

/** Whether a code is one of money's: pesos, dollars, reals. */
export const isCurrency = (code: string): code is keyof typeof currencies => Object.hasOwn(currencies, code)

/** Whether a code is one of what things are paid in: a currency, or USDT. */
export const isMoney = (code: string): boolean => isCurrency(code) || code === 'USDT'

/** The asset of a code, with its scale; undefined when nothing has that code. */
export function assetOf(code: string): Asset | undefined {
  if (code.startsWith(shares)) return instrumentOf(code.slice(shares.length))?.asset
  return Object.values({ ...currencies, ...tradedCoins }).find((asset) => asset.code === code)
}

/**
 * The markets that lead from an asset towards another: a share's own; a coin's in the target, else in pesos or dollars, else
 * in USDT and that in pesos. A currency leads to a coin by the coin's market in it. Empty for money among itself, and
 * undefined for what no priced market leads away from.
 */
export function marketsFrom(
  code: string,
  target: string,
  isPriced: (instrumentId: string) => boolean,
): readonly Instrument[] | undefined {
  if (code === target) return []
  const priced = (id: string): Instrument | undefined => (isPriced(id) ? instrumentOf(id) : undefined)
  if (code.startsWith(shares)) {
    const own = priced(code.slice(shares.length))
    return own === undefined ? undefined : [own]
  }
  if (isCurrency(code)) {
    if (isCurrency(target)) return []
    const inverse = priced(`${target}-${code}`)
    return inverse === undefined ? undefined : [inverse]
  }
  if (!(code in tradedCoins)) return undefined
  const direct = priced(`${code}-${target}`) ?? priced(`${code}-MXN`) ?? priced(`${code}-USD`)
  if (direct !== undefined) return [direct]
  const [inTether, tether] = [priced(`${code}-USDT`), priced('USDT-MXN')]
  return inTether === undefined || tether === undefined ? undefined : [inTether, tether]
}

/** `units` of an asset at these prices, in the money its market is in, each step rounded half to even. Undefined: no price. */
function marketWorth(prices: Prices, code: string, units: bigint, target: Asset): Worth | undefined {
  const asset = assetOf(code)
  const markets = marketsFrom(code, target.code, (id) => prices.last(id) !== undefined)
  if (asset === undefined || markets === undefined) return undefined
  let worth: Worth = { money: money(units, asset), isGenerated: false, stale: false }
  for (const instrument of markets) {
    const last = prices.last(instrument.id)
    if (last === undefined || last.price === 0n) return undefined
    worth = {
      money: traded(worth.money, last.price, instrument),
      isGenerated: worth.isGenerated || last.isGenerated,
      stale: worth.stale || last.stale,
    }
  }
  return worth
}

/** `units` of an asset at these prices, in `target`. Undefined while there is no price or no rate. */
export function worthIn(prices: Prices, code: string, units: bigint, target: Asset): Worth | undefined {
  if (units === 0n) return { money: money(0n, target), isGenerated: false, stale: false }
  const worth = marketWorth(prices, code, units, target)
  if (worth === undefined || worth.money.asset.code === target.code) return worth
  return exchanged(prices, worth, target)
}

/** Amounts of several moneys in one, each converted by itself; undefined while one of them has no price. */
export function sumIn(prices: Prices, amounts: ReadonlyMap<string, bigint>, target: Asset): bigint | undefined {
  let sum = 0n
  for (const [code, minor] of amounts) {
    const worth = worthIn(prices, code, minor < 0n ? -minor : minor, target)?.money.minor
    if (worth === undefined) return undefined
    sum += minor < 0n ? -worth : worth
  }
  return sum
}

/** What a market gives for an amount of what it trades, or for an amount of what it is paid in. */
function traded(held: Money, price: Price, { asset, scale }: Instrument): Money {
  if (held.asset.code === asset.code) return notional(price, quantityOf(held.minor), scale, 'half-even')
  const units = powerOfTen(scale.priceScale + asset.scale)
  return money(divide(held.minor * units, price * powerOfTen(held.asset.scale), 'half-even'), asset)
}

/** An amount of one currency in another, at the middle of their pair or of the two pairs that lead there. */
function exchanged(prices: Prices, worth: Worth, target: Asset): Worth | undefined {
  const { asset } = worth.money
  if (!isCurrency(asset.code) || !isCurrency(target.code)) return undefined
  let isGenerated = false
  const rate = rateBetween(asset, target, Object.values(currencies), (one, other) => {
    const mid = prices.midOf(one, other)
    isGenerated ||= mid?.isGenerated === true
    return mid
  })
  if (rate === undefined) return undefined
  return {
    money: atMid(worth.money, rate, 'half-even'),
    isGenerated: worth.isGenerated || isGenerated,
    stale: worth.stale || rate.stale,
  }
}

/** So much of one asset. */
export interface Held {
  readonly asset: string
  readonly units: bigint
}

export const holdingKinds = ['cash', 'share', 'coin'] as const
type HoldingKind = (typeof holdingKinds)[number]

/** What an asset is to whoever holds it: pesos, dollars and reals are cash. */
export const kindOf = (code: string): HoldingKind =>
  isCurrency(code) ? 'cash' : code.startsWith(shares) ? 'share' : 'coin'

/** What several assets come to in pesos. */
export interface Total {
  readonly kinds: Readonly<Record<HoldingKind, Money>>
  readonly cash: Money
  /** Shares and coins. */
  readonly assets: Money
  readonly all: Money
  /** Assets without a price: they are not in the sums. */
  readonly unpriced: readonly string[]
  /** Currencies without a rate: a total that leaves out money is none. */
  readonly unrated: readonly string[]
  readonly isGenerated: boolean
  readonly stale: boolean
}

/** How much there is of each asset, whichever purses it is in. */
function byAsset(held: readonly Held[]): ReadonlyMap<string, bigint> {
  const units = new Map<string, bigint>()
  for (const one of held) units.set(one.asset, (units.get(one.asset) ?? 0n) + one.units)
  return units
}

/**
 * Adds everything up in pesos: each asset whole in the currency of its market, then each kind's amount in a currency once at
 * its rate, half to even.
 */
export function totalOf(prices: Prices, held: readonly Held[]): Total {
  const sums: Readonly<Record<HoldingKind, Map<string, bigint>>> = {
    cash: new Map(),
    share: new Map(),
    coin: new Map(),
  }
  const unpriced = new Set<string>()
  const unrated = new Set<string>()
  let [isGenerated, stale] = [false, false]
  for (const [asset, units] of byAsset(held)) {
    if (units === 0n) continue
    const worth = marketWorth(prices, asset, units, MXN)
    if (worth === undefined || !isCurrency(worth.money.asset.code)) {
      unpriced.add(asset)
      continue
    }
    const [to, { code }] = [sums[kindOf(asset)], worth.money.asset]
    to.set(code, (to.get(code) ?? 0n) + worth.money.minor)
    isGenerated ||= worth.isGenerated
    stale ||= worth.stale
  }
  const inPesos = (kind: HoldingKind): Money => {
    const minor = [...sums[kind]].reduce((sum, [code, amount]) => {
      const worth = worthIn(prices, code, amount, MXN)
      if (worth === undefined) unrated.add(code)
      isGenerated ||= worth?.isGenerated === true
      stale ||= worth?.stale === true
      return sum + (worth?.money.minor ?? 0n)
    }, 0n)
    return money(minor, MXN)
  }
  const kinds = { cash: inPesos('cash'), share: inPesos('share'), coin: inPesos('coin') }
  const assets = money(kinds.share.minor + kinds.coin.minor, MXN)
  return {
    kinds,
    cash: kinds.cash,
    assets,
    all: money(kinds.cash.minor + assets.minor, MXN),
    unpriced: [...unpriced],
    unrated: [...unrated],
    isGenerated,
    stale,
  }
}
