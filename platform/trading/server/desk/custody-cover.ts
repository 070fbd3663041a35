import { maxOf, minOf, present } from '@bolsillo/kernel'
import { type AccountId, accountParts, type Balance, type JournalEntry } from '@bolsillo/ledger/domain'
import { type LockedCustody, lockCustody } from '@bolsillo/ledger/server'
import { transaction } from '@bolsillo/server-kit'
import type { DeskWorld } from './desk-world.ts'

/** The shortfall of custody accounts for a batch, by account; minor units above zero. */
type CustodyLacks = ReadonlyMap<AccountId, bigint>

/** A batch cannot be posted before other custodians transfer money. Nothing of it is written. */
export class CustodyShort extends Error {
  override name = 'CustodyShort'
  readonly lacks: CustodyLacks
  constructor(lacks: CustodyLacks) {
    super(`the market's custody lacks ${[...lacks].map(([account, minor]) => `${minor} on ${account}`).join(', ')}`)
    this.lacks = lacks
  }
}

/** What custody accounts have while the entries of a batch are posted. */
interface CustodyWatch {
  /** @throws CustodyShort with the deepest shortfall of each account, if these entries make any. */
  readonly post: (entries: readonly JournalEntry[]) => void
}

/**
 * Follows custody accounts from what they have. Entries are posted in order: of two customers who trade with each other, the
 * payer is posted first. Computed in memory, because every batch needs it.
 */
export function watchCustody(had: ReadonlyMap<AccountId, Balance>): CustodyWatch {
  const stands = new Map<AccountId, bigint>()
  return {
    post: (entries) => {
      const lacks = new Map<AccountId, bigint>()
      for (const { postings } of entries) {
        for (const { account, posted } of postings) {
          if (posted === 0n || !account.includes(':custody:')) continue
          const after = (stands.get(account) ?? had.get(account)?.posted ?? 0n) + posted
          stands.set(account, after)
          // What a custodian holds is below zero on its account.
          if (after > (lacks.get(account) ?? 0n)) lacks.set(account, after)
        }
      }
      if (lacks.size > 0) throw new CustodyShort(lacks)
    },
  }
}

/** At least this share of what others hold is brought, so that not every order has to bring its own. */
const shareBrought = 10n

/**
 * Transfers the shortfall from the other custodians, in a transaction of its own.
 * @returns false when all of them together hold too little of an asset beside payments under way; then nothing is moved.
 */
export async function bringCustody(
  { services, ledger }: Pick<DeskWorld, 'services' | 'ledger'>,
  lacks: CustodyLacks,
): Promise<boolean> {
  const accounts = [...lacks.keys()]
  return await transaction(services.sql, async (tx) => {
    const assets = [...new Set(accounts.map((account) => accountParts(account).asset))]
    const custody = await lockCustody(ledger, tx, { accounts, assets })
    const moves: JournalEntry[] = []
    for (const [account, lack] of lacks) {
      const found = movesFor({ services }, custody, account, lack)
      if (found === undefined) return false
      moves.push(...found)
    }
    const posted = await ledger.post(tx, moves)
    if (posted.kind === 'insufficient') throw new Error(`${posted.account} is short of what was planned on it`)
    return true
  })
}

function movesFor(
  { services }: Pick<DeskWorld, 'services'>,
  custody: LockedCustody,
  account: AccountId,
  lack: bigint,
): readonly JournalEntry[] | undefined {
  const { asset } = accountParts(account)
  const held = custody.held(asset)
  const here = present(held.get(account), `what ${account} holds`)
  const others = [...held.values()].reduce((sum, one) => sum + one, 0n) - here
  const free = others - custody.promised(asset)
  if (free < lack) return undefined
  // Rounded down: how much more than needed is brought does not matter.
  const brought = maxOf(lack, minOf(free, others / shareBrought))
  const plan = custody.movesFor(
    { asset, from: account, minor: here + brought, promised: 0n },
    {
      nextId: () => services.ids.next('ent'),
      at: services.clock.now(),
      actor: 'payments',
      reference: `custody:${asset}`,
    },
  )
  return plan.kind === 'covered' ? plan.entries : undefined
}
