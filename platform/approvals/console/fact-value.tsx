import { figure } from '@bolsillo/kernel'
import { DateTime, useUi } from '@bolsillo/ui'
import { useCall } from '@bolsillo/web-kit'
import { listSettings } from '../contract/operator.ts'
import { factWord, purposeOf, roomWord, useOwnWords } from './words.ts'

/** What a setting is for, in the language of the console: the fact that is signed says it in English. */
export function PurposeFact(props: { readonly settingKey: string; readonly otherwise: string }) {
  const { settingKey, otherwise } = props
  const settings = useCall(listSettings, {})
  const row = settings.data?.rows.find(({ key }) => key === settingKey)
  return <span className="break-words">{row === undefined ? otherwise : purposeOf(row)}</span>
}

/** Between the parts of a fact that says several things: the day, the number and the amount of a statement's line. */
const parting = ' · '

/** Facts that are moments, by their labels: a tracking number may have thirteen digits too. */
const isMoment = /(?:At|Added|Since|requested|until)$/

/** Words that somebody wrote for customers, in a language of theirs: whoever decides reads every character as it is. */
const isProse = /\.(?:es-ES|en-US|pt-BR)$/

/**
 * A fact's value: the epoch of a fact that is a moment is shown as one, yes and no are words, a code has the words its room has for it
 * under `values` or `reasons`; amounts show as everywhere; everything else is shown unchanged.
 */
export function FactValue(props: { readonly titleKey: string; readonly labelKey: string; readonly value: string }) {
  const { titleKey, labelKey, value } = props
  const t = useOwnWords()
  const { style } = useUi()
  if (isProse.test(labelKey)) return <span className="whitespace-pre-line break-words">{value}</span>
  if (isMoment.test(labelKey) && /^[12]\d{12}$/.test(value)) return <DateTime at={Number(value)} shows="second" />
  if (value === 'true' || value === 'false') return <>{t(value === 'true' ? 'console.yes' : 'console.no')}</>
  const word = /^[a-z][a-z-]{1,40}$/.test(value)
    ? factWord(titleKey, `values.${value}`, roomWord(titleKey, `reasons.${value}`, value))
    : value
        .split(parting)
        .map((part) => figure(part, style))
        .join(parting)
  return <span className="break-words">{word === '' ? '—' : word}</span>
}
