import type { OperatorRole } from '@bolsillo/contract'
import { divide, type Id, type Instant, instant, rescale, writeDecimal } from '@bolsillo/kernel'
import { emptyBalance } from '@bolsillo/ledger/domain'
import { type Db, useCase } from '@bolsillo/server-kit'
import { type LateRow, lateRoles, listLateLiquidations } from '../../contract/operator.ts'
import { insuranceAccount, marginAssetCode } from '../../domain/contract-transfers.ts'
import { fineScale, liquidationStage, marginReport, marginScale } from '../../domain/index.ts'
import { type ContractsWorld, contractOf, loadContracts, markIn } from '../contracts-world.ts'
import type { ContractsDeps } from '../deps.ts'
import type { Engine, LateLiquidation } from '../engine/engine.ts'
import { stepLateMs } from '../engine/engine-liveness.ts'
import type { Patience } from '../liquidation/liquidate-account.ts'
import { situationOf, subjectOf } from '../liquidation/liquidation-steps.ts'

/** Rows shown at once: in a crash the longest below are what matters, and each is computed from its positions. */
const rowsMax = 100

const money = (minor: bigint): string => writeDecimal(minor, marginScale)
const fine = (units: bigint): string => money(rescale(units, fineScale, marginScale, 'half-even'))
const million = 1_000_000n

/** The numbers customers are known to support by. */
export type NumbersOf = (db: Db, customerIds: readonly Id<'cus'>[]) => Promise<ReadonlyMap<string, string>>

/** Liquidations that are late, as the engine knows them, and their accounts as they are now. */
export const listLate = useCase(listLateLiquidations, async (_request, { db, now }, deps: ContractsDeps) => {
  const { engine, numbersOf } = deps
  const late = engine.late().slice(0, rowsMax)
  const ids = [...new Set(late.map(({ customerId }) => customerId))]
  const numbers = (ids.length === 0 ? undefined : await numbersOf?.(db, ids)) ?? new Map<string, string>()
  const rows = await Promise.all(late.map((one) => writeLate(deps, deps.patience, db, one)))
  const { below, blind } = engine.liveness()
  const fund = (await deps.ledger.balances(db, [insuranceAccount])).get(insuranceAccount) ?? emptyBalance
  return {
    rows: rows.map((row) => {
      const customer = numbers.get(row.customerId)
      return { ...row, ...(customer === undefined ? {} : { customer }) }
    }),
    below,
    blind,
    asset: marginAssetCode,
    fund: money(fund.posted),
    now,
  }
})

async function writeLate(world: ContractsWorld, patience: Patience, db: Db, late: LateLiquidation): Promise<LateRow> {
  const { customerId, subject, since, lateSince, reason, lastLook } = late
  const { facts, free } = await loadContracts(world, db, customerId)
  const positions = subjectOf(facts, subject)
  const liquidationId = positions.find((one) => one.liquidationId !== undefined)?.liquidationId
  const situation = positions.length === 0 ? undefined : situationOf(world, positions, free)
  const report = situation === undefined ? undefined : marginReport(situation.account)
  return {
    customerId,
    mode: subject.kind,
    ...(liquidationId === undefined
      ? {}
      : { liquidationId, stage: liquidationStage(patience.get(liquidationId) ?? 0) }),
    positions: positions.map(({ symbol, size }) => {
      const { scale } = contractOf(world, symbol)
      const mark = markIn(world, symbol)
      return {
        symbol,
        side: size > 0n ? ('long' as const) : ('short' as const),
        size: writeDecimal(size < 0n ? -size : size, scale.quantityScale),
        ...(mark === undefined ? {} : { mark: writeDecimal(mark, scale.priceScale) }),
      }
    }),
    ...(report === undefined
      ? {}
      : { equity: fine(report.equity), maintenance: fine(divide(report.maintenance, million, 'up')) }),
    since,
    lateSince,
    reason,
    ...(lastLook === undefined ? {} : { lastLook }),
  }
}

/** A queue as the console counts it. Who lists the queues of all rooms is not this room's to know. */
export interface LateQueue {
  readonly path: string
  readonly titleKey: string
  readonly roles: readonly OperatorRole[]
  readonly slaMs: number
  readonly waiting: () => Promise<{ readonly count: number; readonly oldestAt?: Instant }>
}

/** What the console counts and alarms by. Its time is the engine's own: whatever is in it is late. */
export function lateQueue(engine: Pick<Engine, 'late'>): LateQueue {
  return {
    path: '/liquidations',
    titleKey: 'contracts.console.title',
    roles: lateRoles,
    slaMs: stepLateMs,
    waiting: async () => {
      const late = engine.late()
      const since = late.map((one) => one.since)
      return { count: late.length, ...(since.length === 0 ? {} : { oldestAt: instant(Math.min(...since)) }) }
    },
  }
}
