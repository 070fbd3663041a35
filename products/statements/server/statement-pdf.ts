import { writeDecimal } from '@bolsillo/kernel'
import { nextTurn } from '@bolsillo/server-kit'
import type PDFDocument from 'pdfkit'
import type { AssetSum, StatementAccount } from '../domain/index.ts'
import type { MadeStatement } from './make-statement.ts'
import type { StatementOwner } from './statement-csv.ts'
import type { StatementWords } from './statement-words.ts'

const page = { width: 595.28, height: 841.89, left: 40, right: 555.28, top: 96, bottom: 786 } as const
const colors = {
  ink: '#0E1726',
  second: '#5B6678',
  hair: '#DDE2EA',
  brand: '#1652F0',
  wash: '#FFF4D6',
  mark: '#7A4B00',
}
const rowHeight = 14
/** After this many rows others get a turn: the desk runs on the same loop. */
const rowsPerTurn = 100

/** A column: where it ends on the left and right, and how its text is aligned. */
interface Column {
  readonly from: number
  readonly to: number
  readonly align?: 'right'
}

type Doc = InstanceType<typeof PDFDocument>

/** The statement as a PDF: sums first, then every line of every account. Each page says which market it is of. */
export async function statementPdf(
  made: MadeStatement,
  owner: StatementOwner,
  words: StatementWords,
  scaleOf: (asset: string) => number,
): Promise<Buffer> {
  const { file } = words
  // Brought with the first statement: a start should not wait for it.
  const { default: Document } = await import('pdfkit')
  const doc = new Document({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    info: { Title: `Bolsillo · ${file.title}`, Author: 'Bolsillo', CreationDate: new Date(made.at) },
  })
  const chunks: Buffer[] = []
  const ended = new Promise<void>((resolve) => doc.on('end', resolve))
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const sheet = createSheet(doc)
  const say = (minor: bigint, asset: string): string => {
    const decimal = writeDecimal(minor, scaleOf(asset))
    return words.number(asset.startsWith('STK:') ? plain(decimal) : decimal)
  }
  writeFacts(sheet, made, owner, words)
  writeBalances(sheet, made, words, say)
  writePositions(sheet, made, words)
  writeCharges(sheet, made, words, say)
  for (const account of made.accounts) await writeAccount(sheet, account, made, words, say)
  const pages = doc.bufferedPageRange().count
  for (let number = 0; number < pages; number += 1) {
    doc.switchToPage(number)
    frame(doc, made, owner, words, `${number + 1} / ${pages}`)
  }
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

/** Where the pen is, and how to write a row without running off the page. */
interface Sheet {
  readonly room: (height: number) => void
  readonly title: (text: string) => void
  readonly row: (columns: readonly Column[], texts: readonly string[], look?: 'head' | 'strong' | 'mark') => void
  readonly gap: (height: number) => void
}

function createSheet(doc: Doc): Sheet {
  let y: number = page.top
  const room = (height: number): void => {
    if (y + height <= page.bottom) return
    doc.addPage()
    y = page.top
  }
  return {
    room,
    gap: (height) => {
      y += height
    },
    title: (text) => {
      room(rowHeight * 4)
      y += 10
      put(doc, text, { x: page.left, y, width: page.right - page.left, size: 11, bold: true, color: colors.ink })
      y += 18
    },
    row: (columns, texts, look) => {
      room(rowHeight)
      for (const [index, { from, to, align }] of columns.entries()) {
        const text = texts[index] ?? ''
        const color = look === 'head' ? colors.second : look === 'mark' ? colors.mark : colors.ink
        put(doc, text, {
          x: from,
          y,
          width: to - from,
          size: 8,
          bold: look === 'strong',
          color,
          align: align ?? 'left',
        })
      }
      if (look === 'head')
        doc
          .moveTo(page.left, y + rowHeight - 3)
          .lineTo(page.right, y + rowHeight - 3)
          .lineWidth(0.5)
          .stroke(colors.hair)
      y += rowHeight
    },
  }
}

/** Shares are counted in whole ones mostly: `6`, not `6.000000`. */
function plain(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}

interface Ink {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
  readonly color: string
  readonly bold?: boolean
  readonly align?: 'left' | 'right' | 'center'
}

function put(doc: Doc, text: string, { x, y, width, size, color, bold = false, align = 'left' }: Ink): void {
  doc
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(color)
    .text(printable(text), x, y, { width, height: size + 3, ellipsis: true, align, lineGap: 0 })
}

/** The standard fonts have the letters of our languages, but neither arrows nor the minus of typography. */
function printable(text: string): string {
  return text
    .replaceAll('→', '»')
    .replaceAll('−', '-')
    .replaceAll(/[^\u0020-\u007e\u00a0-\u00ff–—‘’“”…€•»]/g, '?')
}

/** What every page shows: whose paper, which market, which journal, which page. */
function frame(doc: Doc, made: MadeStatement, owner: StatementOwner, words: StatementWords, number: string): void {
  const { file } = words
  const width = page.right - page.left
  put(doc, 'Bolsillo', { x: page.left, y: 34, width: 200, size: 16, bold: true, color: colors.brand })
  const days = `${file.title} · ${words.day(made.period.firstDay)} – ${words.day(made.period.lastDay)}`
  put(doc, days, { x: page.left, y: 38, width, size: 9, color: colors.second, align: 'right' })
  if (owner.isPractice) {
    doc.rect(page.left, 60, width, 18).fill(colors.wash)
    put(doc, file.practice, { x: page.left + 8, y: 65, width: width - 16, size: 8, bold: true, color: colors.mark })
  }
  const { seq, hash } = made.head
  const foot = `${file.head} ${seq} · ${hash}`
  put(doc, foot, { x: page.left, y: 806, width: width - 60, size: 6.5, color: colors.second })
  put(doc, number, { x: page.right - 60, y: 805, width: 60, size: 8, color: colors.second, align: 'right' })
}

const factColumns: readonly Column[] = [
  { from: page.left, to: 150 },
  { from: 150, to: page.right },
]

function writeFacts(sheet: Sheet, made: MadeStatement, owner: StatementOwner, words: StatementWords): void {
  const { file } = words
  const { firstDay, lastDay, zone } = made.period
  sheet.row(factColumns, [file.account, `${owner.account} · ${owner.number}`], 'strong')
  sheet.row(factColumns, [file.period, `${words.day(firstDay)} – ${words.day(lastDay)} (${zone})`])
  sheet.row(factColumns, [file.madeAt, words.moment(made.at, zone)])
  sheet.row(factColumns, [file.head, `${made.head.seq} · ${made.head.hash}`])
  sheet.row(factColumns, [file.movements, words.number(String(made.movements))])
}

type Say = (minor: bigint, asset: string) => string

const balanceColumns: readonly Column[] = [
  { from: page.left, to: 190 },
  { from: 190, to: 278, align: 'right' },
  { from: 282, to: 370, align: 'right' },
  { from: 374, to: 462, align: 'right' },
  { from: 466, to: page.right, align: 'right' },
]

function writeBalances(sheet: Sheet, { accounts }: MadeStatement, words: StatementWords, say: Say): void {
  const { file } = words
  sheet.title(file.balances)
  sheet.row(balanceColumns, [`${file.purse} · ${file.asset}`, file.opening, file.in, file.out, file.closing], 'head')
  if (accounts.length === 0) sheet.row(balanceColumns, [file.nothing])
  for (const { purse, asset, opening, in: came, out, closing } of accounts) {
    const name = `${words.purse(purse)} · ${words.asset(asset)}`
    sheet.row(balanceColumns, [name, ...[opening, came, out, closing].map((minor) => say(minor, asset))])
  }
}

const positionColumns: readonly Column[] = [
  { from: page.left, to: 120 },
  { from: 124, to: 290 },
  { from: 294, to: 372, align: 'right' },
  { from: 376, to: 456, align: 'right' },
  { from: 460, to: page.right, align: 'right' },
]

function writePositions(sheet: Sheet, { positions, period }: MadeStatement, words: StatementWords): void {
  if (positions.length === 0) return
  const { file } = words
  sheet.title(`${file.positions} · ${words.day(period.lastDay)}`)
  sheet.row(positionColumns, [file.instrument, file.name, file.quantity, file.price, file.value], 'head')
  for (const { asset, name, quantity, price, value, currency, isGenerated } of positions) {
    const worth = value === undefined ? '—' : `${words.number(value)} ${currency}`
    const last = price === undefined ? '—' : `${words.number(price)}${isGenerated ? ' *' : ''}`
    sheet.row(positionColumns, [words.asset(asset), name, words.number(plain(quantity)), last, worth])
  }
  if (positions.some(({ isGenerated }) => isGenerated)) {
    sheet.row([{ from: page.left, to: page.right }], [`* ${file.generatedPrice}`])
  }
}

function writeCharges(sheet: Sheet, made: MadeStatement, words: StatementWords, say: Say): void {
  const { file } = words
  const rows = (name: string, sums: readonly AssetSum[]): readonly (readonly string[])[] =>
    sums.map(({ asset, amount }) => [name, `${say(amount, asset)} ${words.asset(asset)}`])
  const all = [...rows(file.fees, made.fees), ...rows(file.vat, made.vat), ...rows(file.rounding, made.rounding)]
  sheet.title(file.charges)
  if (all.length === 0) sheet.row(factColumns, [file.noCharges])
  for (const row of all) sheet.row(factColumns, row)
}

const lineColumns: readonly Column[] = [
  { from: page.left, to: 118 },
  { from: 122, to: 330 },
  { from: 334, to: 420, align: 'right' },
  { from: 424, to: 508, align: 'right' },
  { from: 512, to: page.right, align: 'right' },
]

async function writeAccount(
  sheet: Sheet,
  { purse, asset, opening, closing, lines }: StatementAccount,
  { period }: MadeStatement,
  words: StatementWords,
  say: Say,
): Promise<void> {
  const { file } = words
  sheet.title(`${words.purse(purse)} · ${words.asset(asset)}`)
  sheet.row(lineColumns, [file.day, file.what, file.amount, file.balance, file.entry], 'head')
  sheet.row(lineColumns, [words.day(period.firstDay), file.opening, '', say(opening, asset), ''], 'strong')
  for (const [index, line] of lines.entries()) {
    if (index % rowsPerTurn === rowsPerTurn - 1) await nextTurn()
    const when = words.moment(line.at, period.zone)
    const texts = [when, words.line(line), say(line.posted, asset), say(line.balance, asset), String(line.seq)]
    sheet.row(lineColumns, texts)
    const mark = words.madeUp(line)
    if (mark !== '') sheet.row(lineColumns, ['', mark], 'mark')
  }
  sheet.row(lineColumns, [words.day(period.lastDay), file.closing, '', say(closing, asset), ''], 'strong')
}
