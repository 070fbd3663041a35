import { mix32 } from '@bolsillo/kernel'

/*
 * Randomness by name instead of by turn: every draw is a pure function of its keys, so any moment of any day can be
 * computed without walking there. Keys are 32-bit integers; the finaliser is MurmurHash3's (kernel `mix32`).
 */

/** A 32-bit word that belongs to these keys. */
export function keyedWord(seed: number, a: number, b: number): number {
  return mix32(Math.imul(a, 0x9e3779b1) ^ mix32(seed ^ Math.imul(b, 0x85ebca77)))
}

/** Uniform in (0, 1), never an end: safe under a logarithm. */
export function keyedUniform(seed: number, a: number, b: number): number {
  return (keyedWord(seed, a, b) + 0.5) / 4294967296
}

const cells = 8192
const quantiles = quantileTable()

/** Standard normal deviate of these keys: the inverse distribution by table, straight between 8,192 points (|z| < 3.9). */
export function keyedNormal(seed: number, a: number, b: number): number {
  const position = (keyedWord(seed, a, b) / 4294967296) * cells
  const cell = Math.floor(position)
  const low = quantiles[cell] ?? 0
  return low + ((quantiles[cell + 1] ?? 0) - low) * (position - cell)
}

/**
 * Smooth noise with mean 0 and variance about 1: normal values at whole numbers, joined by a cosine-free smooth step.
 * Slow-moving quantities (the mood of volatility) are sums of it.
 */
export function keyedNoise(seed: number, key: number, position: number): number {
  const cell = Math.floor(position)
  const part = position - cell
  const smooth = part * part * (3 - 2 * part)
  const from = keyedNormal(seed, key, cell)
  return from + (keyedNormal(seed, key, cell + 1) - from) * smooth
}

function quantileTable(): Float64Array {
  const table = new Float64Array(cells + 1)
  for (let i = 1; i < cells; i += 1) table[i] = inverseNormal(i / cells)
  // The two ends would be infinite; a quarter of a cell in keeps the tails where 8,192 cells can resolve them.
  table[0] = inverseNormal(0.25 / cells)
  table[cells] = -table[0]
  return table
}

/** Inverse of the normal distribution function (Acklam's rational approximation, relative error below 1.2e-9). */
function inverseNormal(probability: number): number {
  const tail = 0.02425
  if (probability < tail) return tailQuantile(Math.sqrt(-2 * Math.log(probability)))
  if (probability > 1 - tail) return -tailQuantile(Math.sqrt(-2 * Math.log(1 - probability)))
  const q = probability - 0.5
  const r = q * q
  const numerator =
    ((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.357751867269) * r -
      30.66479806614716) *
      r +
    2.506628277459239
  const denominator =
    ((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r -
      13.28068155288572) *
      r +
    1
  return (numerator * q) / denominator
}

function tailQuantile(q: number): number {
  const numerator =
    ((((-0.007784894002430293 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734) * q +
      4.374664141464968) *
      q +
    2.938163982698783
  const denominator =
    (((0.007784695709041462 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) * q + 1
  return numerator / denominator
}
