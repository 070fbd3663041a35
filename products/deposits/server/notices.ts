import { type Money, writeMoneyAndCode } from '@bolsillo/kernel'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES, type Messages } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'

/** What customers are written about by the ways they have. */
export type NoticeName = keyof Messages['notices']

const languages = { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR } as const

/** A notice in every language, filled in. */
export function noticeOf(notice: { readonly name: NoticeName; readonly amount: Money; readonly reason?: string }): {
  readonly title: Readonly<Record<string, string>>
  readonly text: Readonly<Record<string, string>>
} {
  const amount = writeMoneyAndCode(notice.amount)
  const written = (part: 'title' | 'text') =>
    Object.fromEntries(
      Object.entries(languages).map(([language, words]) => {
        const reason = reasonIn(words, notice.reason)
        return [language, words.notices[notice.name][part].replace('{amount}', amount).replace('{reason}', reason)]
      }),
    )
  return { title: written('title'), text: written('text') }
}

function reasonIn(words: Messages, code: string | undefined): string {
  if (code === undefined) return ''
  const known: Readonly<Record<string, string>> = { ...words.failed, ...words.held }
  return known[code] ?? code
}
