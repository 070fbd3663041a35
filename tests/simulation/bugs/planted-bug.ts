import type { Ledger } from '@bolsillo/ledger/server'
import type { Alter } from '../database/simulated-query.ts'
import type { Incoming, Outgoing } from '../server/front-door.ts'
import type { SimulatedMarket } from '../server/market.ts'

/** A fault of ours, put into a port of the product: a simulation that does not find it is worth nothing. */
export interface PlantedBug {
  readonly name: string
  /** What is wrong, in one sentence. */
  readonly what: string
  /** A statement becomes another. */
  readonly alter?: Alter
  /** Whether this commit is answered like any other and comes to nothing. */
  readonly losesCommit?: () => boolean
  readonly ledger?: (ledger: Ledger) => Partial<Ledger>
  readonly market?: (market: SimulatedMarket) => Partial<SimulatedMarket>
  readonly answer?: (answer: (request: Incoming) => Promise<Outgoing>) => (request: Incoming) => Promise<Outgoing>
}
