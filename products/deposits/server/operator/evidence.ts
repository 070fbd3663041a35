import { purposeViewers } from '@bolsillo/files/domain'
import { idOf, type Rejection, reject } from '@bolsillo/kernel'
import type { Db, OperatorSession } from '@bolsillo/server-kit'
import { depositRejections as r } from '../../contract/index.ts'
import type { DepositsDeps } from '../deps.ts'
import type { StoredDeposit } from '../stored-deposit.ts'

/**
 * Why somebody cannot decide about a deposit yet: they have not opened its proof, for this deposit. Whoever may not see
 * proofs decides with the case alone.
 */
export async function proofProblem(
  { files }: Pick<DepositsDeps, 'files'>,
  db: Db,
  deposit: StoredDeposit | undefined,
  { operatorId, roles }: Pick<OperatorSession, 'operatorId' | 'roles'>,
): Promise<Rejection | undefined> {
  if (deposit?.proofFileId === undefined) return undefined
  if (!purposeViewers['deposit-proof'].some((role) => roles.includes(role))) return undefined
  const asked = { fileIds: [idOf('fil', deposit.proofFileId)], caseId: deposit.depositId, by: operatorId }
  return (await files.opened(db, asked)).length > 0 ? undefined : reject(r.proofUnopened)
}
