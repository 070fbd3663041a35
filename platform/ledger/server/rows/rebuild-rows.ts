import type { Audit } from '@bolsillo/audit/server'
import type { Instant } from '@bolsillo/kernel'
import { appRole, PostgresError, type Sql, type Tx } from '@bolsillo/server-kit'
import { makeRows, type VerifyOptions } from '../verify/verify-ledger.ts'
import { allowLongPass } from '../verify/verify-store.ts'
import type { Difference } from './differences.ts'
import { ledgerRows } from './fold-books.ts'
import { countServers, lockTables } from './scratch-store.ts'

/** What looking at every row that follows came to. */
export type RowsReport =
  | { readonly ok: true; readonly acts: bigint; readonly differences: readonly Difference[] }
  /** Nothing can be said of rows: the journal itself is not what was recorded or signed. */
  | { readonly ok: false; readonly problem: string }

/** What putting rows right came to. */
export type Rebuilt = RowsReport | { readonly ok: false; readonly refused: string }

/** How many rows of a table are named at most. */
const rowsNamedMax = 10_000
const lockWaitMs = 5000
const lockNotAvailable = '55P03'

/** Makes every row that follows from acts anew, and names each that is not so. Changes nothing. */
export async function checkRows(sql: Sql, options: VerifyOptions = {}): Promise<RowsReport> {
  return (await sql.begin('isolation level repeatable read', async (tx) => {
    await allowLongPass(tx)
    const made = await makeRows(tx, options)
    return made.ok ? { ok: true, acts: made.entries, differences: await made.differences(rowsNamedMax) } : made
  })) as RowsReport
}

interface RebuildDeps {
  /** As the owner of the database. */
  readonly owner: Sql
  readonly audit: Pick<Audit, 'record'>
  readonly now: Instant
}

/**
 * Puts every row that follows from acts right, in one transaction that also records it: either all rows are what the journal
 * makes of them, or nothing was changed. Refuses while a server is connected, whose memory knows the rows as they are.
 */
export async function rebuildRows({ owner, audit, now }: RebuildDeps, options: VerifyOptions = {}): Promise<Rebuilt> {
  const running = await owner.begin(refusal)
  if (running !== undefined) return { ok: false, refused: running }
  const tables = [ledgerRows, ...(options.sources ?? [])].flatMap((source) => source.tables)
  try {
    return (await owner.begin('isolation level repeatable read', async (tx): Promise<Rebuilt> => {
      await lockTables(tx, [...journalTables, ...tables.map(({ name }) => name)], lockWaitMs)
      await allowLongPass(tx)
      // Somebody may have connected before the tables were locked.
      const refused = await refusal(tx)
      if (refused !== undefined) return { ok: false, refused }
      const made = await makeRows(tx, options)
      if (!made.ok) return made
      const differences = await made.differences(rowsNamedMax)
      if (differences.length === 0) return { ok: true, acts: made.entries, differences }
      const changes = await made.scratch.putRight()
      const [left] = await made.differences(1)
      if (left !== undefined) throw new Error(`${left.table} ${left.key} could not be put right`)
      for (const { table, removed, added } of changes) {
        const details = { removed: String(removed), added: String(added) }
        await audit.record(tx, {
          at: now,
          actor: 'shell',
          action: 'ledger.rebuild-rows',
          subject: `table:${table}`,
          details,
        })
      }
      return { ok: true, acts: made.entries, differences }
    })) as Rebuilt
  } catch (error) {
    if (!(error instanceof PostgresError) || error.code !== lockNotAvailable) throw error
    return { ok: false, refused: 'somebody holds a lock on its tables' }
  }
}

const journalTables = ['ledger_block', 'journal_block']

async function refusal(tx: Tx): Promise<string | undefined> {
  const servers = await countServers(tx, appRole)
  return servers === 0 ? undefined : `the server is connected to it (${servers} connections)`
}
