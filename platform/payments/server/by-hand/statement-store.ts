import { type Id, type Instant, idOf, instant, type Money, money, present } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import { type BankLine, type BankStatement, payableAssets } from '../../domain/index.ts'

/** An imported statement, without its lines. */
interface StoredStatement {
  readonly statementId: Id<'bst'>
  readonly account: string
  readonly asset: string
  readonly no: number
  readonly format: BankStatement['format']
  readonly fileHash: string
  readonly opening: bigint
  readonly closing: bigint
  readonly lines: number
  /** Lines that came in and served for nothing yet. */
  readonly unused: number
  readonly importedBy: Id<'opr'>
  readonly importedAt: Instant
}

/** A line of an imported statement. */
export interface StoredLine extends Omit<BankLine, 'bookedOn' | 'minor'> {
  readonly lineId: Id<'bsl'>
  readonly statementId: Id<'bst'>
  readonly railId: string
  readonly place: number
  readonly amount: Money
  readonly bookedOn: string
  readonly fileHash: string
  readonly account: string
  readonly statementNo: number
  readonly importedBy: Id<'opr'>
  /** The approval that used it. */
  readonly usedBy?: Id<'apv'>
}

/** Takes the turn of whoever imports a statement. */
export async function lockImports(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('bank statements', 0))`
}

export async function isFileKnown(db: Db, fileHash: string): Promise<boolean> {
  return (await db`select from bank_statement where file_hash = ${fileHash}`).length > 0
}

/** The latest statement of an account, which the next one follows. */
export async function findLatest(
  db: Db,
  of: { readonly railId: string; readonly asset: string; readonly account?: string },
): Promise<{ readonly no: number; readonly closing: bigint } | undefined> {
  const account = of.account === undefined ? db`` : db`and account = ${of.account}`
  const [row] = await db<{ no: number; closing_minor: bigint }[]>`
    select no, closing_minor from bank_statement
    where rail_id = ${of.railId} and asset = ${of.asset} ${account} order by no desc limit 1`
  return row === undefined ? undefined : { no: row.no, closing: row.closing_minor }
}

/** Those of these incoming numbers that some imported line has. */
export async function findKnownNumbers(
  db: Db,
  railId: string,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db<{ number: string }[]>`
    select number from bank_statement_line
    where rail_id = ${railId} and direction = 'in' and number = any (${[...numbers]}::text[])`
  return new Set(rows.map(({ number }) => number))
}

/** Keeps a statement with its lines; the database looks whether they add up and follow. */
export async function insertStatement(
  tx: Tx,
  kept: {
    readonly statementId: Id<'bst'>
    readonly railId: string
    readonly no: number
    readonly statement: BankStatement
    readonly file: Uint8Array
    readonly fileHash: string
    readonly by: Id<'opr'>
    readonly at: Instant
    readonly lineIds: readonly Id<'bsl'>[]
  },
): Promise<void> {
  const { statementId, railId, statement } = kept
  const { account, asset, format, opening, closing, lines } = statement
  await tx`
    insert into bank_statement (id, rail_id, account, asset, no, format, file, file_hash, opening_minor, closing_minor,
      line_count, imported_by, imported_at)
    values (${statementId}, ${railId}, ${account}, ${asset}, ${kept.no}, ${format}, ${Buffer.from(kept.file)},
      ${kept.fileHash}, ${opening}, ${closing}, ${lines.length}, ${kept.by}, ${kept.at})`
  if (lines.length === 0) return
  const rows = lines.map(({ minor, ...line }, at) => ({
    ...line,
    id: present(kept.lineIds[at], 'an id of each line'),
    place: at + 1,
    minor: minor.toString(),
  }))
  await tx`
    insert into bank_statement_line (id, statement_id, place, rail_id, asset, direction, minor, number, booked_on,
      reference, payer_name, payer_account)
    select id, ${statementId}, place, ${railId}, ${asset}, direction, minor, number, "bookedOn", reference, "payerName",
      "payerAccount"
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as line (id text, place integer, direction text,
      minor bigint, number text, "bookedOn" text, reference text, "payerName" text, "payerAccount" text)
    order by place`
}

/** Imported statements, newest first. */
export async function findStatements(db: Db, limit: number): Promise<readonly StoredStatement[]> {
  const rows = await db<
    {
      id: string
      account: string
      asset: string
      no: number
      format: BankStatement['format']
      file_hash: string
      opening_minor: bigint
      closing_minor: bigint
      line_count: number
      unused: number
      imported_by: string
      imported_at: bigint
    }[]
  >`
    select id, account, asset, no, format, file_hash, opening_minor, closing_minor, line_count, imported_by, imported_at,
      (select count(*)::int from bank_statement_line line where line.statement_id = bank_statement.id and direction = 'in'
        and not exists (select from bank_line_use used where used.line_id = line.id)) as unused
    from bank_statement order by id desc limit ${limit}`
  return rows.map((row) => ({
    statementId: idOf('bst', row.id),
    account: row.account,
    asset: row.asset,
    no: row.no,
    format: row.format,
    fileHash: row.file_hash,
    opening: row.opening_minor,
    closing: row.closing_minor,
    lines: row.line_count,
    unused: row.unused,
    importedBy: idOf('opr', row.imported_by),
    importedAt: instant(Number(row.imported_at)),
  }))
}

interface LineRow {
  readonly id: string
  readonly statement_id: string
  readonly rail_id: string
  readonly place: number
  readonly asset: string
  readonly direction: StoredLine['direction']
  readonly minor: bigint
  readonly number: string
  readonly booked_on: string
  readonly reference: string
  readonly payer_name: string
  readonly payer_account: string
  readonly file_hash: string
  readonly account: string
  readonly no: number
  readonly imported_by: string
  readonly approval_id: string | null
}

const lineOf = (row: LineRow): StoredLine => ({
  lineId: idOf('bsl', row.id),
  statementId: idOf('bst', row.statement_id),
  railId: row.rail_id,
  place: row.place,
  direction: row.direction,
  amount: money(row.minor, present(payableAssets[row.asset], row.asset)),
  number: row.number,
  bookedOn: row.booked_on,
  reference: row.reference,
  payerName: row.payer_name,
  payerAccount: row.payer_account,
  fileHash: row.file_hash,
  account: row.account,
  statementNo: row.no,
  importedBy: idOf('opr', row.imported_by),
  ...(row.approval_id === null ? {} : { usedBy: idOf('apv', row.approval_id) }),
})

const lines = (db: Db) => db`
  select line.*, statement.file_hash, statement.account, statement.no, statement.imported_by, used.approval_id
  from bank_statement_line line join bank_statement statement on statement.id = line.statement_id
    left join bank_line_use used on used.line_id = line.id`

export async function findLine(db: Db, lineId: string): Promise<StoredLine | undefined> {
  const [row] = await db<LineRow[]>`${lines(db)} where line.id = ${lineId}`
  return row === undefined ? undefined : lineOf(row)
}

/** The incoming line of a rail with a number, in its one spelling. */
export async function findLineOf(db: Db, railId: string, number: string): Promise<StoredLine | undefined> {
  const [row] = await db<LineRow[]>`
    ${lines(db)} where line.rail_id = ${railId} and line.direction = 'in' and line.number = ${number}`
  return row === undefined ? undefined : lineOf(row)
}

/** The lines of a statement; without one, all that came in and served for nothing yet. Oldest first. */
export async function findLines(
  db: Db,
  statementId: string | undefined,
  limit: number,
): Promise<readonly StoredLine[]> {
  const which =
    statementId === undefined
      ? db`line.direction = 'in' and used.line_id is null`
      : db`line.statement_id = ${statementId}`
  const rows = await db<LineRow[]>`${lines(db)} where ${which} order by line.statement_id, line.place limit ${limit}`
  return rows.map(lineOf)
}

/** Since when the oldest line waits that came in and served for nothing, and how many do. */
export async function countUnused(db: Db): Promise<{ readonly count: number; readonly oldestAt?: Instant }> {
  const [row] = await db<{ count: number; oldest: bigint | null }[]>`
    select count(*)::int as count, min(imported_at) as oldest
    from bank_statement_line line join bank_statement statement on statement.id = line.statement_id
    where line.direction = 'in' and not exists (select from bank_line_use used where used.line_id = line.id)`
  const oldest = row?.oldest ?? null
  return { count: row?.count ?? 0, ...(oldest === null ? {} : { oldestAt: instant(Number(oldest)) }) }
}

/** What was credited by hand of an asset in one way since an instant, in minor units. */
export async function sumByHand(db: Db, asset: string, kind: string, since: Instant): Promise<bigint> {
  const [row] = await db<{ sum: string }[]>`
    select coalesce(sum(minor), 0)::text as sum from by_hand_credit
    where asset = ${asset} and kind = ${kind} and at > ${since}`
  return BigInt(row?.sum ?? '0')
}

/** Takes the turn of whoever credits an asset by hand. */
export async function takeTurn(tx: Tx, asset: string): Promise<void> {
  await tx`select by_hand_turn(${asset})`
}

export async function insertByHand(
  tx: Tx,
  credit: {
    readonly approvalId: Id<'apv'>
    readonly kind: string
    readonly subject: string
    readonly amount: Money
    readonly at: Instant
  },
): Promise<void> {
  const { approvalId, kind, subject, amount, at } = credit
  await tx`
    insert into by_hand_credit (approval_id, kind, subject, asset, minor, at)
    values (${approvalId}, ${kind}, ${subject}, ${amount.asset.code}, ${amount.minor}, ${at})`
}

/** Uses a line for a credit; false: it served before. */
export async function insertUse(tx: Tx, lineId: Id<'bsl'>, approvalId: Id<'apv'>): Promise<boolean> {
  const rows = await tx`
    insert into bank_line_use (line_id, approval_id) values (${lineId}, ${approvalId})
    on conflict (line_id) do nothing returning line_id`
  return rows.length === 1
}
