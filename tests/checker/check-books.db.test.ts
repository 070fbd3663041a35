import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BooksRead } from './books-store.ts'
import { type BooksReport, reportBooks } from './check-books.ts'
import type { ClientLine } from './client-journal.ts'
import { type Invariant, invariants } from './finding.ts'
import { editActs } from './testing/act-edits-store.ts'
import { everyLine, one } from './testing/journal-plants.ts'
import { type LivingBooks, livingBooks } from './testing/living-books.ts'
import { type Plant, plants, tablesRead } from './testing/plants.ts'

let books: LivingBooks
beforeAll(async () => {
  books = await livingBooks()
}, 120_000)
afterAll(async () => {
  await books?.drop()
})

class Undone extends Error {
  override name = 'Undone'
}

/** What the checker says of the books after a change to copies of its tables; the change is undone. */
async function reportAfter(
  change: string | Pick<Plant, 'sql' | 'acts'>,
  lines: readonly ClientLine[] = books.lines,
): Promise<BooksReport> {
  const { sql = '', acts } = typeof change === 'string' ? { sql: change } : change
  let report: BooksReport | undefined
  const work = async (tx: BooksRead): Promise<void> => {
    // Tables of the session's own are found before those of the same name that everybody has.
    for (const table of tablesRead) await tx.unsafe(`create temporary table ${table} as table public.${table}`)
    await tx.unsafe(sql)
    if (acts !== undefined) await editActs(tx, acts)
    report = await reportBooks(tx, { clients: lines })
    throw new Undone()
  }
  await expect(books.database.owner.begin(work)).rejects.toThrow(Undone)
  if (report === undefined) throw new Error('no report')
  return report
}

/** What is found of an invariant. @throws naming what was found instead, where nothing is. */
function saying({ findings }: BooksReport, invariant: Invariant): string {
  const own = findings.filter((finding) => finding.invariant === invariant).map(({ what }) => what)
  if (own.length === 0) throw new Error(`nothing of ${invariant} was found, but ${JSON.stringify(findings)}`)
  return own.join('\n')
}

describe('the independent checker', () => {
  it('finds nothing in books a server has written, and has looked at all of them', async () => {
    const report = await reportBooks(books.database.owner, { clients: books.lines })
    expect(report.findings).toEqual([])
    const [counted] = await books.database.owner`
      select (select count(*)::int from ledger_entry) as entries, (select count(*)::int from trade_order) as orders,
        (select count(*)::int from trade_fill) as fills, (select count(*)::int from idempotency_record) as answers`
    expect(report).toMatchObject(counted ?? {})
    expect(report.clients).toEqual({
      acknowledged: 9,
      rejected: 2,
      unknown: 0,
      unknownWithEffect: 0,
      lost: 0,
      doubled: 0,
    })
  })

  it('finds nothing in copies nobody touched', async () => {
    expect((await reportAfter('')).findings).toEqual([])
  })

  it.each(plants)('finds $what ($invariant)', async ({ invariant, says, ...plant }) => {
    expect(saying(await reportAfter(plant), invariant)).toMatch(says)
  })

  it('has a plant for every invariant, or an experiment of clients or of withdrawals', () => {
    const planted = new Set<Invariant>([...plants.map(({ invariant }) => invariant), 'I4', 'I11', 'I12'])
    expect(invariants.filter((invariant) => !planted.has(invariant))).toEqual([])
  })

  it('lists no more findings of one invariant than asked for, and says how many there are', async () => {
    const all = await reportAfter({
      acts: { change: everyLine((row) => ({ ...row, postedAfter: row.postedAfter + 1n })) },
    })
    const count = all.findings.filter(({ invariant }) => invariant === 'I2').length
    expect(count).toBe(51)
    expect(saying(all, 'I2')).toMatch(/and \d+ more$/)
  })
})

it('says nothing of a journal that was made anew whole, head and all: a head that was signed before shows it', async () => {
  const change = one((act) => ({ ...act, actor: act.kind === 'account' ? 'somebody' : act.actor }))
  const acts = { change, heads: 'all' } as const
  // A proof of liabilities names the head it was made at: the forger has to take it away, too.
  expect(saying(await reportAfter({ acts }), 'I15')).toMatch(/^proof 1 is of a head [0-9a-f]{64} at act/)
  const sql = 'truncate liability_proof, liability_tile'
  expect((await reportAfter({ sql, acts })).findings).toEqual([])
})

describe('what clients were told (I4)', () => {
  const placed = () => books.lines.filter((line) => line.kind === 'outcome' && line.outcome === 'ack')
  const keyOf = (index: number) => placed()[index]?.key ?? ''
  const told = (key: string, outcome: 'reject' | 'unknown', code: number): readonly ClientLine[] =>
    books.lines.map((line) =>
      line.kind === 'outcome' && line.key === key
        ? { ...line, outcome, code, status: outcome === 'reject' ? 422 : 0 }
        : line,
    )

  it('finds an acknowledged order that is gone', async () => {
    const report = await reportAfter(
      `delete from trade_order where order_id = (select substring(body from 'ord_\\w+') from idempotency_record where key = '${keyOf(0)}')`,
    )
    expect(saying(report, 'I4')).toMatch(/was acknowledged: ord_\w+ is not there/)
    expect(report.clients?.lost).toBe(1)
  })

  it('finds an acknowledgement without a record', async () => {
    const report = await reportAfter(`delete from idempotency_record where key = '${keyOf(1)}'`)
    expect(saying(report, 'I4')).toMatch(/was acknowledged: no record of it/)
    expect(saying(report, 'I4')).toMatch(/was placed under no key/)
    expect(report.clients).toMatchObject({ lost: 1, doubled: 1 })
  })

  it('finds an acknowledged conversion whose entry is gone', async () => {
    const report = await reportAfter({
      acts: { of: "select max(seq) from ledger_entry where kind = 'conversion'", change: () => [] },
    })
    expect(saying(report, 'I4')).toMatch(/was acknowledged: ent_\w+ is not in the journal/)
  })

  it('finds an order that is not what was asked for', async () => {
    const report = await reportAfter("update trade_order set limit_price = limit_price + 1 where state = 'cancelled'")
    expect(saying(report, 'I4')).toMatch(/limit \d+ was asked, ord_\w+ has \d+/)
  })

  it('finds an effect of what was refused', async () => {
    const report = await reportAfter('', told(keyOf(0), 'reject', 16_011))
    expect(saying(report, 'I4')).toMatch(/was refused with 422 16011, and took effect/)
    expect(report.clients?.doubled).toBe(1)
  })

  it('lets what is unknown have its effect once', async () => {
    const report = await reportAfter('', told(keyOf(0), 'unknown', 0))
    expect(report.findings).toEqual([])
    expect(report.clients).toMatchObject({ unknown: 1, unknownWithEffect: 1, acknowledged: 8 })
  })

  it('does not take "a request with this key is being answered" for a refusal of it', async () => {
    const report = await reportAfter('', told(keyOf(0), 'reject', 10_012))
    expect(report.findings).toEqual([])
  })

  it('finds an effect twice: an order nobody’s key accounts for', async () => {
    const report = await reportAfter(
      `insert into trade_order select ('ord_doubled' || substr(t.order_id, 12)), ${columnsAfterId()} from trade_order t where state = 'cancelled' limit 1`,
    )
    expect(saying(report, 'I4')).toMatch(/ord_doubled\w+ of cus_\w+ was placed under no key/)
  })

  it('finds an effect under a key nobody meant', async () => {
    const key = keyOf(3)
    const report = await reportAfter(
      '',
      books.lines.filter((line) => line.key !== key),
    )
    expect(saying(report, 'I4')).toMatch(/ord_\w+ of cus_\w+ was placed under a key nobody meant/)
    expect(report.clients?.doubled).toBe(1)
  })

  it('finds one key answered in two ways', async () => {
    const [repeated] = books.lines.filter(
      (line, at) =>
        line.kind === 'outcome' &&
        books.lines.slice(0, at).some((before) => before.kind === 'outcome' && before.key === line.key),
    )
    const lines = books.lines.map((line) =>
      line === repeated && line.kind === 'outcome' ? { ...line, answer: `${line.answer} ` } : line,
    )
    expect(saying(await reportAfter('', lines), 'I9')).toMatch(/was answered in 2 different ways/)
  })
})

/** The columns of an order after its id, in the table's order, as the migration names them. */
function columnsAfterId(): string {
  const migration = readFileSync(
    new URL('../../platform/trading/server/migrations/0001-orders.sql', import.meta.url),
    'utf8',
  )
  const body = /create table trade_order \(([\s\S]*?)\n\)/.exec(migration)?.[1] ?? ''
  const names = [...body.matchAll(/^ {2}([a-z_]+) (?:text|smallint|bigint|boolean|numeric)/gm)].map(
    (match) => match[1] ?? '',
  )
  return names.slice(1).join(', ')
}
