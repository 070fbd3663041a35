import { DateTime } from '@bolsillo/ui'
import { useOwnWords } from './words.ts'

/** A fact's value: 13 digits of this century are a moment, yes and no are words; everything else stands as it is. */
export function FactValue({ value }: { readonly value: string }) {
  const t = useOwnWords()
  if (/^[12]\d{12}$/.test(value)) return <DateTime at={Number(value)} shows="second" />
  if (value === 'true' || value === 'false') return <>{t(value === 'true' ? 'console.yes' : 'console.no')}</>
  return <span className="break-words">{value === '' ? '—' : value}</span>
}
