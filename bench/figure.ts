/** One figure as `npm run bench` prints it: the median of its runs, and the peer's on the same work where there is one. */
export interface Figure {
  readonly bench: string
  readonly value: number
  readonly unit: string
  readonly peer?: string
  readonly peerValue?: number
  /** value / peerValue. */
  readonly ratio?: number
  readonly runs: readonly number[]
}

/** The middle value; of an even number of values the lower middle. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN
}

/** A figure from runs, beside a peer's runs. Rates are rounded to whole numbers. */
export function figure(
  bench: string,
  unit: string,
  runs: readonly number[],
  peer?: { readonly name: string; readonly runs: readonly number[] },
): Figure {
  const value = Math.round(median(runs))
  const common = { bench, value, unit }
  const rounded = runs.map(Math.round)
  if (peer === undefined) return { ...common, runs: rounded }
  const peerValue = Math.round(median(peer.runs))
  return { ...common, peer: peer.name, peerValue, ratio: Math.round((value / peerValue) * 10) / 10, runs: rounded }
}
