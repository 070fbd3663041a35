import { writeDecimal } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { contractResults, resultRowsMax } from '../../contract/index.ts'
import { marginScale } from '../../domain/index.ts'
import type { ContractsWorld } from '../contracts-world.ts'
import { findResultsByPosition } from '../results-store.ts'

const money = (minor: bigint): string => writeDecimal(minor, marginScale)
const everMs = Number.MAX_SAFE_INTEGER

/** See the contract. The sum is over every position of the span, and not only over those that are named. */
export const listResults = useCase(
  contractResults,
  async ({ since = 0, until = everMs }, { db, customer }, _world: ContractsWorld) => {
    const rows = await findResultsByPosition(db, customer.customerId, { since, until })
    return {
      rows: rows.slice(0, resultRowsMax).map(({ position_id, symbol, at, minor }) => ({
        positionId: position_id,
        symbol,
        at: Number(at),
        net: money(minor),
      })),
      positions: rows.length,
      net: money(rows.reduce((sum, { minor }) => sum + minor, 0n)),
    }
  },
)
