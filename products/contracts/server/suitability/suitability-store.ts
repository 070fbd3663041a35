import { type Id, type Instant, instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { SuitabilityAnswers } from '../../domain/index.ts'

/** Whether a customer has answered all questions rightly, once. */
export async function hasPassed(db: Db, customerId: Id<'cus'>): Promise<boolean> {
  const rows = await db`select from contract_suitability where customer_id = ${customerId} and passed`
  return rows.length > 0
}

/** What a customer answered last. */
export async function findSuitability(
  db: Db,
  customerId: Id<'cus'>,
): Promise<{ readonly passed: boolean; readonly answeredAt: Instant } | undefined> {
  const [row] = await db<{ passed: boolean; answered_at: bigint }[]>`
    select passed, answered_at from contract_suitability where customer_id = ${customerId}`
  return row === undefined ? undefined : { passed: row.passed, answeredAt: instant(Number(row.answered_at)) }
}

/** Keeps answers. Who has passed once has passed. */
export async function saveSuitability(
  tx: Tx,
  of: {
    readonly customerId: Id<'cus'>
    readonly answers: SuitabilityAnswers
    readonly passed: boolean
    readonly at: Instant
  },
): Promise<void> {
  await tx`
    insert into contract_suitability as kept (customer_id, answers, passed, answered_at)
    values (${of.customerId}, ${JSON.stringify(of.answers)}::text::jsonb, ${of.passed}, ${of.at})
    on conflict (customer_id) do update
    set answers = excluded.answers, passed = kept.passed or excluded.passed, answered_at = excluded.answered_at`
}
