import { wordOf } from '@bolsillo/web-kit'

/** The words of a title: the room's name, a dot, the key in it. */
export function titled(titleKey: string): string {
  const dot = titleKey.indexOf('.')
  return wordOf(titleKey.slice(0, dot), titleKey.slice(dot + 1))
}
