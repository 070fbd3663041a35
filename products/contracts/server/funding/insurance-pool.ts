import type { Instant } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import { insurancePoolEntry, insurancePoolId } from '../../domain/contract-transfers.ts'
import type { ContractsWorld } from '../contracts-world.ts'

/** Gives the insurance fund of a practice market its first money, once for ever. */
export async function fillInsuranceFund({ ledger, custodian }: ContractsWorld, tx: Tx, at: Instant): Promise<void> {
  const known = await ledger.entries(tx, [insurancePoolId])
  if (known.length === 0) await ledger.post(tx, [insurancePoolEntry(custodian, at)])
}
