import i18next, { type i18n } from 'i18next'
import { useMemo } from 'react'
import { initReactI18next, useTranslation } from 'react-i18next'
import { readStored, writeStored } from './storage.ts'

/** The interface languages. Spanish is the default and the type of the others. */
export const languages = ['es-ES', 'en-US', 'pt-BR'] as const
export type Language = (typeof languages)[number]

/** Words nested by key. */
export interface Words {
  readonly [key: string]: string | Words
}

/** All rooms' words of one language: room name → words. */
export type Bundle = Readonly<Record<string, Words>>

// A plural is written as `title_one`, `title_other` (Portuguese and Spanish: `_many` too) and asked for as `title`.
type Bare<Key extends string> = Key extends `${infer Stem}_${'one' | 'many' | 'other'}` ? Stem : Key

/** Every key of a room's words, dotted: `kline.title`. */
export type KeyOf<M> = {
  [K in keyof M & string]: M[K] extends string ? Bare<K> : `${K}.${KeyOf<M[K]>}`
}[keyof M & string]

/** Finds a room's words: `t('ticket.total')`, with `{placeholders}` filled from the values. */
export type Teller<M> = (key: KeyOf<M>, values?: Readonly<Record<string, string | number>>) => string

/** The stored language, or the default; other languages of the browser do not decide (the specification: es-ES). */
export function storedLanguage(): Language {
  const stored = readStored('lang')
  return languages.find((language) => language === stored) ?? 'es-ES'
}

/**
 * Starts the words with the stored language's bundle.
 * @param load brings a language's bundle: one chunk for each.
 */
export async function startWords(load: (language: Language) => Promise<Bundle>): Promise<void> {
  const language = storedLanguage()
  const bundle = await load(language)
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: bundle },
    // Words are text, never markup; React escapes. Placeholders are written {so}.
    interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
    returnNull: false,
    react: { useSuspense: false },
  })
  document.documentElement.lang = language
  loader = load
}

let loader: ((language: Language) => Promise<Bundle>) | undefined

/** Changes the language, everywhere at once; its words are brought first. */
export async function changeLanguage(language: Language): Promise<void> {
  if (loader !== undefined && !i18next.hasResourceBundle(language, 'core')) {
    for (const [room, words] of Object.entries(await loader(language))) i18next.addResourceBundle(language, room, words)
  }
  await i18next.changeLanguage(language)
  writeStored('lang', language)
  document.documentElement.lang = language
}

/** The language now shown. */
export function currentLanguage(): Language {
  return languages.find((language) => language === i18next.language) ?? storedLanguage()
}

/** Renders again when the language changes. */
export function useLanguage(): Language {
  const { i18n } = useTranslation()
  return languages.find((language) => language === i18n.language) ?? 'es-ES'
}

function teller<M>(instance: i18n, room: string): Teller<M> {
  return (key, values) => instance.t(key, { ns: room, ...values }) as string
}

/** The words of a room, typed by its Spanish file: `const t = useWords<Messages>('stocks')`. */
export function useWords<M>(room: string): Teller<M> {
  const { i18n } = useTranslation(room)
  const language = i18n.language
  return useMemo(() => teller<M>(i18n, room), [i18n, room, language])
}
