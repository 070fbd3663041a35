import { byRoom } from '@bolsillo/contract'

/** What the settings of a room are for, by the rest of their keys. */
export interface Purposes {
  readonly [key: string]: string | Purposes
}

/** What every setting is for, under its key, of the rooms' files: those of the app and of operations are the settings room’s. */
export function purposesOf(files: Readonly<Record<string, Purposes>>): Purposes {
  const { settings, ...rooms } = byRoom(files)
  return { ...settings, ...rooms }
}
