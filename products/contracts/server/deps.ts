import type { ContractsWorld } from './contracts-world.ts'
import type { Engine } from './engine/engine.ts'
import type { ContractsGiven } from './given.ts'
import type { Patience } from './liquidation/liquidate-account.ts'
import type { Ranks } from './positions/own-positions.ts'

/** What the use cases of this room are given: its world, and what only some of them need. */
export interface ContractsDeps
  extends ContractsWorld,
    Pick<
      ContractsGiven,
      'tradePasswords' | 'needs' | 'ownLimits' | 'creditHeldUntil' | 'authorisations' | 'numbersOf'
    > {
  readonly ranks: Ranks
  readonly engine: Pick<Engine, 'late' | 'liveness'>
  readonly patience: Patience
}
