import { divide, type Price, present, priceOf } from '@bolsillo/kernel'
import { compositions } from './instruments/constituents-data.ts'
import { instrumentOf } from './instruments.ts'

/** A share in an index. Weights of one index are compared with each other only. */
interface Constituent {
  readonly instrumentId: string
  readonly weight: bigint
}

const constituents: ReadonlyMap<string, readonly Constituent[]> = new Map(
  compositions.map((composition) => [
    composition.indexId,
    Object.entries(composition.weights).map(([ticker, weight]) => {
      const instrument = present(instrumentOf(`${ticker}.${composition.market}`), `constituent ${ticker}`)
      // A price-weighted index is one whose weights are the prices themselves.
      return {
        instrumentId: instrument.id,
        weight: composition.method === 'price' ? instrument.referencePrice : BigInt(weight),
      }
    }),
  ]),
)

/** What an index is made of; empty for anything that is no index. */
export function constituentsOf(indexId: string): readonly Constituent[] {
  return constituents.get(indexId) ?? []
}

/** Indices a share is in. */
export function indicesOf(instrumentId: string): readonly string[] {
  return indicesByShare.get(instrumentId) ?? []
}

const indicesByShare = new Map<string, string[]>()
for (const [indexId, members] of constituents) {
  for (const { instrumentId } of members) {
    indicesByShare.set(instrumentId, [...(indicesByShare.get(instrumentId) ?? []), indexId])
  }
}

/** A share's price now and at the moment the index had its base value. */
export interface Move {
  readonly price: Price
  readonly base: Price
}

// Digits kept beyond the index's own while parts are added, so that sixty roundings stay far below one unit.
const extraDigits = 1_000_000_000n

/**
 * The value of an index from its base value and the moves of its constituents since:
 * base × Σ weight × price ⁄ price at base, over Σ weight. Half to even, in the index's own price units.
 * Undefined when a constituent has no price: an index with holes is no index.
 */
export function indexLevel(
  indexId: string,
  base: Price,
  moveOf: (instrumentId: string) => Move | undefined,
): Price | undefined {
  let parts = 0n
  let whole = 0n
  for (const { instrumentId, weight } of constituentsOf(indexId)) {
    const move = moveOf(instrumentId)
    if (move === undefined || move.base <= 0n) return undefined
    parts += divide(weight * move.price * extraDigits, move.base, 'half-even')
    whole += weight
  }
  return whole === 0n ? undefined : priceOf(divide(base * parts, whole * extraDigits, 'half-even'))
}
