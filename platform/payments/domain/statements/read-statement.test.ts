import { describe, expect, it } from 'vitest'
import { UnfitStatement } from './bank-statement.ts'
import { readBankStatement } from './read-statement.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const problemOf = (text: string | Uint8Array): readonly [string, number] | undefined => {
  try {
    readBankStatement(typeof text === 'string' ? bytes(text) : text)
    return undefined
  } catch (error) {
    if (error instanceof UnfitStatement) return [error.problem, error.place]
    throw error
  }
}

const header = 'record,account,currency,date,number,direction,amount,reference,payer_name,payer_account'
const csv = (lines: readonly string[], closing = '150.50', opening = '100.00'): string =>
  [header, `opening,0123456789,MXN,,,,${opening},,,`, ...lines, `closing,0123456789,MXN,,,,${closing},,,`].join('\r\n')
const line = 'line,0123456789,MXN,2026-03-02,Bank-1,in,60.50,B000000123,"López, ""María""",032180000118359719'
const out = 'line,0123456789,MXN,2026-03-02,OUT-1,out,10.00,,,'

const entry = (
  inner = '',
  changes: { readonly sign?: string; readonly status?: string; readonly amount?: string } = {},
) =>
  `<Ntry><Amt Ccy="MXN">${changes.amount ?? '60.50'}</Amt><CdtDbtInd>${changes.sign ?? 'CRDT'}</CdtDbtInd>
   <Sts>${changes.status ?? 'BOOK'}</Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt><AcctSvcrRef>bank-1</AcctSvcrRef>
   <NtryDtls>${inner}</NtryDtls></Ntry>`
const details = `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>María &amp; López</Nm></Pty></Dbtr>
   <DbtrAcct><Id><Othr><Id>0721800012</Id></Othr></Id></DbtrAcct></RltdPties>
   <RltdAgts><DbtrAgt><FinInstnId><Nm>Banorte</Nm></FinInstnId></DbtrAgt></RltdAgts>
   <RmtInf><Ustrd>B000000123</Ustrd></RmtInf></TxDtls>`
const balance = (kind: string, amount: string, sign = 'CRDT'): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="MXN">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd></Bal>`
const camt = (entries: string, closing = '160.50', before = '<?xml version="1.0" encoding="UTF-8"?>'): string =>
  `${before}\n<!-- of a bank -->\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr/>
   <Stmt><Acct><Id><Othr><Id>0123456789</Id></Othr></Id></Acct>${balance('OPBD', '100.00')}${balance('CLBD', closing)}
   ${entries}</Stmt></BkToCstmrStmt></Document>`

describe('a statement', () => {
  it('as CSV is read, line by line', () => {
    expect(readBankStatement(bytes(csv([line, out])))).toEqual({
      format: 'csv',
      account: '0123456789',
      asset: 'MXN',
      opening: 10_000n,
      closing: 15_050n,
      lines: [
        {
          direction: 'in',
          minor: 6_050n,
          number: 'BANK-1',
          bookedOn: '2026-03-02',
          reference: 'B000000123',
          payerName: 'López, "María"',
          payerAccount: '032180000118359719',
        },
        expect.objectContaining({ direction: 'out', minor: 1_000n, number: 'OUT-1' }),
      ],
    })
  })

  it('as camt.053 is read, with the payer and the account money can go back to', () => {
    expect(readBankStatement(bytes(camt(entry(details))))).toMatchObject({
      format: 'camt.053',
      opening: 10_000n,
      closing: 16_050n,
      lines: [
        {
          direction: 'in',
          minor: 6_050n,
          number: 'BANK-1',
          payerName: 'María & López',
          payerAccount: 'Banorte/0721800012',
          reference: 'B000000123',
        },
      ],
    })
  })

  it('of an account that moved nothing, or is below zero, is one', () => {
    expect(readBankStatement(bytes(csv([], '100.00'))).lines).toEqual([])
    expect(readBankStatement(bytes(csv([], '-5.00', '-5.00'))).closing).toBe(-500n)
  })

  it.each([
    ['a line is left out', csv([line]), 'sum', 0],
    ['a line is edited', csv([line.replace('60.50', '777000.00'), out]), 'sum', 0],
    ['a number comes twice', csv([line, line], '221.00'), 'number-twice', 2],
    ['a line has no number', csv([line.replace('Bank-1', '')], '160.50'), 'number', 1],
    ['a line is of nothing', csv([line.replace('60.50', '0.00')], '100.00'), 'amount', 1],
    ['a line is below zero', csv([line.replace('60.50', '-60.50')], '39.50'), 'amount', 1],
    ['an amount has too many decimals', csv([line.replace('60.50', '60.501')], '160.50'), 'amount', 1],
    ['a line is of another currency', csv([line.replace('MXN', 'USD')], '160.50'), 'asset', 1],
    ['a line is of another account', csv([line.replace('0123456789', '99')], '160.50'), 'account', 1],
    ['a date is none', csv([line.replace('2026-03-02', '2026-02-30')], '160.50'), 'date', 1],
    ['a direction is none', csv([line.replace(',in,', ',IN,')], '160.50'), 'direction', 1],
    ['the header is another', csv([line]).replace('payer_name', 'payer'), 'header', 0],
    ['a cell is missing', csv(['line,0123456789,MXN']), 'row', 1],
    ['quotes do not end', csv([line.replace('"López', '""López')]), 'row', 2],
    ['there is no closing balance', csv([line]).replace('closing', 'line'), 'balances', 0],
    ['an asset is none', csv([line]).replaceAll('MXN', 'constructor'), 'asset', 0],
    ['it is empty', '', 'header', 0],
  ])('as CSV is none when %s', (_, text, problem, place) => {
    expect(problemOf(text)).toEqual([problem, place])
  })

  it.each([
    ['it has a document type', camt(entry(), '160.50', '<!DOCTYPE d [<!ENTITY x "777000.00">]>'), 'xml-declares'],
    [
      'it names a file',
      camt(entry(), '160.50', '<?xml version="1.0"?><!DOCTYPE d SYSTEM "file:///etc/passwd">'),
      'xml-declares',
    ],
    ['it has an entity of its own', camt(entry('<TxDtls>&x;</TxDtls>')), 'xml-declares'],
    ['it has a character by its number', camt(entry('<TxDtls>&#54;</TxDtls>')), 'xml-declares'],
    ['it has an instruction', camt(`${entry()}<?php 1 ?>`), 'xml-declares'],
    ['it has CDATA', camt(entry('<TxDtls><![CDATA[1]]></TxDtls>')), 'xml-declares'],
    ['it says another encoding', camt(entry(), '160.50', '<?xml version="1.0" encoding="UTF-16"?>'), 'not-xml'],
    ['an element does not end', camt(entry('<TxDtls>')), 'not-xml'],
    ['there is something behind it', `${camt(entry())}<a/>`, 'not-xml'],
    ['an attribute comes twice', camt(entry('<TxDtls a="1" a="2"/>')), 'not-xml'],
    ['it is nested without end', camt(entry('<a>'.repeat(40))), 'not-xml'],
    ['it is another message', camt(entry()).replace('camt.053.001.08', 'camt.054.001.08'), 'not-camt'],
    ['it has two statements', camt(entry()).replace('</Stmt>', '</Stmt><Stmt/>'), 'one-statement'],
    ['it has no closing balance', camt(entry()).replace('CLBD', 'CLAV'), 'balances'],
    ['it has two closing balances', camt(`${balance('CLBD', '1.00')}${entry()}`), 'balances'],
    ['an entry is only expected', camt(entry('', { status: 'PDNG' })), 'not-booked'],
    ['several payments are one entry', camt(entry('<TxDtls/><TxDtls/>')), 'batched'],
    ['an entry says no direction', camt(entry('', { sign: 'PLUS' })), 'direction'],
    ['an entry is edited', camt(entry('', { amount: '777000.00' })), 'sum'],
    ['an entry is there twice', camt(entry() + entry(), '221.00'), 'number-twice'],
  ])('as camt.053 is none when %s', (_, text, problem) => {
    expect(problemOf(text)?.[0]).toBe(problem)
  })

  it('is UTF-8 and no longer than it may be', () => {
    expect(problemOf(new Uint8Array([0xff, 0xfe, 0x3c, 0x00]))).toEqual(['not-utf8', 0])
    const many = Array.from({ length: 2_001 }, (_, at) => line.replace('Bank-1', `B-${at + 1000}`))
    expect(problemOf(csv(many))?.[0]).toBe('too-many-lines')
  })
})
