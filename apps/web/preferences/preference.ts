import { readStored, writeStored } from '@bolsillo/web-kit'
import { useSyncExternalStore } from 'react'

/** A choice of this phone, one of a few words, kept under a name. */
export interface Preference<Value extends string> {
  /** What may be chosen; the first is the default. */
  readonly values: readonly Value[]
  readonly read: () => Value
  readonly set: (value: Value) => void
  readonly subscribe: (listener: () => void) => () => void
}

/** A preference; the first value is the default. `onChange` also runs once at the start, with what was kept. */
export function preference<const Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
  onChange: (value: Value) => void = () => undefined,
): Preference<Value> {
  const listeners = new Set<() => void>()
  let current = values.find((value) => value === readStored(name)) ?? values[0]
  onChange(current)
  return {
    values,
    read: () => current,
    set: (value) => {
      current = value
      writeStored(name, value)
      onChange(value)
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A preference's value, and how to change it. */
export function usePreference<Value extends string>(of: Preference<Value>): readonly [Value, (value: Value) => void] {
  return [useSyncExternalStore(of.subscribe, of.read, of.read), of.set]
}

const root = document.documentElement

/** Light, dark, or as the phone is set. */
export const theme = preference('theme', ['system', 'light', 'dark'], (value) => {
  if (value === 'system') delete root.dataset.theme
  else root.dataset.theme = value
})

/** The color of what goes up; down gets the other. */
export const upColor = preference('upColor', ['green', 'red'], (value) => {
  root.dataset.up = value
})

/** The zone times are shown in: Mexico City's, or this phone's own. */
export const zoneChoice = preference('zone', ['mexico', 'phone'])

/** Whether amounts show as dots. */
export const amounts = preference('amounts', ['shown', 'hidden'])

/** The IANA name of a zone choice. */
export function zoneName(choice: 'mexico' | 'phone'): string {
  return choice === 'phone' ? Intl.DateTimeFormat().resolvedOptions().timeZone : 'America/Mexico_City'
}
