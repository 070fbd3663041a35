import { entryValues, isEntryKind } from './entry-kinds.ts'

/** The words a title is made of: `kinds` and `purses` of the messages of this room, in one language. */
interface TitleWords {
  readonly kinds: Readonly<Record<string, string>>
  readonly purses: Readonly<Record<string, string>>
}

/** The title of an entry as a text: `Compra 50 WALMEX`. Pages have it of the same words, with the reader's own style. */
export function titleOfEntry(
  { kinds, purses }: TitleWords,
  entry: { readonly kind: string; readonly details: Readonly<Record<string, string>> },
  language: Parameters<typeof numberText>[1],
): string {
  const values: Readonly<Record<string, string>> = entryValues(entry.details, {
    quantity: (decimal) => numberText(decimal, language),
    purse: (name) => purses[name] ?? name,
  })
  const text = kinds[isEntryKind(entry.kind) ? entry.kind : 'other'] ?? ''
  return text.replaceAll(/\{([a-zA-Z]+)\}/g, (whole, name: string) => values[name] ?? whole).trim()
}

/** A decimal as people of a language read it: `1,234.50`, or `1.234,50` in Portuguese. */
export function numberText(decimal: string, language: 'es-ES' | 'en-US' | 'pt-BR'): string {
  const [group, point] = language === 'pt-BR' ? ['.', ','] : [',', '.']
  const sign = decimal.startsWith('-') ? '-' : ''
  const [whole = '', fraction = ''] = decimal.slice(sign.length).split('.')
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group)
  return `${sign}${grouped}${fraction === '' ? '' : point + fraction}`
}
