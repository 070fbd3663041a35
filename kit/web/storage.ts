// Storage may be forbidden (private windows, embedded views): the app then works for as long as the page is open.
const forgotten = new Map<string, string>()

/** A stored text, or an empty one. */
export function readStored(name: string): string {
  try {
    return localStorage.getItem(name) ?? ''
  } catch {
    return forgotten.get(name) ?? ''
  }
}

/** Stores a text. */
export function writeStored(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    forgotten.set(name, value)
  }
}

/** Forgets a text. */
export function removeStored(name: string): void {
  try {
    localStorage.removeItem(name)
  } catch {
    forgotten.delete(name)
  }
}
