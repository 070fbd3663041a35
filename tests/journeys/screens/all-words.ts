import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Language } from '../stage/phone.ts'
import { wordsOf } from '../stage/words.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Words of rooms, by their keys. */
export type Words = { readonly [key: string]: string | readonly string[] | Words }

/** The words of every room there is, in a language. */
export async function allWords(language: Language): Promise<readonly Words[]> {
  const files = ['platform', 'products', 'rails']
    .flatMap((group) => readdirSync(`${root}${group}`).map((room) => `${root}${group}/${room}/messages/${language}.ts`))
    .filter((file) => existsSync(file))
  const { company, core, parts, watchlists } = wordsOf(language)
  const rooms = await Promise.all(files.map(async (file) => (await import(/* @vite-ignore */ file)).messages as Words))
  return [company, core, parts, watchlists, ...rooms]
}

/** Every text of them. */
export function textsIn(words: string | readonly string[] | Words): readonly string[] {
  return typeof words === 'string' ? [words] : Object.values(words).flatMap(textsIn)
}
