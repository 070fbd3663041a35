import { dayNumber, readTradeDate, type TradeDate } from '@bolsillo/kernel'
import { curpFitsName } from './curp-and-name.ts'
import { type NumberReading, readCnpj, readCpf, readCurp, readDocumentNumber, readRfc } from './identifiers.ts'
import { ageMin } from './kyc-bounds.ts'
import {
  type Asked,
  askedFields,
  type Certificate,
  certificates,
  countries,
  type PaperField,
  type Papers,
  type PaperTexts,
  paperFields,
} from './papers.ts'
import { isPersonName } from './person-name.ts'

/** Why a field is refused before anybody looks at it. Each is a rejection's name and has its words. */
export type PaperProblemName =
  | 'paper-needed'
  | 'paper-not-asked'
  | 'country-unknown'
  | 'certificate-unknown'
  | 'name-malformed'
  | 'birth-date-impossible'
  | 'under-age'
  | 'document-number-malformed'
  | 'document-expired'
  | 'expiry-impossible'
  | 'curp-malformed'
  | 'curp-check-digit'
  | 'curp-birth-date'
  | 'curp-name'
  | 'rfc-malformed'
  | 'cpf-malformed'
  | 'cpf-check-digit'
  | 'cnpj-malformed'
  | 'cnpj-check-digit'

interface PaperProblem {
  readonly field: PaperField
  readonly problem: PaperProblemName
}

const ageMax = 120
const expiryYearsMax = 20
const daysPerYear = 365.25

/** Everything wrong with a submission, in the order of its fields; the page and the server ask the same question. */
export function paperProblems(texts: PaperTexts, today: TradeDate): readonly PaperProblem[] {
  const { country = '', certificate = '' } = texts
  if (!countries.includes(country)) return [{ field: 'country', problem: 'country-unknown' }]
  if (!isCertificate(certificate)) return [{ field: 'certificate', problem: 'certificate-unknown' }]
  const asked = askedFields(country, certificate)
  return paperFields.flatMap((field) => {
    const problem = problemOf(field, texts, asked, today)
    return problem === undefined ? [] : [{ field, problem }]
  })
}

export function isCertificate(text: string): text is Certificate {
  return certificates.some((certificate) => certificate === text)
}

function problemOf(field: PaperField, texts: PaperTexts, asked: Asked, today: TradeDate): PaperProblemName | undefined {
  const text = texts[field]
  if (text === undefined || text === '') return asked[field] === 'needed' ? 'paper-needed' : undefined
  if (asked[field] === undefined) return 'paper-not-asked'
  switch (field) {
    case 'name':
      return isPersonName(text) ? undefined : 'name-malformed'
    case 'birthDate':
      return birthDateProblem(text, today)
    case 'number':
      return readDocumentNumber(text).kind === 'valid' ? undefined : 'document-number-malformed'
    case 'expiry':
      return expiryProblem(text, today)
    case 'curp':
      return curpProblem(text, texts)
    case 'rfc':
      return readRfc(text).kind === 'valid' ? undefined : 'rfc-malformed'
    case 'cpf':
      return numberProblem(readCpf(text), 'cpf')
    case 'cnpj':
      return numberProblem(readCnpj(text), 'cnpj')
    default:
      return undefined
  }
}

function numberProblem<Name extends 'curp' | 'cpf' | 'cnpj'>(
  reading: NumberReading,
  name: Name,
): `${Name}-malformed` | `${Name}-check-digit` | undefined {
  return reading.kind === 'valid' ? undefined : `${name}-${reading.problem}`
}

/** The same day so many years before; 29 February becomes 1 March, as the law counts. */
function yearsBefore(today: TradeDate, years: number): string {
  const year = String(Number(today.slice(0, 4)) - years).padStart(4, '0')
  return readTradeDate(`${year}${today.slice(4)}`) ?? `${year}-02-28`
}

function birthDateProblem(text: string, today: TradeDate): PaperProblemName | undefined {
  const date = readTradeDate(text)
  if (date === undefined || date > today || date < yearsBefore(today, ageMax)) return 'birth-date-impossible'
  return date <= yearsBefore(today, ageMin) ? undefined : 'under-age'
}

function expiryProblem(text: string, today: TradeDate): PaperProblemName | undefined {
  const date = readTradeDate(text)
  if (date === undefined || dayNumber(date) > dayNumber(today) + expiryYearsMax * daysPerYear)
    return 'expiry-impossible'
  return date > today ? undefined : 'document-expired'
}

/** A CURP holds the birth date and the initials: when they are plainly another person's, the customer learns it now. */
function curpProblem(text: string, { birthDate, name }: PaperTexts): PaperProblemName | undefined {
  const reading = readCurp(text)
  if (reading.kind === 'problem') return `curp-${reading.problem}`
  if (birthDate !== undefined && readTradeDate(birthDate) !== undefined && birthDate !== reading.bornOn) {
    return 'curp-birth-date'
  }
  if (name !== undefined && isPersonName(name) && curpFitsName(reading, name) === 'differs') return 'curp-name'
  return undefined
}

/** The papers as they are kept, of texts without a problem. */
export function readPapers(texts: PaperTexts): Papers {
  const read = (reading: NumberReading): string => (reading.kind === 'valid' ? reading.value : '')
  const { name = '', birthDate = '', number = '', expiry, curp, rfc, cpf, cnpj } = texts
  return {
    name: name.normalize('NFC').trim().replaceAll(/\s+/g, ' '),
    birthDate,
    number: read(readDocumentNumber(number)),
    ...(expiry === undefined ? {} : { expiry }),
    ...(curp === undefined ? {} : { curp: read(readCurp(curp)) }),
    ...(rfc === undefined ? {} : { rfc: read(readRfc(rfc)) }),
    ...(cpf === undefined ? {} : { cpf: read(readCpf(cpf)) }),
    ...(cnpj === undefined ? {} : { cnpj: read(readCnpj(cnpj)) }),
  }
}
