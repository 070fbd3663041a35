// A spreadsheet takes what begins so for a formula. A number of ours begins with a minus too, and is one.
const formulaStart = /^[=+\-@\t\r]/
const number = /^-?\d+(?:\.\d+)?$/

/** A cell as a file has it: quoted where needed, and never a formula: such text begins with an apostrophe. */
export function writeCell(cell: string): string {
  const isFormula = formulaStart.test(cell) && !number.test(cell)
  const safe = isFormula ? `'${cell}` : cell
  return isFormula || /[",\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as RFC 4180 has them, with the mark by which spreadsheets know UTF-8. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => row.map(writeCell).join(',')).join('\r\n')}\r\n`
}
