import { divide, minOf } from '@bolsillo/kernel'
import { effectOf, mayReturn } from '@bolsillo/ledger/domain'
import type { SoldPart } from '@bolsillo/trading/domain'
import { isCurrency, isMoney } from './prices.ts'

/** Amounts by the code of their money, minor units. */
export type Amounts = ReadonlyMap<string, bigint>

/** What is known of one share or coin from everything that moved it, whichever market it was traded in. */
export interface AssetCost {
  readonly owned: bigint
  /** How much of it was bought here. The rest came in ways that have no cost (a deposit). */
  readonly known: bigint
  /** What the known part cost, commission and VAT included (average cost), in the money it was paid in. */
  readonly cost: Amounts
  /** What sales brought of known parts, less what those had cost, each in its money. */
  readonly realised: Amounts
}

/** What an entry moved on a customer's accounts: by asset, all purses together. */
export interface OwnMove {
  readonly kind: string
  readonly moved: Amounts
}

const nothing: AssetCost = { owned: 0n, known: 0n, cost: new Map(), realised: new Map() }

/**
 * Costs after one more entry. A purchase adds what it took, a sale takes its share of the cost and brings a result, an exchange
 * of one asset for another carries the cost over. A withdrawal removes units of unknown cost first, then its share of the cost;
 * when it is returned, it has that cost again. Other receipts have none. USDT bought or sold for a currency has a cost as any coin;
 * USDT spent on a purchase is removed as a withdrawal is.
 */
export function costsAfter(costs: ReadonlyMap<string, AssetCost>, move: OwnMove): ReadonlyMap<string, AssetCost> {
  const next = new Map(costs)
  const { things, paid } = sidesOf(move)
  for (const [asset, units] of move.moved) {
    if (things.has(asset) || isCurrency(asset)) continue
    const had = costs.get(asset) ?? nothing
    const base = units > 0n && !mayReturn(move.kind) ? costWithin(had) : had
    const left = { ...base, owned: base.owned + units }
    next.set(asset, paid.has(asset) ? costWithin(left) : left)
  }
  const before = (asset: string): AssetCost => costWithin(costs.get(asset) ?? nothing)
  const isExchange = new Set([...things.values()].map((units) => units > 0n)).size > 1
  let passedOn: { readonly cost: Amounts; readonly isKnown: boolean } = { cost: new Map(), isKnown: true }
  for (const [asset, units] of things) {
    if (units > 0n) continue
    const had = before(asset)
    const left = isExchange ? withoutKnown(had, -units) : sold(had, -units, paid)
    if (isExchange) passedOn = { cost: less(had.cost, left.cost), isKnown: had.known >= -units }
    next.set(asset, left)
  }
  for (const [asset, units] of things) {
    if (units < 0n) continue
    const had = before(asset)
    const took = plus(passedOn.cost, negated(paid))
    const isKnown = passedOn.isKnown
    const bought = isKnown ? { known: had.known + units, cost: plus(had.cost, took) } : {}
    next.set(asset, { ...had, owned: had.owned + units, ...bought })
  }
  return next
}

/** What an entry sold, what that had cost, and what came in for it, fees and VAT taken off. */
export interface Sold extends SoldPart {
  readonly asset: string
  readonly brought: Amounts
}

/**
 * What an entry sold and what that had cost, before `costsAfter` it. Undefined of an entry that sold nothing for money: an
 * exchange carries the cost over and has no result.
 */
export function soldIn(costs: ReadonlyMap<string, AssetCost>, move: OwnMove): Sold | undefined {
  const { things, paid } = sidesOf(move)
  const [first, second] = things
  if (first === undefined || second !== undefined || first[1] > 0n) return undefined
  const [asset, units] = first
  return { asset, brought: paid, ...soldPart(costWithin(costs.get(asset) ?? nothing), -units) }
}

/** What was traded in an entry, and what it was paid in; nothing of either where something only came or left. */
function sidesOf({ kind, moved }: OwnMove): { readonly things: Amounts; readonly paid: Amounts } {
  const all = [...moved].filter(([, units]) => units !== 0n)
  const isOfMoney = all.every(([asset]) => isMoney(asset))
  const isTraded = (asset: string): boolean => (isOfMoney ? !isCurrency(asset) : !isMoney(asset))
  // What a contract brings or costs is USDT alone.
  const isTrade = effectOf(kind) === 'result' && !(isOfMoney && all.every(([asset]) => isTraded(asset)))
  const pick = (isWanted: (asset: string) => boolean): Amounts =>
    new Map(isTrade ? all.filter(([asset]) => isWanted(asset)) : [])
  return { things: pick(isTraded), paid: pick((asset) => !isTraded(asset)) }
}

/** What is known of no more than is owned: what left without a sale takes the unknown part first, then its share of the cost. */
export function costWithin(cost: AssetCost): AssetCost {
  if (cost.known <= cost.owned) return cost
  const { owned } = cost
  return { ...withoutKnown(cost, cost.known - owned), owned }
}

/** Of a quantity that is sold, the part that was bought here: it is sold first, with its share of the cost. */
function soldPart(before: AssetCost, quantity: bigint): SoldPart {
  const known = minOf(quantity, before.known)
  return { quantity, known, cost: known === 0n ? new Map() : partOf(before.cost, known, before.known) }
}

/** After a sale: the result counts the bought part's share of what the sale brought. */
function sold(before: AssetCost, quantity: bigint, brought: Amounts): AssetCost {
  const { known, cost } = soldPart(before, quantity)
  const left = { ...before, owned: before.owned - quantity }
  if (known === 0n) return left
  return {
    ...left,
    known: before.known - known,
    cost: less(before.cost, cost),
    realised: plus(before.realised, less(partOf(brought, known, quantity), cost)),
  }
}

/** Without a quantity, bought parts first. */
function withoutKnown(before: AssetCost, quantity: bigint): AssetCost {
  const owned = before.owned - quantity
  const part = minOf(quantity, before.known)
  if (part === 0n) return { ...before, owned }
  return {
    ...before,
    owned,
    known: before.known - part,
    cost: less(before.cost, partOf(before.cost, part, before.known)),
  }
}

/** A part of amounts, each half to even; the whole is exactly the whole. */
function partOf(amounts: Amounts, part: bigint, whole: bigint): Amounts {
  if (part === whole) return amounts
  return new Map([...amounts].map(([code, minor]) => [code, divide(minor * part, whole, 'half-even')]))
}

function plus(one: Amounts, other: Amounts): Amounts {
  const sum = new Map(one)
  for (const [code, minor] of other) sum.set(code, (sum.get(code) ?? 0n) + minor)
  return sum
}

const negated = (amounts: Amounts): Amounts => new Map([...amounts].map(([code, minor]) => [code, -minor]))
const less = (one: Amounts, other: Amounts): Amounts => plus(one, negated(other))
