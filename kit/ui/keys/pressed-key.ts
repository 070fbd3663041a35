/** A key and what it does. Letters are lower case. */
export interface Shortcut {
  readonly key: string
  /** What it does, for the list of keys and the echo of a press. */
  readonly label: string
  readonly run: () => void
  /** Defaults to true. A key that is not active is not a key: it is not listed, and a press of it changes nothing. */
  readonly active?: boolean
  /** Why it does nothing now. It stays listed, and a press of it shows the reason. */
  readonly blocked?: string | undefined
}

/** What a press of a key led to: what it did, or why it did nothing. */
export interface KeyEffect {
  readonly key: string
  readonly text: string
  readonly isBlocked: boolean
}

/** The active keys of all mounted parts, in order of registration, each once: the part mounted last has it. */
export function activeKeys(parts: Iterable<readonly Shortcut[]>): readonly Shortcut[] {
  const active = [...parts].flat().filter((entry) => entry.active !== false)
  return [...new Map(active.map((entry) => [entry.key, entry])).values()]
}

/** Does what a key does now. @returns what a person is shown of it; undefined: it is no key here, and nothing happened. */
export function pressKey(parts: Iterable<readonly Shortcut[]>, key: string): KeyEffect | undefined {
  const entry = activeKeys(parts).find((one) => one.key === key)
  if (entry === undefined) return undefined
  if (entry.blocked === undefined) entry.run()
  return { key, text: entry.blocked ?? entry.label, isBlocked: entry.blocked !== undefined }
}

const arrows: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', Enter: '↵', Escape: 'Esc' }

/** How a key is written on its cap. */
export function keyCap(key: string): string {
  return arrows[key] ?? key.toUpperCase()
}
