import type { AdlRank, ContractPosition } from '../../domain/index.ts'
import { type ContractsWorld, markIn } from '../contracts-world.ts'
import type { PositionWorld } from '../rows.ts'

/** What the rows of positions are made with. Ranks need all holders of a contract: who does not know them shows none. */
export function positionWorld(
  world: ContractsWorld,
  ranks: ReadonlyMap<string, AdlRank> = new Map<string, AdlRank>(),
): PositionWorld {
  return {
    instrumentOf: world.instrumentOf,
    markOf: (symbol) => markIn(world, symbol),
    rankOf: ({ positionId }: ContractPosition) => ranks.get(positionId),
  }
}
