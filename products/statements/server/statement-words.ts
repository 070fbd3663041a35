import { wallTime } from '@bolsillo/kernel'
import { isMadeUp, numberText, titleOfEntry } from '@bolsillo/ledger/domain'
import { messages as ledgerEn } from '@bolsillo/ledger/messages/en-US'
import { messages as ledgerEs } from '@bolsillo/ledger/messages/es-ES'
import { messages as ledgerPt } from '@bolsillo/ledger/messages/pt-BR'
import type { Language } from '@bolsillo/server-kit'
import type { StatementLine } from '../domain/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'

const own = { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR } as const
const ofLedger = { 'es-ES': ledgerEs, 'en-US': ledgerEn, 'pt-BR': ledgerPt } as const

/** The words of a statement file in one language. */
export interface StatementWords {
  readonly file: (typeof esES)['file']
  /** `Compra 50 WALMEX`, `Comisión`. */
  readonly line: (line: Pick<StatementLine, 'kind' | 'details' | 'part'>) => string
  /** The note beside a line of the demonstration's generated past; empty for any other. */
  readonly madeUp: (line: Pick<StatementLine, 'details'>) => string
  readonly part: (part: StatementLine['part']) => string
  readonly purse: (purse: string) => string
  readonly asset: (asset: string) => string
  readonly number: (decimal: string) => string
  /** `21-11-2026 08:30` by the clocks of a zone. */
  readonly moment: (at: StatementLine['at'], zone: string) => string
  /** `21-11-2026` of `2026-11-21`. */
  readonly day: (date: string) => string
}

/** See above. */
export function statementWords(language: Language): StatementWords {
  const { parts, purses, madeUp } = ofLedger[language]
  const number = (decimal: string): string => numberText(decimal, language)
  const names: Readonly<Record<string, string>> = purses
  const purse = (name: string): string => names[name] ?? name
  const titleOf = (line: Pick<StatementLine, 'kind' | 'details'>): string =>
    titleOfEntry(ofLedger[language], line, language)
  const day = (date: string): string => date.split('-').toReversed().join('-')
  const two = (value: number): string => String(value).padStart(2, '0')
  return {
    file: own[language].file,
    line: (line) => (line.part === 'whole' ? titleOf(line) : `${parts[line.part]} · ${titleOf(line)}`),
    madeUp: ({ details }) => (isMadeUp(details) ? madeUp : ''),
    part: (part) => (part === 'whole' ? '' : parts[part]),
    purse,
    asset: (asset) => asset.replace(/^STK:/, ''),
    number,
    moment: (at, zone) => {
      const { date, hour, minute } = wallTime(at, zone)
      return `${day(date)} ${two(hour)}:${two(minute)}`
    },
    day,
  }
}
