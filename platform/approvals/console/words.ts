import type { ReplyOf } from '@bolsillo/contract'
import { useWords, wordOf } from '@bolsillo/web-kit'
import type { listSettings } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'

export type SettingRow = ReplyOf<typeof listSettings>['rows'][number]

/** The words of this room. */
export const useOwnWords = () => useWords<Messages>('approvals')

/** A text of the room a title key belongs to, or what is shown when it has none. */
export function roomWord(titleKey: string, key: string, otherwise: string): string {
  const room = titleKey.slice(0, titleKey.indexOf('.'))
  const path = key.startsWith(`${room}.`) ? key.slice(room.length + 1) : key
  const text = wordOf(room, path)
  return text === path || text === '' ? otherwise : text
}

/** What a setting is for in the language now shown; in English, as it was declared, where there are no words. */
export function purposeOf({ purpose, words }: Pick<SettingRow, 'purpose' | 'words'>): string {
  const text = wordOf('purposes', words.key, words.values)
  return text === words.key ? purpose : text
}

/** The words of a title: the room's name, a dot, the key in it. */
export function titleWord(titleKey: string): string {
  return roomWord(titleKey, titleKey, titleKey)
}

/** A word of a fact: of its room, or of this one, which adds facts to the proposals of every room. */
export function factWord(titleKey: string, key: string, otherwise: string): string {
  return roomWord(titleKey, key, roomWord('approvals.', key, otherwise))
}

/** A reason in the words of its room, or of this one. */
export function reasonWord(titleKey: string, code: string): string {
  return roomWord(titleKey, `reasons.${code}`, roomWord('approvals.', `reasons.${code}`, code))
}
