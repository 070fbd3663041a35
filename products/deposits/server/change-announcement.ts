import { present, reject } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { addDepositProof, cancelDeposit, depositRejections as r } from '../contract/index.ts'
import { kindOfMethod } from '../domain/index.ts'
import { useProof } from './announce.ts'
import { moveDeposit } from './deposit-case.ts'
import { lockDeposit } from './deposit-store.ts'
import type { DepositsDeps } from './deps.ts'
import { writeDeposits } from './wire.ts'

/** Adds the proof of an offline deposit: from then on staff look for the money. */
export const addProof = useCase(
  addDepositProof,
  async ({ depositId, fileId }, { tx, customer, now }, deps: DepositsDeps) => {
    const { customerId } = customer
    const deposit = await lockDeposit(tx, depositId)
    if (deposit?.customerId !== customerId) return reject(r.depositUnknown, { field: 'depositId' })
    if (deposit.stage !== 'awaiting-payment' || kindOfMethod(deposit.method) !== 'offline') return reject(r.stateUnfit)
    const unusable = await useProof(deps, tx, deposit, { fileId, field: 'fileId', now })
    if (unusable !== undefined) return unusable
    const change = { stage: 'proof-check', proofFileId: fileId } as const
    const after = await moveDeposit(deps, tx, deposit, change, { at: now, actor: customerId })
    const [written] = await writeDeposits(deps, tx, [after])
    return { deposit: present(written, 'the deposit just changed') }
  },
)

/** Takes an announcement back. It never was money, so nothing is lost by it. */
export const cancel = useCase(cancelDeposit, async ({ depositId }, { tx, customer, now }, deps: DepositsDeps) => {
  const { customerId } = customer
  const deposit = await lockDeposit(tx, depositId)
  if (deposit?.customerId !== customerId) return reject(r.depositUnknown, { field: 'depositId' })
  if (deposit.stage !== 'awaiting-payment') return reject(r.stateUnfit)
  const step = { at: now, actor: customerId, reason: 'cancelled' } as const
  const after = await moveDeposit(deps, tx, deposit, { stage: 'failed', failReason: step.reason }, step)
  const [written] = await writeDeposits(deps, tx, [after])
  return { deposit: present(written, 'the deposit just changed') }
})
