import { createHash } from 'node:crypto'
import {
  type Asset,
  instant,
  money,
  present,
  type Rejection,
  reject,
  wallTime,
  writeCsv,
  writeDecimal,
  writeMoney,
  writeMoneyAndCode,
} from '@bolsillo/kernel'
import { type Db, type UseCase, useCase } from '@bolsillo/server-kit'
import { paymentRejections as r, statementRejections } from '../../contract/index.ts'
import {
  importStatement,
  listStatementLines,
  listStatements,
  makePracticeStatement,
  type StatementLineRow,
} from '../../contract/operator.ts'
import {
  type BankStatement,
  movedBy,
  payableAssets,
  railCustody,
  readBankStatement,
  statementHeader,
  UnfitStatement,
} from '../../domain/index.ts'
import type { ByHandDeps } from '../deps.ts'
import type { ManualDesk } from '../payments.ts'
import {
  findKnownNumbers,
  findLatest,
  findLines,
  findStatements,
  insertStatement,
  isFileKnown,
  lockImports,
  type StoredLine,
} from './statement-store.ts'

const statementsShown = 100
const linesShown = 2_000
const zone = 'America/Mexico_City'

const assetOf = (code: string): Asset => present(payableAssets[code], `asset ${code}`)
const written = (minor: bigint, code: string): string => writeDecimal(minor, assetOf(code).scale)

/** What staff do with the bank's statements: import one, look at them, and in the practice market have one made. */
export const statementCalls: readonly UseCase<ByHandDeps>[] = [
  useCase(importStatement, async (_, { tx, now, operator, file }, { manual, staff, services }: ByHandDeps) => {
    const { operatorId: by } = operator
    const { bytes } = present(file, 'the file of a call that takes one')
    const statement = read(bytes)
    if (!('lines' in statement)) return statement
    const { account, asset, lines, opening } = statement
    if (manual.accountOf(asset) !== account) return reject(r.statementAccount, { field: 'file' })
    await lockImports(tx)
    const fileHash = createHash('sha256').update(bytes).digest('hex')
    if (await isFileKnown(tx, fileHash)) return reject(r.statementKnown, { field: 'file' })
    const { railId } = manual
    const before = await findLatest(tx, { railId, account, asset })
    if (before !== undefined && before.closing !== opening) {
      const closing = writeMoneyAndCode(money(before.closing, assetOf(asset)))
      return reject(r.statementGap, { field: 'file', values: { closing } })
    }
    const incoming = lines.flatMap(({ direction, number }) => (direction === 'in' ? [number] : []))
    const [known] = await findKnownNumbers(tx, railId, incoming)
    if (known !== undefined) return reject(r.statementLineKnown, { field: 'file', values: { number: known } })
    const statementId = services.ids.next('bst')
    const lineIds = lines.map(() => services.ids.next('bsl'))
    const no = (before?.no ?? 0) + 1
    await insertStatement(tx, { statementId, railId, no, statement, file: bytes, fileHash, by, at: now, lineIds })
    const closing = written(statement.closing, asset)
    await staff.audit.record(tx, {
      at: now,
      actor: by,
      action: 'payments.import-statement',
      subject: statementId,
      details: { account, asset, number: String(no), hash: fileHash, value: closing },
    })
    return { statementId, no, fileHash, lines: lines.length, unused: incoming.length }
  }),
  useCase(listStatements, async (_, { db }, { manual, staff }: ByHandDeps) => {
    const found = await findStatements(db, statementsShown)
    const names = await staff.namesOf?.(db, [...new Set(found.map(({ importedBy }) => importedBy))])
    return {
      rows: found.map(({ opening, closing, importedBy, ...row }) => ({
        ...row,
        opening: written(opening, row.asset),
        closing: written(closing, row.asset),
        importedBy: names?.get(importedBy) ?? importedBy,
      })),
      practiceAssets:
        manual.practiceTransfers === undefined
          ? []
          : Object.keys(payableAssets).filter((code) => manual.accountOf(code) !== undefined),
    }
  }),
  useCase(listStatementLines, async ({ statementId }, { db, operator }) => {
    const { operatorId } = operator
    const lines = await findLines(db, statementId, linesShown)
    return { rows: lines.map((line) => rowOf(line, operatorId)) }
  }),
  useCase(makePracticeStatement, async ({ asset }, { db, now }, { manual, ledger }: ByHandDeps) => {
    const account = manual.accountOf(asset)
    const transfers = manual.practiceTransfers
    if (account === undefined || transfers === undefined) return reject(r.statementAccount, { field: 'asset' })
    const file = await practiceFile({ ledger, manual, transfers }, db, {
      asset,
      account,
      day: wallTime(now, zone).date,
    })
    return { name: `${asset.toLowerCase()}-${wallTime(now, zone).date}.csv`, file }
  }),
]

function read(bytes: Uint8Array): BankStatement | Rejection {
  try {
    return readBankStatement(bytes)
  } catch (error) {
    if (!(error instanceof UnfitStatement)) throw error
    return reject(statementRejections[error.problem], { field: 'file', values: { line: String(error.place) } })
  }
}

function rowOf({ amount, importedBy, railId: _, ...line }: StoredLine, operatorId: string): StatementLineRow {
  return { ...line, amount: writeMoney(amount), asset: amount.asset.code, own: importedBy === operatorId }
}

/** What the practice bank has of the firm's account since its last statement, as its file. */
async function practiceFile(
  {
    ledger,
    manual,
    transfers,
  }: Pick<ByHandDeps, 'ledger' | 'manual'> & { readonly transfers: NonNullable<ManualDesk['practiceTransfers']> },
  db: Db,
  { asset, account, day }: { readonly asset: string; readonly account: string; readonly day: string },
): Promise<string> {
  const all = await transfers(db, asset)
  const known = await findKnownNumbers(
    db,
    manual.railId,
    all.map(({ number }) => number),
  )
  const fresh = all.filter(({ number }) => !known.has(number)).slice(0, linesShown)
  const before = await findLatest(db, { railId: manual.railId, account, asset })
  const custody = railCustody(manual.railId, asset)
  // An installation that took transfers before there were statements begins with what its books say the bank holds.
  const opening = before?.closing ?? -((await ledger.balances(db, [custody])).get(custody)?.posted ?? 0n)
  const closing = opening + movedBy(fresh.map(({ minor }) => ({ direction: 'in', minor })))
  const balance = (record: string, minor: bigint) => [
    record,
    account,
    asset,
    day,
    '',
    '',
    written(minor, asset),
    '',
    '',
    '',
  ]
  return writeCsv([
    [...statementHeader],
    balance('opening', opening),
    ...fresh.map(({ at, number, minor, reference, payerName, payerAccount }) => [
      ...['line', account, asset, wallTime(instant(at), zone).date, number, 'in', written(minor, asset)],
      ...[reference, payerName, payerAccount],
    ]),
    balance('closing', closing),
  ])
}
