import type { Asset } from '@bolsillo/kernel'
import { type BankLine, type BankStatement, mustAddUp, UnfitStatement } from './bank-statement.ts'
import { readAccount, readAmount, readAsset, readBalance, readDate, readLineText, readNumber } from './read-parts.ts'
import { isXmlProblem, readXml, type XmlElement } from './xml-reader.ts'

/**
 * Reads ISO 20022's statement of an account (camt.053, any version): one statement, its opening and closing booked
 * balance, its booked entries. An incoming entry of several payments in one is refused: each has to be a line of its own.
 * @throws UnfitStatement
 */
export function readCamt053(source: string): BankStatement {
  const root = readXml(source)
  if (isXmlProblem(root)) throw new UnfitStatement(root.problem === 'declared' ? 'xml-declares' : 'not-xml')
  const namespace = [...root.attributes].find(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))?.[1] ?? ''
  const isCamt = root.name === 'Document' && namespace.startsWith('urn:iso:std:iso:20022:tech:xsd:camt.053.')
  if (!isCamt) throw new UnfitStatement('not-camt')
  const [statement, ...more] = all(root, 'BkToCstmrStmt', 'Stmt')
  if (statement === undefined || more.length > 0) throw new UnfitStatement('one-statement')
  const account = text(statement, 'Acct', 'Id', 'IBAN') || text(statement, 'Acct', 'Id', 'Othr', 'Id')
  const balances = all(statement, 'Bal')
  const [opening, closing] = [balanceOf(balances, ['OPBD', 'PRCD']), balanceOf(balances, ['CLBD'])]
  const asset = readAsset(opening.code)
  if (closing.code !== opening.code) throw new UnfitStatement('asset')
  const lines = all(statement, 'Ntry').map((entry, at) => lineOf(entry, asset, at + 1))
  return mustAddUp({
    format: 'camt.053',
    account: readAccount(account),
    asset: asset.code,
    opening: signed(opening, asset),
    closing: signed(closing, asset),
    lines,
  })
}

interface Balance {
  readonly code: string
  readonly amount: string
  readonly isBelowZero: boolean
}

function balanceOf(balances: readonly XmlElement[], kinds: readonly string[]): Balance {
  const found = balances.filter((balance) => kinds.includes(text(balance, 'Tp', 'CdOrPrtry', 'Cd')))
  const [balance] = found
  if (balance === undefined || found.length > 1) throw new UnfitStatement('balances')
  return {
    code: first(balance, 'Amt')?.attributes.get('Ccy') ?? '',
    amount: text(balance, 'Amt'),
    isBelowZero: directionOf(balance, 0) === 'out',
  }
}

function signed({ amount, isBelowZero }: Balance, asset: Asset): bigint {
  const minor = readBalance(amount, asset)
  if (minor < 0n) throw new UnfitStatement('balances')
  return isBelowZero ? -minor : minor
}

function directionOf(element: XmlElement, place: number): BankLine['direction'] {
  const indicator = text(element, 'CdtDbtInd')
  if (indicator !== 'CRDT' && indicator !== 'DBIT') throw new UnfitStatement('direction', place)
  return indicator === 'CRDT' ? 'in' : 'out'
}

function lineOf(entry: XmlElement, asset: Asset, place: number): BankLine {
  const status = text(entry, 'Sts', 'Cd') || text(entry, 'Sts')
  if (status !== 'BOOK') throw new UnfitStatement('not-booked', place)
  if (first(entry, 'Amt')?.attributes.get('Ccy') !== asset.code) throw new UnfitStatement('asset', place)
  const direction = directionOf(entry, place)
  const details = all(entry, 'NtryDtls', 'TxDtls')
  if (direction === 'in' && details.length > 1) throw new UnfitStatement('batched', place)
  const [detail] = details
  const of = (...path: string[]): string => (detail === undefined ? '' : text(detail, ...path))
  const endToEnd = of('Refs', 'EndToEndId')
  const numbers = [text(entry, 'AcctSvcrRef'), of('Refs', 'AcctSvcrRef'), of('Refs', 'TxId')]
  const number = [...numbers, endToEnd === 'NOTPROVIDED' ? '' : endToEnd, text(entry, 'NtryRef')].find(
    (one) => one !== '',
  )
  const reference = [
    of('RmtInf', 'Strd', 'CdtrRefInf', 'Ref'),
    ...(detail === undefined ? [] : all(detail, 'RmtInf', 'Ustrd').map((one) => one.text)),
  ].filter((one) => one !== '')
  return {
    direction,
    minor: readAmount(text(entry, 'Amt'), asset, place),
    number: readNumber(number ?? '', place),
    bookedOn: readDate(text(entry, 'BookgDt', 'Dt') || text(entry, 'BookgDt', 'DtTm'), place),
    reference: readLineText(reference.join(' '), 'reference'),
    payerName: readLineText(of('RltdPties', 'Dbtr', 'Nm') || of('RltdPties', 'Dbtr', 'Pty', 'Nm'), 'payerName'),
    payerAccount: readLineText(payerAccount(of), 'payerAccount'),
  }
}

/** A CLABE by itself; any other account behind its bank, as money can go back to it. */
function payerAccount(of: (...path: string[]) => string): string {
  const path = ['RltdPties', 'DbtrAcct', 'Id']
  const number = of(...path, 'IBAN') || of(...path, 'Othr', 'Id')
  if (number === '' || /^[0-9]{18}$/.test(number)) return number
  const agent = ['RltdAgts', 'DbtrAgt', 'FinInstnId']
  const bank = of(...agent, 'Nm') || of(...agent, 'BICFI') || of(...agent, 'BIC')
  return bank === '' ? number : `${bank.replaceAll('/', ' ')}/${number}`
}

function all(element: XmlElement, ...path: readonly string[]): readonly XmlElement[] {
  return path.reduce<readonly XmlElement[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  )
}

const first = (element: XmlElement, ...path: readonly string[]): XmlElement | undefined => all(element, ...path)[0]

const text = (element: XmlElement, ...path: readonly string[]): string => first(element, ...path)?.text ?? ''
