import { postFitting } from '@bolsillo/cases/server'
import { assert } from '@bolsillo/kernel'
import type { Delivery } from '@bolsillo/payments/server'
import type { Tx } from '@bolsillo/server-kit'
import { creditEntry } from '../../domain/index.ts'
import { lockExternal } from '../deposit-store.ts'
import type { DepositsDeps } from '../deps.ts'
import { noteCredited, wasCredited } from './naive-store.ts'

/**
 * The control of the races of callbacks: looks whether a payment was credited, credits it through the same ledger, notes
 * it. With the lock of the payment it credits once; without, everyone who looks before the first has committed credits again.
 */
export async function takeNaively(
  deps: DepositsDeps,
  tx: Tx,
  { railId, event, customerId, now }: Delivery<'received'>,
  isLocked: boolean,
): Promise<void> {
  const { externalId, amount } = event
  if (isLocked) await lockExternal(tx, railId, externalId)
  if (await wasCredited(tx, externalId)) return
  assert(customerId !== undefined, 'the control knows whose money it is')
  const { ids } = deps.services
  const move = {
    entryId: ids.next('ent'),
    depositId: ids.next('dep'),
    railId,
    externalId,
    amount,
    at: now,
    actor: 'deposits',
  }
  await postFitting(deps, tx, [creditEntry(move, customerId)])
  await noteCredited(tx, externalId)
}
