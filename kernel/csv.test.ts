import { describe, expect, it } from 'vitest'
import { writeCell, writeCsv } from './csv.ts'

describe('a cell', () => {
  it.each([
    ['plain', 'plain'],
    ['a, b', '"a, b"'],
    ['say "so"', '"say ""so"""'],
    ['=1+1', `"'=1+1"`],
    ['+52 55', `"'+52 55"`],
    ['-2+3', `"'-2+3"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t=1"`],
    ['-12.50', '-12.50'],
    ['0.00000001', '0.00000001'],
    ['-1,000', `"'-1,000"`],
  ])('%j is written %j', (cell, written) => {
    expect(writeCell(cell)).toBe(written)
  })

  it('has rows that spreadsheets read', () => {
    expect(writeCsv([['a', 'ñ'], ['1.00']])).toBe('\ufeffa,ñ\r\n1.00\r\n')
  })
})
