import type { Id, Instant } from '@bolsillo/kernel'
import { instant } from '@bolsillo/kernel'
import type { Db, Language, Tx } from '@bolsillo/server-kit'
import type { DocumentName } from '../domain/index.ts'

/** An acceptance as it is kept. */
interface Acceptance {
  readonly document: DocumentName
  readonly version: string
  readonly at: Instant
}

/** The latest acceptance of each document by a customer. */
export async function findAcceptances(db: Db, customerId: Id<'cus'>): Promise<readonly Acceptance[]> {
  const rows = await db<{ document: DocumentName; version: string; accepted_at: bigint }[]>`
    select distinct on (document) document, version, accepted_at from document_acceptance
    where customer_id = ${customerId} order by document, number desc`
  return rows.map(({ document, version, accepted_at }) => ({ document, version, at: instant(Number(accepted_at)) }))
}

/** Keeps an acceptance. @returns false when this version was accepted before. */
export async function insertAcceptance(
  tx: Tx,
  accepted: Acceptance & { readonly customerId: Id<'cus'>; readonly language: Language; readonly hash: string },
): Promise<boolean> {
  const { customerId, document, version, language, hash, at } = accepted
  const done = await tx`
    insert into document_acceptance (customer_id, document, version, language, text_hash, accepted_at)
    values (${customerId}, ${document}, ${version}, ${language}, ${hash}, ${at})
    on conflict (customer_id, document, version) do nothing`
  return done.count === 1
}
