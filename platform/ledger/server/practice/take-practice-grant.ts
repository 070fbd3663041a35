import type { ReplyOf } from '@bolsillo/contract'
import { coins, type Id, type Instant, type Rejection, reject, writeMoney } from '@bolsillo/kernel'
import { type Tx, transaction, useCase } from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import { rejections } from '../../contract/index.ts'
import {
  accountId,
  practiceCoinPool,
  practiceCoinPoolEntryId,
  practiceGrantEntry,
  practicePool,
  practicePoolEntry,
  practicePoolEntryId,
} from '../../domain/index.ts'
import { grantAmounts, type LedgerDeps } from '../deps.ts'
import { insertPracticeGrant } from './practice-store.ts'

type Granted = ReplyOf<typeof calls.takePracticeGrant>

/** See the contract. */
export const takePracticeGrant = useCase(
  calls.takePracticeGrant,
  async (_request, context, deps: LedgerDeps): Promise<Granted | Rejection> => {
    const { customerId } = context.customer
    return await grantPracticeMoney(deps, context.tx, customerId, context.now)
  },
)

/**
 * Gives a customer the practice grant, once. With `seed` it is one of the demo's, dated back to before its made-up past:
 * the entry records it.
 */
export async function grantPracticeMoney(
  deps: Omit<LedgerDeps, 'publisher' | 'valuation'>,
  tx: Tx,
  customerId: Id<'cus'>,
  at: Instant,
  seed?: 'demo',
): Promise<Granted | Rejection> {
  const amounts = grantAmounts(deps.settings)
  const halted = (await deps.haltedAssets?.(tx)) ?? []
  if (amounts.some(({ asset }) => halted.includes(asset.code))) return reject(rejections.practiceHalted)
  const id = deps.services.ids.next('ent')
  if (!(await insertPracticeGrant(tx, { customerId, entryId: id, at }))) return reject(rejections.practiceGrantTaken)
  const outcome = await deps.ledger.post(tx, [
    practiceGrantEntry({ id, customerId, amounts, at, ...(seed === undefined ? {} : { seed }) }),
  ])
  if (outcome.kind === 'insufficient') return reject(rejections.practiceMoneyGone)
  const details = {
    ...Object.fromEntries(amounts.map((amount) => [amount.asset.code.toLowerCase(), writeMoney(amount)])),
    ...(seed === undefined ? {} : { demo: 'true' }),
  }
  await deps.audit.record(tx, { at, actor: customerId, action: 'ledger.practice-grant', subject: customerId, details })
  return { entryId: id, amounts: amounts.map((amount) => ({ asset: amount.asset.code, amount: writeMoney(amount) })) }
}

/** Fills practice-funding in a new practice market. Does nothing where it was filled before, or where money is real. */
export async function fillPracticePool(deps: LedgerDeps): Promise<void> {
  const { services, ledger, custodian } = deps
  if (services.mode !== 'SIM') return
  await transaction(services.sql, async (tx) => {
    const all = [...practicePool, ...practiceCoinPool]
    const accounts = all.flatMap(({ asset }) => [
      accountId('house', 'practice-funding', asset.code),
      accountId(custodian, 'custody', asset.code),
    ])
    // Another process may be starting too: with the rows locked, only one of us finds an entry missing.
    await ledger.lock(tx, accounts)
    const known = (await ledger.entries(tx, [practicePoolEntryId, practiceCoinPoolEntryId])).map(({ entry }) => entry)
    const now = services.clock.now()
    if (known.length === 0) await ledger.post(tx, [practicePoolEntry(all, custodian, now)])
    // A market that was opened before coins were traded is given theirs by an entry of its own.
    else if (!known.some(({ postings }) => postings.some(({ account }) => account.endsWith(`:${coins.USDT.code}`))))
      await ledger.post(tx, [practicePoolEntry(practiceCoinPool, custodian, now, practiceCoinPoolEntryId)])
  })
}
