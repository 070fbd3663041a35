import { type Id, type Instant, idOf } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { WireMark } from '../../contract/index.ts'
import type { CheckedPosition, WarningStep } from '../../domain/index.ts'

/** What a step was decided on, as it is kept: equity and maintenance in USDT, marks as they were published. */
export interface WarningInputs {
  readonly cashFine: string
  readonly equity: string
  readonly maintenance: string
  readonly positions: readonly CheckedPosition[]
  readonly marks: readonly WireMark[]
  /** The place of the position that must keep most, and its liquidation price where there is one. */
  readonly lead: number
  readonly liquidationPrice?: string
}

/** Whose warnings are counted together: a customer's cross account, or one isolated position by its id. */
export interface WarnedAccount {
  readonly customerId: Id<'cus'>
  readonly account: string
}

/** A step of an account's warnings. */
export interface KeptStep extends WarnedAccount {
  readonly number: number
  readonly step: WarningStep
  readonly at: Instant
  /** Undefined: nothing is open in the cross account. */
  readonly of:
    | {
        readonly positionId: string
        readonly ratio: bigint
        readonly threshold: bigint
        readonly inputs: WarningInputs
      }
    | undefined
}

/** The last step of an account. */
export interface LastStep extends WarnedAccount {
  readonly number: number
  readonly step: WarningStep
}

interface LastRow {
  readonly customer_id: string
  readonly account: string
  readonly number: number
  readonly step: WarningStep
}

const lastOf = ({ customer_id, ...rest }: LastRow): LastStep => ({ ...rest, customerId: idOf('cus', customer_id) })

/** The last steps of these customers' accounts. */
export async function findLastSteps(db: Db, customerIds: readonly string[]): Promise<readonly LastStep[]> {
  const rows = await db<LastRow[]>`
    select distinct on (customer_id, account) customer_id, account, number, step from contract_margin_warning
    where customer_id = any (${[...customerIds]}::text[]) order by customer_id, account, number desc`
  return rows.map(lastOf)
}

/** The last steps of all episodes that are not over: of cross accounts, and of isolated positions that are open. */
export async function findEpisodes(db: Db): Promise<readonly LastStep[]> {
  const rows = await db<LastRow[]>`
    select * from (
      select distinct on (customer_id, account) customer_id, account, number, step from contract_margin_warning
      where account = 'cross' or exists (
        select from contract_position where position_id = account and closed_at is null)
      order by customer_id, account, number desc
    ) as last where step <> 'calm'`
  return rows.map(lastOf)
}

/** Keeps steps. @returns those that were not there yet, by account. */
export async function insertWarningSteps(tx: Tx, steps: readonly KeptStep[]): Promise<readonly WarnedAccount[]> {
  if (steps.length === 0) return []
  const rows = JSON.stringify(
    steps.map(({ customerId, of, ...step }) => ({
      ...step,
      customer_id: customerId,
      ...(of === undefined
        ? {}
        : { position_id: of.positionId, ratio: String(of.ratio), threshold: String(of.threshold), inputs: of.inputs }),
    })),
  )
  const kept = await tx<Pick<LastRow, 'customer_id' | 'account'>[]>`
    insert into contract_margin_warning
    select customer_id, account, number, step, position_id, ratio, threshold, inputs, at
    from jsonb_to_recordset(${rows}::text::jsonb) as one (
      customer_id text, account text, number integer, step text, position_id text, ratio bigint, threshold bigint,
      inputs jsonb, at bigint)
    on conflict do nothing returning customer_id, account`
  return kept.map(({ customer_id, account }) => ({ customerId: idOf('cus', customer_id), account }))
}
