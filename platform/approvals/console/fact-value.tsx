import { DateTime } from '@bolsillo/ui'
import { roomWord, useOwnWords } from './words.ts'

/**
 * A fact's value: 13 digits of this century are a moment, yes and no are words, a code has the words its room has for it
 * under `values` or `reasons`; everything else stands as it is.
 */
export function FactValue({ titleKey, value }: { readonly titleKey: string; readonly value: string }) {
  const t = useOwnWords()
  if (/^[12]\d{12}$/.test(value)) return <DateTime at={Number(value)} shows="second" />
  if (value === 'true' || value === 'false') return <>{t(value === 'true' ? 'console.yes' : 'console.no')}</>
  const word = /^[a-z][a-z-]{1,40}$/.test(value)
    ? roomWord(titleKey, `values.${value}`, roomWord(titleKey, `reasons.${value}`, value))
    : value
  return <span className="break-words">{word === '' ? '—' : word}</span>
}
