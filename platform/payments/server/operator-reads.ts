import type { Approvals } from '@bolsillo/approvals/server'
import type { ReplyOf } from '@bolsillo/contract'
import { abs, plusMs, present, reject, writeDecimal, writeMoney } from '@bolsillo/kernel'
import { type Db, type Sql, type UseCase, useCase } from '@bolsillo/server-kit'
import { paymentRejections } from '../contract/index.ts'
import {
  listStuckPayouts,
  listTransfers,
  type Reconciliation,
  readReconciliation,
  readTransfer,
  type StuckAct,
  stuckActs,
} from '../contract/operator.ts'
import { type Destination, payableAssets, reconciliationLimits, writtenAfterMs } from '../domain/index.ts'
import type { PaymentsDeps, PaymentsStaffDeps } from './deps.ts'
import { findSilentRails } from './event-store.ts'
import { findHalts } from './liabilities/halt-store.ts'
import { failedKind, paidKind } from './manual-transfers.ts'
import { findOpenPayouts, findPayout } from './payout-store.ts'
import { haltRow } from './public-reads.ts'
import {
  type DaySums,
  findDifferences,
  findFreezes,
  findLastRuns,
  type KeptDifference,
  type Run,
} from './reconciliation-store.ts'
import { stuckKindOf } from './stuck/stuck-acts.ts'
import { otherRailFor } from './stuck/stuck-facts.ts'
import { findAttempts, findOtherAmount, findStuck } from './stuck/stuck-store.ts'
import { findTroubled } from './trouble-store.ts'

const differencesShown = 200
const troublesShown = 100
/** The time within which staff end each of them. */
const troubleDueMs = 24 * 3_600_000
const transfersShown = 200
const stuckShown = 200
type StuckRow = ReplyOf<typeof listStuckPayouts>['rows'][number]

const written = (minor: bigint, asset: string): string =>
  writeDecimal(minor, present(payableAssets[asset], asset).scale)

/** What staff read here. */
export const operatorReads: readonly UseCase<PaymentsStaffDeps>[] = [
  useCase(readReconciliation, (_, { db, now }, deps: PaymentsDeps) => readAll(deps, db, now)),
  useCase(listTransfers, async (_, { db }, { manual, staff }: PaymentsStaffDeps) => {
    const open = manual === undefined ? [] : await findOpenPayouts(db, manual.railId, transfersShown)
    const rows = []
    for (const payout of open) {
      const paid = await staff.approvals.openAbout(db, paidKind, payout.payoutId)
      const failed = paid ?? (await staff.approvals.openAbout(db, failedKind, payout.payoutId))
      rows.push({
        payoutId: payout.payoutId,
        cause: payout.cause,
        asset: payout.amount.asset.code,
        amount: writeMoney(payout.amount),
        reference: payout.reference,
        destination: masked(payout.destination),
        requestedAt: payout.requestedAt,
        ...(failed === undefined ? {} : { proposed: paid === undefined ? ('failed' as const) : ('paid' as const) }),
      })
    }
    return { rows }
  }),
  useCase(listStuckPayouts, async (_, { db }, deps: PaymentsStaffDeps) => ({
    rows: await stuckRows(deps, deps.staff.approvals, db),
  })),
  useCase(readTransfer, async ({ payoutId }, context, { manual, staff }: PaymentsStaffDeps) => {
    const payout = await findPayout(context.db, payoutId)
    if (payout === undefined || payout.railId !== manual?.railId) {
      return reject(paymentRejections.transferUnknown, { field: 'payoutId' })
    }
    const { customerId, destination } = payout
    if (customerId !== undefined) {
      const look = { customerId, what: 'bank-account', caseId: payoutId }
      const stopped = await staff.views.viewed(context, look)
      if (stopped !== undefined) return stopped
    }
    return { payoutId, ...accountOf(destination) }
  }),
]

async function stuckRows(deps: PaymentsDeps, approvals: Approvals, db: Db): Promise<StuckRow[]> {
  const rows: StuckRow[] = []
  for (const { payoutId, reason, since, dueAt, isOverdue } of await findStuck(db, stuckShown)) {
    const payout = present(await findPayout(db, payoutId), 'the payment that is stuck')
    const { attempts, problem } = await findAttempts(db, payoutId)
    const told = reason === 'other-amount' ? await findOtherAmount(db, payoutId) : undefined
    const other = otherRailFor(deps, payout)
    let proposed: StuckAct | undefined
    for (const act of stuckActs) {
      if ((await approvals.openAbout(db, stuckKindOf(act), payoutId)) !== undefined) proposed = act
    }
    rows.push({
      payoutId,
      cause: payout.cause,
      railId: payout.railId,
      asset: payout.amount.asset.code,
      amount: writeMoney(payout.amount),
      reference: payout.reference,
      destination: masked(payout.destination),
      reason,
      since,
      dueAt,
      overdue: isOverdue,
      attempts,
      ...(problem === undefined ? {} : { problem }),
      ...(told === undefined ? {} : { arrived: writeMoney(told.event.amount) }),
      ...(other === undefined ? {} : { otherRail: other.id }),
      ...(payout.externalId === undefined ? {} : { number: payout.externalId }),
      writtenFrom: plusMs(payout.requestedAt, writtenAfterMs),
      ...(proposed === undefined ? {} : { proposed }),
    })
  }
  return rows
}

function accountOf(destination: Destination): { bank: string; number: string; holder: string } {
  switch (destination.kind) {
    case 'account':
      return { bank: destination.bank, number: destination.number, holder: destination.holder }
    case 'clabe':
      return { bank: 'CLABE', number: destination.clabe, holder: destination.holder }
    case 'pix':
      return { bank: `PIX ${destination.keyKind}`, number: destination.key, holder: destination.holder }
    case 'address':
      return { bank: destination.network, number: destination.address, holder: '' }
  }
}

function masked(destination: Destination): string {
  const { bank, number } = accountOf(destination)
  return `${bank} •••• ${number.slice(-4)}`
}

async function readAll(deps: PaymentsDeps, db: Sql, now: Parameters<typeof findFreezes>[1]): Promise<Reconciliation> {
  const [runs, differences, freezes, troubles, silent, halts] = await Promise.all([
    findLastRuns(db),
    findDifferences(db, differencesShown),
    findFreezes(db, now),
    findTroubled(db, troublesShown),
    findSilentRails(db),
    findHalts(db),
  ])
  return {
    rails: deps.rails.map((rail) => {
      const run = runs.find(({ railId }) => railId === rail.id)
      const problem = silent.find(({ railId }) => railId === rail.id)?.problem
      return {
        railId: rail.id,
        simulated: rail.simulated,
        ...summaryOf(run),
        assets: rail.assets.map((asset) => ({
          asset,
          apart: written(apartOf(differences, rail.id, asset), asset),
          limit: deps.settings.get(present(reconciliationLimits[asset], `limit of ${asset}`)),
        })),
        ...(problem === undefined ? {} : { silent: problem }),
      }
    }),
    differences: differences.map(rowOf),
    halted: halts.map(haltRow),
    frozen: freezes.map(({ railId, asset, difference, from, until }) => ({
      railId,
      asset,
      amount: writeMoney(difference),
      from,
      until,
    })),
    troubles: troubles.map(({ nextTryAt, payoutId, ...trouble }) => ({
      ...trouble,
      dueAt: plusMs(trouble.toldAt, troubleDueMs),
      ...(payoutId === undefined ? {} : { payoutId }),
      ...(nextTryAt === undefined ? {} : { nextTryAt }),
    })),
  }
}

function apartOf(differences: readonly KeptDifference[], railId: string, asset: string): bigint {
  return differences
    .filter((one) => one.railId === railId && one.asset === asset && isUnclear(one))
    .reduce((sum, { minor }) => sum + abs(minor), 0n)
}

const isUnclear = ({ closedAt, acceptedAt }: KeptDifference): boolean =>
  closedAt === undefined && acceptedAt === undefined

function summaryOf(run: Run | undefined) {
  if (run === undefined) return { lines: 0, bookings: 0, differences: 0, days: [] }
  const { ranAt, lines, bookings, differences, days } = run
  return { ranAt, lines, bookings, differences, days: days.map(dayOf) }
}

function dayOf({ date, asset, lines, bookings, ...sums }: DaySums) {
  const decimal = (text: string): string => written(BigInt(text), asset)
  const { lineIn, lineOut, bookedIn, bookedOut } = sums
  return {
    date,
    asset,
    lines,
    bookings,
    lineIn: decimal(lineIn),
    lineOut: decimal(lineOut),
    bookedIn: decimal(bookedIn),
    bookedOut: decimal(bookedOut),
  }
}

function rowOf(one: KeptDifference) {
  const { asset, lineMinor, bookedMinor, closedAt, acceptedAt } = one
  return {
    differenceId: one.id,
    railId: one.railId,
    kind: one.kind,
    externalId: one.externalId,
    asset,
    amount: written(one.minor, asset),
    ...(lineMinor === undefined ? {} : { line: written(lineMinor, asset) }),
    ...(bookedMinor === undefined ? {} : { booked: written(bookedMinor, asset) }),
    at: one.at,
    foundAt: one.foundAt,
    ...(closedAt === undefined ? {} : { closedAt }),
    ...(acceptedAt === undefined ? {} : { acceptedAt }),
  }
}
