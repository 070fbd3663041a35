/** Texts in one of the browser's storages. */
interface Texts {
  /** A stored text, or an empty one. */
  readonly read: (name: string) => string
  readonly write: (name: string, value: string) => void
  readonly remove: (name: string) => void
  /** Removes all texts whose names begin so. */
  readonly removeAll: (prefix: string) => void
}

/** Storage may be forbidden (private windows, embedded views): the app then works for as long as the page is open. */
function textsIn(storage: () => Storage): Texts {
  const forbidden = new Map<string, string>()
  return {
    read: (name) => {
      try {
        return storage().getItem(name) ?? ''
      } catch {
        return forbidden.get(name) ?? ''
      }
    },
    write: (name, value) => {
      try {
        storage().setItem(name, value)
      } catch {
        forbidden.set(name, value)
      }
    },
    remove: (name) => {
      try {
        storage().removeItem(name)
      } catch {
        forbidden.delete(name)
      }
    },
    removeAll: (prefix) => {
      for (const name of [...forbidden.keys()]) if (name.startsWith(prefix)) forbidden.delete(name)
      try {
        const kept = storage()
        const names = Array.from({ length: kept.length }, (_, index) => kept.key(index) ?? '')
        for (const name of names) if (name.startsWith(prefix)) kept.removeItem(name)
      } catch {
        // Nothing was stored where it is forbidden.
      }
    },
  }
}

const browser = textsIn(() => localStorage)
const tab = textsIn(() => sessionStorage)

/** A stored text, or an empty one. */
export function readStored(name: string): string {
  return browser.read(name)
}

/** Stores a text. */
export function writeStored(name: string, value: string): void {
  browser.write(name, value)
}

/** Forgets a text. */
export function removeStored(name: string): void {
  browser.remove(name)
}

/** What every text of a session is stored under, so that all of them can be removed without knowing whose they are. */
const sessionPrefix = 'session '

/** A text of the customer's session in this tab, or an empty one. */
export function readOfSession(name: string): string {
  return tab.read(sessionPrefix + name)
}

/** Stores a text in this tab until the session ends or another begins. */
export function writeOfSession(name: string, value: string): void {
  tab.write(sessionPrefix + name, value)
}

/** Forgets a text of the session. */
export function removeOfSession(name: string): void {
  tab.remove(sessionPrefix + name)
}

/** Forgets all texts of the session: what one customer typed is not kept for the next. */
export function removeAllOfSession(): void {
  tab.removeAll(sessionPrefix)
}
