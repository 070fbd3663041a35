import type { BooksRead } from '../books-store.ts'
import type { RecordedInputs, RecordedMark } from './contract-rows-store.ts'

/** What a step of warnings was decided on, as recorded. */
export interface WarningInputs extends Pick<RecordedInputs, 'cashFine' | 'positions'> {
  readonly equity: string
  readonly maintenance: string
  readonly marks: readonly WarningMark[]
  readonly lead: number
  readonly liquidationPrice?: string
}

interface WarningMark extends RecordedMark {
  readonly at: number
  readonly components: readonly { readonly venue: string; readonly price: string; readonly used: boolean }[]
}

export interface WarningRow {
  readonly customerId: string
  readonly account: string
  readonly number: number
  readonly step: 'first' | 'urgent' | 'calm'
  readonly at: bigint
  /** Undefined: nothing was open in the cross account. */
  readonly of:
    | {
        readonly positionId: string
        readonly ratio: bigint
        readonly threshold: bigint
        readonly inputs: WarningInputs
        /** The position as it is now: whose, in which mode, and when it closed. */
        readonly position: { readonly customerId: string; readonly mode: string; readonly closedAt: bigint | undefined }
      }
    | undefined
}

type Text = string | null

/** Steps of all accounts, in order; undefined in books of before there were any. */
export async function readWarnings(read: BooksRead): Promise<readonly WarningRow[] | undefined> {
  const [there] = await read<{ isThere: boolean }[]>`
    select to_regclass('contract_margin_warning') is not null as "isThere"`
  if (there?.isThere !== true) return undefined
  const rows = await read<
    (Pick<WarningRow, 'customerId' | 'account' | 'number' | 'step'> &
      Record<'positionId' | 'ratio' | 'threshold' | 'owner' | 'mode' | 'closedAt', Text> & {
        readonly at: string
        readonly inputs: WarningInputs | null
      })[]
  >`
    select warning.customer_id as "customerId", account, number, step, warning.at::text, position_id as "positionId",
      ratio::text, threshold::text, inputs, position.customer_id as owner, position.mode, closed_at::text as "closedAt"
    from contract_margin_warning as warning left join contract_position as position using (position_id)
    order by warning.customer_id, account, number`
  return rows.map(({ positionId, ratio, threshold, inputs, owner, mode, closedAt, ...row }) => ({
    ...row,
    at: BigInt(row.at),
    of:
      positionId === null || inputs === null
        ? undefined
        : {
            ...{ positionId, inputs, ratio: BigInt(ratio ?? 0), threshold: BigInt(threshold ?? 0) },
            position: {
              ...{ customerId: owner ?? '', mode: mode ?? '' },
              closedAt: closedAt === null ? undefined : BigInt(closedAt),
            },
          },
  }))
}
