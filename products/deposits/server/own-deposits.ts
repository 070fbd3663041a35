import { refuseUnknown } from '@bolsillo/contract'
import { type Id, present, reject, tradedCoins } from '@bolsillo/kernel'
import { writeHashedEntries } from '@bolsillo/ledger/server'
import { type Db, useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import { depositRejections as r, readDepositReceipt } from '../contract/index.ts'
import { creditedAccount } from '../domain/index.ts'
import { findDeposit, findDepositsOf, findSteps } from './deposit-store.ts'
import type { DepositsDeps } from './deps.ts'
import { findReversals } from './reversal-store.ts'
import type { StoredDeposit } from './stored-deposit.ts'
import { writeDeposits, writePayIn, writeStep } from './wire.ts'

const standardRows = 30

/** The customer's deposits, newest first. */
export const listDeposits = useCase(
  calls.listDeposits,
  async ({ kind, open, cursor, limit = standardRows }, { db, customer }, deps: DepositsDeps) => {
    const { customerId } = customer
    const rows = await findDepositsOf(db, customerId, { kind, open, before: cursor, limit: limit + 1 })
    return await pageOf(deps, db, rows, limit)
  },
)

/** The customer's deposits of coins, newest first. */
export const listCoinDeposits = useCase(
  calls.listCoinDeposits,
  async ({ asset, cursor, limit = standardRows }, { db, customer }, deps: DepositsDeps) => {
    const { customerId } = customer
    const rows = await findDepositsOf(db, customerId, { kind: 'crypto', asset, before: cursor, limit: limit + 1 })
    if (rows.length === 0 && asset !== undefined && !Object.hasOwn(tradedCoins, asset)) return refuseUnknown('asset')
    return await pageOf(deps, db, rows, limit)
  },
)

async function pageOf(deps: DepositsDeps, db: Db, rows: readonly StoredDeposit[], limit: number) {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    rows: await writeDeposits(deps, db, shown),
    ...(last === undefined ? {} : { next: last.depositId }),
  }
}

/** One deposit with everything that happened to it. */
export const readDeposit = useCase(calls.readDeposit, async ({ depositId }, { db, customer }, deps: DepositsDeps) => {
  const { customerId } = customer
  const deposit = await findOwn(db, customerId, depositId)
  if (deposit === undefined) return reject(r.depositUnknown, { field: 'depositId' })
  const [[written], steps] = await Promise.all([writeDeposits(deps, db, [deposit]), findSteps(db, depositId)])
  const { channel } = deposit
  const isOpen = deposit.stage === 'awaiting-payment' || deposit.stage === 'proof-check'
  const payIn =
    channel === undefined || !isOpen ? undefined : await deps.payments.findPayInAddress(db, { customerId, channel })
  return {
    deposit: present(written, 'the deposit found'),
    life: steps.map(writeStep),
    ...(payIn === undefined ? {} : { payIn: writePayIn(payIn) }),
  }
})

/** What is needed to check a deposit on one's own device: its entries exactly as they were hashed. */
export const readReceipt = useCase(readDepositReceipt, async ({ depositId }, { db, customer }, deps: DepositsDeps) => {
  const { customerId } = customer
  const deposit = await findOwn(db, customerId, depositId)
  if (deposit === undefined) return reject(r.depositUnknown, { field: 'depositId' })
  const { entryId } = deposit
  if (entryId === undefined) return reject(r.notCredited)
  const reversals = await findReversals(db, [depositId])
  const ids = [entryId, ...reversals.flatMap((reversal) => reversal.entryId ?? [])]
  const [chained, head, [written]] = await Promise.all([
    deps.ledger.entries(db, ids),
    deps.ledger.head(db),
    writeDeposits(deps, db, [deposit]),
  ])
  return {
    deposit: present(written, 'the deposit found'),
    account: creditedAccount(customerId, deposit.asset.code),
    entries: await writeHashedEntries(db, chained, customerId),
    head: { seq: head.seq.toString(), hash: head.hash },
  }
})

async function findOwn(db: Db, customerId: Id<'cus'>, depositId: Id<'dep'>): Promise<StoredDeposit | undefined> {
  const deposit = await findDeposit(db, depositId)
  return deposit?.customerId === customerId ? deposit : undefined
}
