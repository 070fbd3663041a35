/** One figure as `npm run bench` prints it: the median of its runs, and the peer's on the same work where there is one. */
export interface Figure {
  readonly bench: string
  readonly value: number
  readonly unit: string
  readonly peer?: string
  readonly peerValue?: number
  /** value / peerValue. */
  readonly ratio?: number
  /** The number of runs, and the value of each. */
  readonly runs: number
  readonly values: readonly number[]
}

/** The middle value; of an even number of values the lower middle. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN
}

function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals
}

export interface FigureOptions {
  /** The peer on the same work in the same run. */
  readonly peer?: { readonly name: string; readonly values: readonly number[] }
  /** Decimals to show; rates have none. */
  readonly decimals?: number
}

/** A figure from its runs, beside a peer's. */
export function figure(bench: string, unit: string, values: readonly number[], options: FigureOptions = {}): Figure {
  const { peer, decimals = 0 } = options
  const value = rounded(median(values), decimals)
  const runs = { runs: values.length, values: values.map((one) => rounded(one, decimals)) }
  if (peer === undefined) return { bench, value, unit, ...runs }
  const peerValue = rounded(median(peer.values), decimals)
  return { bench, value, unit, peer: peer.name, peerValue, ratio: rounded(value / peerValue, 1), ...runs }
}
