import { useMemo, useSyncExternalStore } from 'react'
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
type KeyOf<M> = {
  [K in keyof M & string]: M[K] extends string ? Bare<K> : `${K}.${KeyOf<M[K]>}`
}[keyof M & string]

/** Finds a room's words: `t('ticket.total')`, with `{placeholders}` filled from the values. */
export type Teller<M> = (key: KeyOf<M>, values?: Readonly<Record<string, string | number>>) => string

/** The stored language, or the default; other languages of the browser do not decide (the specification: es-ES). */
function storedLanguage(): Language {
  const stored = readStored('lang')
  return languages.find((language) => language === stored) ?? 'es-ES'
}

interface Shown {
  readonly language: Language
  readonly bundle: Bundle
  readonly plurals: Intl.PluralRules
}

// The language is known before its words have loaded: calls made meanwhile already request it.
let shown: Shown = { language: storedLanguage(), bundle: {}, plurals: new Intl.PluralRules('es-ES') }
let loader: ((language: Language) => Promise<Bundle>) | undefined
let restLoader: ((language: Language) => Promise<Bundle>) | undefined
/** Whether a page has asked for the rest of the words: from then on every language needs them, also after a failure. */
let isRestWanted = false
/** The rest of the words of a language, as it was last brought. */
let rest: { readonly language: Language; readonly bundle: Promise<Bundle> } | undefined
const listeners = new Set<() => void>()

function show(language: Language, bundle: Bundle): void {
  shown = { language, bundle, plurals: new Intl.PluralRules(language) }
  document.documentElement.lang = language
  for (const listener of listeners) listener()
}

/**
 * Starts the words with the stored language's bundle.
 * @param load brings a language's bundle: one chunk for each.
 * @param loadRest brings the words the first page does without; asked for by `restOfWords`.
 */
export async function startWords(
  load: (language: Language) => Promise<Bundle>,
  loadRest?: (language: Language) => Promise<Bundle>,
): Promise<void> {
  loader = load
  restLoader = loadRest
  isRestWanted = false
  rest = undefined
  const language = storedLanguage()
  // Browsers forget what a script wrote: it is named again while it is not the one the server takes.
  if (language !== 'es-ES') nameToServer(language)
  const bundle = await load(language)
  // The rest may have come first.
  show(language, { ...shown.bundle, ...bundle })
}

function bringRest(language: Language): Promise<Bundle> {
  if (rest?.language === language) return rest.bundle
  const bundle = restLoader?.(language) ?? Promise.resolve({})
  rest = { language, bundle }
  // After a failure the next caller loads the bundle again.
  bundle.catch(() => {
    if (rest?.bundle === bundle) rest = undefined
  })
  return bundle
}

/** Resolves once all words of the current language are loaded. Rejects when loading fails. */
export async function restOfWords(): Promise<void> {
  isRestWanted = true
  const { language } = shown
  const known = rest?.language === language
  const more = await bringRest(language)
  // The language may have changed meanwhile, to one that was brought before the rest was asked for.
  if (shown.language !== language) return restOfWords()
  if (!known) show(language, { ...shown.bundle, ...more })
}

/** Names the language to the server, which names its words together with a page. */
function nameToServer(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Safari has had another way only since 2025.
  document.cookie = `lang=${language}; path=/; max-age=31536000; samesite=lax`
}

/** Changes the language, everywhere at once; its words are brought first. */
export async function changeLanguage(language: Language): Promise<void> {
  const more = isRestWanted ? bringRest(language) : {}
  const bundle = { ...(await loader?.(language)), ...(await more) }
  writeStored('lang', language)
  nameToServer(language)
  show(language, bundle)
}

/** The language now shown. */
export function currentLanguage(): Language {
  return shown.language
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Renders again when the language changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage)
}

function find(words: Words | undefined, path: readonly string[]): string | undefined {
  let node: string | Words | undefined = words
  for (const part of path) {
    if (node === undefined || typeof node === 'string') return undefined
    node = Object.hasOwn(node, part) ? node[part] : undefined
  }
  return typeof node === 'string' ? node : undefined
}

/** The plural of a word for a count: `title_one`, `title_other`; undefined when it has none. */
function findPlural(
  { bundle, plurals }: Shown,
  room: string,
  path: readonly string[],
  count: number,
): string | undefined {
  const [last = '', before] = [path.at(-1), path.slice(0, -1)]
  const form = (ending: string): string | undefined => find(bundle[room], [...before, `${last}_${ending}`])
  return form(plurals.select(count)) ?? form('other')
}

/**
 * The text of a room's word in the language now shown, its `{placeholders}` filled. A word that does not exist shows
 * its key: the compiler keeps that from happening (every language has every key of the Spanish file).
 */
export function wordOf(room: string, key: string, values: Readonly<Record<string, string | number>> = {}): string {
  const path = key.split('.')
  const { count } = values
  const plural = typeof count === 'number' ? findPlural(shown, room, path, count) : undefined
  const text = plural ?? find(shown.bundle[room], path) ?? key
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** The words of a room, typed by its Spanish file: `const t = useWords<Messages>('stocks')`. */
export function useWords<M>(room: string): Teller<M> {
  const language = useLanguage()
  return useMemo(() => {
    // A new function for each language, so that memoized values are recomputed.
    void language
    return (key, values) => wordOf(room, key, values)
  }, [room, language])
}

/** The words of a title key: the room's name, a dot, the key in it. */
export function titled(titleKey: string): string {
  const dot = titleKey.indexOf('.')
  return wordOf(titleKey.slice(0, dot), titleKey.slice(dot + 1))
}
