import { titleOfEntry } from '@bolsillo/ledger/domain'
import { messages as ledgerEn } from '@bolsillo/ledger/messages/en-US'
import { messages as ledgerEs } from '@bolsillo/ledger/messages/es-ES'
import { messages as ledgerPt } from '@bolsillo/ledger/messages/pt-BR'
import type { Language } from '@bolsillo/server-kit'
import type { NoticeTopic } from '../domain/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import type { NoticesDeps } from './deps.ts'
import type { Notice } from './notice-channel.ts'

const own = { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR } as const
const ofLedger = { 'es-ES': ledgerEs, 'en-US': ledgerEn, 'pt-BR': ledgerPt } as const

/** What a notice says, and which page shows more. */
export type NoticeWords = Pick<Notice, 'title' | 'text' | 'path'>

/** What happened, as the bell names it. */
export interface Told {
  /** The kind of an entry, or the action of an act. */
  readonly about: string
  readonly isAct: boolean
  readonly details: Readonly<Record<string, string>>
}

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{([a-zA-Z]+)\}/g, (whole, name: string) => values[name] ?? whole)

/** The words of one notice: a title as the bell has it, and a text that says nothing of what somebody has. */
export function noticeWords(
  { actName }: Pick<NoticesDeps, 'actName'>,
  { about, isAct, details }: Told,
  topic: NoticeTopic,
  language: Language,
): NoticeWords {
  const { notice } = own[language]
  const title = isAct
    ? (actName(language, about) ?? notice.title)
    : titleOfEntry(ofLedger[language], { kind: about, details }, language)
  const { symbol = '' } = details
  const ofAlerts: Readonly<Record<string, string>> = notice.alerts
  // `WALMEX.MX` is known to customers as WALMEX.
  const values = { ...details, symbol: symbol.replace(/\.[A-Z]{2}$/, '') }
  const text = fill(ofAlerts[about] ?? notice.texts[topic], values)
  return {
    title,
    text,
    path: about === 'contracts.margin-warn' ? '/pages/tabbar/position?family=contract' : pathOf(topic, isAct),
  }
}

/** One notice in place of many that waited. */
export function summaryWords(count: number, language: Language): NoticeWords {
  const { summary } = own[language].notice
  return { title: fill(summary.title, { count: String(count) }), text: summary.text, path: '/pages/user/happenings' }
}

/** Where the bell leads to from a line of it. */
function pathOf(topic: NoticeTopic, isAct: boolean): string {
  if (topic === 'support') return '/pages/user/service'
  if (topic === 'alerts') return '/pages/user/alerts'
  return isAct ? '/pages/user/activity' : '/pages/user/record'
}
