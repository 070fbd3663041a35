import { divide, minOf } from '@bolsillo/kernel'
import { effectOf } from '@bolsillo/ledger/domain'
import { isMoney } from './prices.ts'

/** Amounts by the code of their money, minor units. */
export type Amounts = ReadonlyMap<string, bigint>

/** What is known of one share or coin from everything that moved it, whichever market it was traded in. */
export interface AssetCost {
  readonly owned: bigint
  /** How much of it was bought here and is still there. The rest came in ways that have no cost (a deposit). */
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
 * of one asset for another passes the cost on; what leaves in other ways leaves the unknown part first, then takes its share of
 * the cost along. So of every asset the result is what came in, less what went out, and what is left.
 */
export function costsAfter(
  costs: ReadonlyMap<string, AssetCost>,
  { kind, moved }: OwnMove,
): ReadonlyMap<string, AssetCost> {
  const next = new Map(costs)
  const [paid, things] = [new Map<string, bigint>(), new Map<string, bigint>()]
  for (const [asset, units] of moved) if (units !== 0n) (isMoney(asset) ? paid : things).set(asset, units)
  const isTrade = effectOf(kind) === 'result'
  let passedOn: { readonly cost: Amounts; readonly isKnown: boolean } = { cost: new Map(), isKnown: true }
  for (const [asset, units] of things) {
    if (units > 0n) continue
    const before = costs.get(asset) ?? nothing
    const isExchange = [...things.values()].some((other) => other > 0n)
    if (isTrade && !isExchange) next.set(asset, sold(before, -units, paid))
    else {
      const left = without(before, -units, isTrade)
      if (isTrade) passedOn = { cost: less(before.cost, left.cost), isKnown: before.known >= -units }
      next.set(asset, left)
    }
  }
  for (const [asset, units] of things) {
    if (units < 0n) continue
    const before = next.get(asset) ?? nothing
    const took = plus(passedOn.cost, negated(paid))
    next.set(
      asset,
      isTrade && passedOn.isKnown
        ? { ...before, owned: before.owned + units, known: before.known + units, cost: plus(before.cost, took) }
        : { ...before, owned: before.owned + units },
    )
  }
  return next
}

/** After a sale: bought parts are sold first, and the result counts their share of what the sale brought. */
function sold(before: AssetCost, quantity: bigint, brought: Amounts): AssetCost {
  const known = minOf(quantity, before.known)
  const left = { ...before, owned: before.owned - quantity }
  if (known === 0n) return left
  const part = partOf(before.cost, known, before.known)
  return {
    ...left,
    known: before.known - known,
    cost: less(before.cost, part),
    realised: plus(before.realised, less(partOf(brought, known, quantity), part)),
  }
}

/** After something left without a sale. `knownFirst`: bought parts leave before the others. */
function without(before: AssetCost, quantity: bigint, knownFirst: boolean): AssetCost {
  const owned = before.owned - quantity
  const known = knownFirst ? before.known - minOf(quantity, before.known) : minOf(before.known, owned)
  if (known === before.known) return { ...before, owned }
  return { ...before, owned, known, cost: less(before.cost, partOf(before.cost, before.known - known, before.known)) }
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
