import type { SourcePlant } from './plant-source.ts'

/** A difference between the product and the model, or a rule that neither may break. */
export interface ModelFinding {
  /** The step of the world it was seen after. */
  readonly step: number
  /** What is compared, in a word or two: `balance`, `position`, `liveness`. */
  readonly rule: string
  readonly what: string
}

/** What a run of a world came to. */
export interface ModelRun {
  readonly seed: number
  readonly steps: number
  /** Comparisons made, restarts, kills, liquidations …: what was counted, in the order it is to be read. */
  readonly figures: Readonly<Record<string, number>>
  /** The first is the one that counts; a run ends with it. */
  readonly findings: readonly ModelFinding[]
  /** The world step by step, for `npm run models -- NAME SEED`. */
  readonly lines: readonly string[]
}

/** A fault of the product as it once was, put back while the source is loaded. */
export interface PlantedFault {
  readonly name: string
  /** One sentence: what goes wrong. */
  readonly what: string
  readonly source: readonly SourcePlant[]
  /** The seed whose first run finds it. */
  readonly seed: number
  /** Steps of that run; 500 if left out. */
  readonly steps?: number
}

/**
 * A second opinion about a part of the product: a plain model written from the published rules, which shares no code with
 * what it watches, run step by step beside it.
 */
export interface SecondModel {
  readonly name: string
  /**
   * Runs a random world of a seed beside the product on a database of its own, to its end or the first finding.
   * `lines`: whether each step is written down.
   */
  readonly run: (options: {
    readonly seed: number
    readonly steps: number
    readonly lines: boolean
  }) => Promise<ModelRun>
}
