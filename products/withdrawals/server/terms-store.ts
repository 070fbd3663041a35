import type { Instant } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'

/** Begins to tell customers of a change, if nobody did. */
export async function beginNotice(tx: Tx, changeSeq: bigint, now: Instant): Promise<void> {
  await tx`insert into terms_notice (change_seq, begun_at) values (${changeSeq}, ${now}) on conflict do nothing`
}

/** The progress of notifying customers of a change; locked. */
export async function findNotice(
  tx: Tx,
  changeSeq: bigint,
): Promise<{ readonly lastCustomer: string; readonly done: boolean } | undefined> {
  const [row] = await tx<{ last_customer: string; done_at: bigint | null }[]>`
    select last_customer, done_at from terms_notice where change_seq = ${changeSeq} for update`
  return row === undefined ? undefined : { lastCustomer: row.last_customer, done: row.done_at !== null }
}

/** Notes how far it is. */
export async function moveNotice(
  tx: Tx,
  changeSeq: bigint,
  step: { readonly lastCustomer: string; readonly told: number; readonly doneAt: Instant | undefined },
): Promise<void> {
  await tx`
    update terms_notice set last_customer = ${step.lastCustomer}, told = told + ${step.told},
      done_at = ${step.doneAt ?? null}
    where change_seq = ${changeSeq}`
}
