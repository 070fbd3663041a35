import type { Approvals } from '@bolsillo/approvals/server'
import { type Instant, isRejection, plusMs, present, reject, writeDecimal, writeMoney } from '@bolsillo/kernel'
import { paymentRejections } from '@bolsillo/payments/contract'
import { type Db, useCase } from '@bolsillo/server-kit'
import { depositRejections as r } from '../../contract/index.ts'
import * as calls from '../../contract/operator.ts'
import {
  type CaseRow,
  caseKinds,
  listDepositCases,
  readDepositCase,
  readDepositClaim,
} from '../../contract/operator.ts'
import {
  creditedAccount,
  type DepositStage,
  depositLimits,
  depositPowers,
  depositSettings,
  payableAsset,
} from '../../domain/index.ts'
import { stuckAfterMs } from '../book.ts'
import { deleteChannelPassword, putChannelPassword } from '../channel-password-store.ts'
import { hashChannelPassword } from '../channel-passwords.ts'
import { endOfClaim, endOfDeposit, happened, refuseDeposit } from '../deposit-case.ts'
import { findDeposit, findSteps, lockDeposit } from '../deposit-store.ts'
import type { DepositsDeps } from '../deps.ts'
import { isOriginPayable, refuseUnclaimed } from '../elsewhere/elsewhere-facts.ts'
import { findElsewhere, findUnclaimed } from '../elsewhere/elsewhere-store.ts'
import { originOf } from '../return.ts'
import { findClaim, findClaimSteps, findOpenClaims } from '../reversal-store.ts'
import type { StoredDeposit } from '../stored-deposit.ts'
import { writeDeposits, writeStep } from '../wire.ts'
import { findWaiting, noteLimit, type WaitingDeposit } from './case-store.ts'

const casesMax = 500
const hourMs = 3_600_000

/** Within how many hours each kind of case should be done. Proofs have a setting of their own. */
const dueHours = {
  held: 24,
  stuck: 24,
  claim: 72,
  'over-limit': 72,
  unclaimed: depositLimits.unclaimedReviewMs / hourMs,
} as const

/** What staff look at in a deposit of a stage; one that was credited is looked at for its excess. */
const kindOfStage: Partial<Readonly<Record<DepositStage, CaseRow['kind']>>> = {
  'proof-check': 'proof',
  held: 'held',
  confirming: 'stuck',
}

function dueMs({ settings }: DepositsDeps, kind: CaseRow['kind']): number {
  return (kind === 'proof' ? settings.get(depositSettings.proofHours) : dueHours[kind]) * hourMs
}

/** What waits for staff. */
export const listCases = useCase(listDepositCases, async ({ kind }, { db, now }, deps: DepositsDeps) => {
  const [waiting, claims] = await Promise.all([
    findWaiting(db, plusMs(now, -stuckAfterMs), casesMax),
    findOpenClaims(db, casesMax),
  ])
  const ids = new Set([...waiting, ...claims].flatMap(({ customerId }) => customerId ?? []))
  const summaries = await Promise.all([...ids].map((id) => deps.customers.find(db, id)))
  const numberOf = (id: string | undefined) => summaries.find((one) => one?.customerId === id)?.displayNumber
  const rows = [
    ...waiting.map((row) => waitingRow(deps, row, numberOf(row.customerId))),
    ...claims.map((claim): CaseRow => {
      const { asset } = claim.amount
      const customer = numberOf(claim.customerId)
      return {
        caseId: claim.claimId,
        kind: 'claim',
        claimOf: claim.withdrawalId === undefined ? 'deposit' : 'withdrawal',
        asset: asset.code,
        amount: writeDecimal(claim.open, asset.scale),
        ...(customer === undefined ? {} : { customer }),
        since: claim.openedAt,
        dueAt: plusMs(claim.openedAt, dueMs(deps, 'claim')),
      }
    }),
  ].sort((a, b) => a.dueAt - b.dueAt)
  const counts = Object.fromEntries(caseKinds.map((name) => [name, rows.filter((row) => row.kind === name).length]))
  return {
    rows: kind === undefined ? rows : rows.filter((row) => row.kind === kind),
    counts: { proof: 0, held: 0, stuck: 0, claim: 0, 'over-limit': 0, unclaimed: 0, ...counts },
  }
})

function waitingRow(deps: DepositsDeps, row: WaitingDeposit, customer: string | undefined): CaseRow {
  const asset = present(payableAsset(row.asset), `asset ${row.asset}`)
  return {
    caseId: row.depositId,
    kind: row.kind,
    asset: row.asset,
    // Whoever reads a proof is not shown what its customer announced.
    ...(row.kind === 'proof' ? {} : { amount: writeDecimal(row.minor, asset.scale) }),
    ...(customer === undefined ? {} : { customer }),
    method: row.method,
    ...(row.reason === undefined ? {} : { reason: row.reason }),
    since: row.since,
    dueAt: plusMs(row.since, dueMs(deps, row.kind)),
  }
}

/** One deposit as staff review it. The look is written into the customer's own log first. */
export const readCase = useCase(readDepositCase, async ({ depositId }, context, deps: DepositsDeps) => {
  const { db, now } = context
  const deposit = await findDeposit(db, depositId)
  if (deposit === undefined) return reject(r.caseUnknown, { field: 'depositId' })
  const { customerId, from } = deposit
  const stopped =
    customerId === undefined
      ? undefined
      : await deps.views.viewed(context, {
          customerId,
          what: 'deposit',
          caseId: depositId,
          endedAt: endOfDeposit(deposit),
        })
  if (isRejection(stopped)) return stopped
  const kind = kindOfStage[deposit.stage] ?? 'over-limit'
  const [[written], steps, customer, proposals, rests] = await Promise.all([
    writeDeposits(deps, db, [deposit]),
    findSteps(db, depositId),
    customerOf(deps, db, deposit),
    openProposals(deps.approvals, db, depositId, context.operator.operatorId),
    restOf(deps, db, deposit, now),
  ])
  const isUnread = deposit.stage === 'proof-check' && proposals.length === 0
  const { asked, ...shown } = present(written, 'the deposit found')
  return {
    deposit: isUnread || asked === undefined ? shown : { ...shown, asked },
    ...(from === undefined ? {} : { payer: from }),
    ...(customer === undefined ? {} : { customer }),
    ...(deposit.proofFileId === undefined ? {} : { proofFileId: deposit.proofFileId }),
    life: steps.map(writeStep),
    proposals,
    canReturn: deposit.stage === 'held' && originOf(deps, deposit) !== undefined,
    ...rests,
    dueAt: rests.unclaimed?.reviewAt ?? plusMs(deposit.updatedAt, dueMs(deps, kind)),
  }
})

/** How held money that cannot go back to its origin may end, and what was agreed about it. */
async function restOf(deps: DepositsDeps, db: Db, deposit: StoredDeposit, now: Instant) {
  if (deposit.stage !== 'held') return { canReturnElsewhere: false, canRest: false }
  const { depositId, from } = deposit
  const [payable, planned, unclaimed, refused] = await Promise.all([
    isOriginPayable(deps, db, deposit),
    findElsewhere(db, depositId),
    findUnclaimed(db, depositId),
    refuseUnclaimed(deps, db, deposit, now),
  ])
  const isNamed = from !== undefined && from.name !== ''
  return {
    canReturnElsewhere: !payable && isNamed && planned === undefined,
    canRest: refused === undefined,
    ...(planned === undefined
      ? {}
      : {
          elsewhere: {
            ...{ account: planned.account, holder: planned.holder, reason: planned.reason },
            ...{ decidedAt: planned.decidedAt, dueAt: planned.dueAt },
          },
        }),
    ...(unclaimed === undefined
      ? {}
      : { unclaimed: { since: unclaimed.decidedAt, reviewAt: unclaimed.reviewAt, reason: unclaimed.reason } }),
  }
}

async function customerOf({ customers, people }: DepositsDeps, db: Db, { customerId, from, method }: StoredDeposit) {
  if (customerId === undefined) return undefined
  const [summary, person] = await Promise.all([customers.find(db, customerId), people.find(db, customerId)])
  if (summary === undefined) return undefined
  const tellsName = method !== 'chain' && from !== undefined
  return {
    customerId,
    number: summary.displayNumber,
    account: summary.account,
    ...(person === undefined ? {} : { name: person.name, level: person.level }),
    ...(person === undefined || !tellsName ? {} : { payerFits: people.isNameOf(person, from.name) }),
  }
}

async function openProposals(approvals: Approvals, db: Db, subject: string, me: string) {
  const open = await Promise.all(
    Object.values(depositPowers).map(async (kind) => ({ kind, about: await approvals.openAbout(db, kind, subject) })),
  )
  return open.flatMap(({ kind, about }) =>
    about === undefined ? [] : [{ approvalId: about.approvalId, kind, byMe: about.maker === me }],
  )
}

/** What a customer still owes after a reversal, or after a withdrawal of which more arrived than was asked for. */
export const readClaim = useCase(readDepositClaim, async ({ claimId }, context, deps: DepositsDeps) => {
  const { db } = context
  const claim = await findClaim(db, claimId)
  if (claim === undefined) return reject(r.caseUnknown, { field: 'claimId' })
  const { customerId, amount } = claim
  const { asset } = amount
  if (customerId !== undefined) {
    const stopped = await deps.views.viewed(context, {
      customerId,
      what: 'deposit-claim',
      caseId: claimId,
      endedAt: endOfClaim(claim),
    })
    if (isRejection(stopped)) return stopped
  }
  const account = customerId === undefined ? undefined : creditedAccount(customerId, asset.code)
  const [summary, balances, steps, proposals] = await Promise.all([
    customerId === undefined ? undefined : deps.customers.find(db, customerId),
    deps.ledger.balances(db, account === undefined ? [] : [account]),
    findClaimSteps(db, claimId),
    openProposals(deps.approvals, db, claimId, context.operator.operatorId),
  ])
  const balance = account === undefined ? undefined : balances.get(account)
  const write = (minor: bigint): string => writeDecimal(minor, asset.scale)
  return {
    claim: {
      claimId,
      ...(claim.depositId === undefined ? {} : { depositId: claim.depositId }),
      ...(claim.withdrawalId === undefined ? {} : { withdrawalId: claim.withdrawalId }),
      ...(summary === undefined ? {} : { customer: summary.displayNumber }),
      asset: asset.code,
      amount: writeMoney(amount),
      open: write(claim.open),
      available: write(balance === undefined ? 0n : balance.posted - balance.held),
      reason: claim.reason,
      openedAt: claim.openedAt,
      steps: steps.map((step) => ({
        at: step.at,
        way: step.way,
        amount: write(step.minor),
        reason: step.reason,
        entryId: step.entryId,
      })),
      proposals,
    },
  }
})

/** One person refuses a proof: no money came, so none is kept from anybody. */
export const refuseProof = useCase(calls.refuseProof, async ({ depositId, reason }, context, deps: DepositsDeps) => {
  const { tx, now } = context
  const deposit = await lockDeposit(tx, depositId)
  if (deposit === undefined) return reject(r.caseUnknown, { field: 'depositId' })
  if (deposit.stage !== 'proof-check') return reject(r.stateUnfit)
  const actor = context.operator.operatorId
  const after = await refuseDeposit(deps, tx, deposit, reason, { at: now, actor, reason })
  const [written] = await writeDeposits(deps, tx, [after])
  return { deposit: present(written, 'the deposit just changed') }
})

/** Compliance looked at a deposit above the day's limit. */
export const noteOverLimit = useCase(calls.noteOverLimit, async ({ depositId }, context, deps: DepositsDeps) => {
  const { tx, now } = context
  const deposit = await findDeposit(tx, depositId)
  if (deposit === undefined || !(await noteLimit(tx, depositId, now))) {
    return reject(r.caseUnknown, { field: 'depositId' })
  }
  const actor = context.operator.operatorId
  await happened(deps, tx, deposit, { what: 'note-over-limit', at: now, actor })
  return {}
})

/** Sets or removes the password of a channel. */
export const setChannelPassword = useCase(
  calls.setChannelPassword,
  async ({ channelId, password }, context, deps: DepositsDeps) => {
    const { tx, now } = context
    const state = deps.payments.channel(channelId, now)
    // Addresses of chains are public by nature: a password before them would keep nobody out.
    if (state === undefined || state.channel.method === 'chain') {
      return reject(paymentRejections.channelUnknown, { field: 'channelId' })
    }
    const by = context.operator.operatorId
    if (password === undefined) await deleteChannelPassword(tx, channelId)
    else {
      const hash = hashChannelPassword(deps.services, channelId, password)
      await putChannelPassword(tx, { channel: channelId, hash, by, at: now })
    }
    await deps.audit.record(tx, {
      at: now,
      actor: by,
      action: 'deposits.set-channel-password',
      subject: `channel:${channelId}`,
      details: { set: String(password !== undefined) },
    })
    return {}
  },
)
