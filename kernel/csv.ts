// A spreadsheet takes text that begins with one of these for a formula. Our negative numbers begin with a minus and
// stay numbers.
const formulaStart = /^[=+\-@\t\r]/
const number = /^-?\d+(?:\.\d+)?$/

/** A cell of a file: quoted where needed; text that would be a formula gets an apostrophe in front. */
export function writeCell(cell: string): string {
  const isFormula = formulaStart.test(cell) && !number.test(cell)
  const safe = isFormula ? `'${cell}` : cell
  return isFormula || /[",\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows by RFC 4180, with the byte order mark by which spreadsheets recognize UTF-8. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => row.map(writeCell).join(',')).join('\r\n')}\r\n`
}
