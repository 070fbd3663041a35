import type { Clock } from '@bolsillo/kernel'
import { type Act, isRowAct } from '@bolsillo/ledger/domain'
import {
  type FoldFault,
  type FollowedAct,
  type PutRow,
  putAll,
  type RowMaker,
  type RowSource,
  type RowTaker,
} from '@bolsillo/ledger/server'
import type { Tx } from '@bolsillo/server-kit'
import { applyAct, beginTrading, type FoldedRows, settleFills, type TradingState } from '../../domain/index.ts'
import {
  fillOfBefore,
  findLost,
  findWaitingCommitment,
  lapsedAt,
  orderOfBefore,
  readBefore,
  readBeforeNow,
} from './before-acts-store.ts'
import {
  fillTable,
  lockTable,
  orderTable,
  positionTable,
  putFill,
  putLock,
  putOrder,
  putPosition,
} from './trading-tables.ts'

/** The row with the hash of the earlier rows. */
const beforeTable = 'trade_before'

class TradingMaker implements RowMaker {
  readonly #state: TradingState
  /** What the journal's first act about that row commits to. */
  #commitment: Uint8Array | undefined

  constructor(state: TradingState) {
    this.#state = state
  }

  follow({ seq, act, entry }: FollowedAct, put: PutRow): FoldFault | undefined {
    if (act !== undefined) this.#commitment ??= commitmentOf(act)
    const rows = applyAct(this.#state, { seq, act, entry })
    putRows(put, rows)
    return rows.problem === undefined ? undefined : { seq, problem: rows.problem }
  }

  async finish(_: unknown, out: RowTaker, tx: Tx): Promise<FoldFault | undefined> {
    const problem = await this.#beforeProblem(tx)
    if (problem !== undefined) return { problem }
    const { orders, before, positions, locks, now } = this.#state
    putRows(out.put, { orders: [], fills: settleFills(this.#state) })
    await putAll(out, [...orders.values(), ...[...before.values()].map((record) => ({ record }))], ({ record }) => {
      if (record !== undefined) putOrder(out.put, record)
    })
    await putAll(out, positions.values(), (position) => putPosition(out.put, position))
    await putAll(out, locks.values(), (lock) => putLock(out.put, lock))
    await out.keep(orderTable, orderOfBefore)
    await out.keep(fillTable, fillOfBefore)
    await out.keep(lockTable, lapsedAt(now))
    return undefined
  }

  /** Why what rows go on from is not what was written down; undefined when it is. */
  async #beforeProblem(tx: Tx): Promise<string | undefined> {
    const { isWhole, commitment } = await readBeforeNow(tx)
    const recorded = this.#commitment ?? (await findWaitingCommitment(tx))
    const isRecorded = recorded !== undefined && commitment !== undefined && Buffer.compare(recorded, commitment) === 0
    if (!isWhole || !isRecorded) return 'what trading had before its acts is not what was recorded'
    const [lost] = await findLost(tx, 1)
    return lost === undefined
      ? undefined
      : `${lost}, from before the acts of trading were complete, is missing, and no act records it`
  }
}

function commitmentOf(act: Act): Uint8Array | undefined {
  const { commitment } = act.payload
  return act.subject === beforeTable && isRowAct(act) && commitment instanceof Uint8Array ? commitment : undefined
}

function putRows(put: PutRow, { orders, fills }: FoldedRows): void {
  for (const record of orders) putOrder(put, record)
  for (const fill of fills) putFill(put, fill)
}

/** What trading registers of its tables: orders, fills, positions and locks. Locks that have lapsed by `clock` mean nothing. */
export function tradingRows(clock: Clock): RowSource {
  return {
    tables: [orderTable, fillTable, positionTable, lockTable],
    begin: async (tx) => new TradingMaker(beginTrading(await readBefore(tx), clock.now())),
  }
}
