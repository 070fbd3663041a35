import type { TestDatabase } from '@bolsillo/test-kit'
import type { BooksRead } from '../books-store.ts'

class Undone extends Error {
  override name = 'Undone'
}

/**
 * Looks at books after a change that the database itself would refuse: it is made in copies of these tables, and undone.
 * Tables of the session's own are found before those of the same name that everybody has.
 */
export async function onCopies<Seen>(
  owner: TestDatabase['owner'],
  tables: readonly string[],
  change: string,
  look: (tx: BooksRead) => Promise<Seen>,
): Promise<Seen> {
  const seen: Seen[] = []
  const work = async (tx: BooksRead): Promise<void> => {
    for (const table of tables) await tx.unsafe(`create temporary table ${table} as table public.${table}`)
    await tx.unsafe(change)
    seen.push(await look(tx))
    throw new Undone()
  }
  await owner.begin(work).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  const [found] = seen
  if (found === undefined) throw new Error('nobody looked')
  return found
}
