import { type Id, type Instant, idOf, present } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import type { ClaimParts } from '../../domain/index.ts'
import { lockClaim } from '../reversal-store.ts'
import type { StoredClaim } from '../stored-deposit.ts'

/** A claim, locked, and who covered what of it. */
export interface CoveredClaim {
  readonly claim: StoredClaim
  readonly parts: ClaimParts
}

/** The claims of a deposit or a withdrawal, in the order they were opened; each locked. */
export async function lockClaimsOf(tx: Tx, causeId: Id<'dep'> | Id<'wdr'>): Promise<readonly CoveredClaim[]> {
  const rows = await tx<{ id: string }[]>`
    select id from deposit_claim where deposit_id = ${causeId} or withdrawal_id = ${causeId} order by id`
  const claims: CoveredClaim[] = []
  for (const { id } of rows) {
    const claim = present(await lockClaim(tx, idOf('clm', id)), `claim ${id}`)
    claims.push({ claim, parts: await readParts(tx, claim) })
  }
  return claims
}

async function readParts(tx: Tx, { claimId, open }: StoredClaim): Promise<ClaimParts> {
  const rows = await tx<{ way: string; minor: bigint }[]>`
    select way, sum(minor)::bigint as minor from (
      select way, minor from deposit_claim_step where claim_id = ${claimId}
      union all
      select way, -minor from (
        select claim_id, paid_minor, written_off_minor from deposit_claim_return
        union all
        select claim_id, paid_minor, written_off_minor from deposit_claim_back) as given,
        lateral (values ('take-available', paid_minor), ('write-off', written_off_minor)) as part (way, minor)
      where claim_id = ${claimId}) as covered
    group by way`
  const by = (name: string): bigint => rows.find(({ way }) => way === name)?.minor ?? 0n
  return { open, paid: by('take-available'), writtenOff: by('write-off') }
}

/** Keeps what of money that came back settled a claim. */
export async function insertClaimBack(
  tx: Tx,
  back: ClaimParts & {
    readonly claimId: Id<'clm'>
    readonly railId: string
    /** The rail's own number of what came back. */
    readonly returnId: string
    readonly entryId: Id<'ent'>
    readonly at: Instant
  },
): Promise<void> {
  await tx`
    insert into deposit_claim_back
      (claim_id, rail_id, return_id, open_minor, paid_minor, written_off_minor, entry_id, at)
    values (${back.claimId}, ${back.railId}, ${back.returnId}, ${back.open}, ${back.paid}, ${back.writtenOff},
      ${back.entryId}, ${back.at})`
}
