import type { ReplyOf } from '@bolsillo/contract'
import { writeDecimal } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../../contract/index.ts'
import { accountParts } from '../../domain/index.ts'
import { customerPurse, type LedgerDeps, scaleOf } from '../deps.ts'
import { findHoldOpenings } from './history-store.ts'

/** See the contract. */
export const listHolds = useCase(
  calls.listHolds,
  async (_request, { customer, db }, { valuation }: LedgerDeps): Promise<ReplyOf<typeof calls.listHolds>> => {
    const holds = await findHoldOpenings(db, customer.customerId)
    return {
      rows: holds.map(({ holdId, account, opened, remaining, at, kind, reference, details }) => {
        const { purse, asset } = accountParts(account)
        const scale = scaleOf(asset, valuation)
        return {
          holdId,
          purse: customerPurse(purse),
          asset,
          remaining: writeDecimal(remaining, scale),
          opened: writeDecimal(opened, scale),
          at,
          kind,
          reference,
          details: { ...details },
        }
      }),
    }
  },
)
