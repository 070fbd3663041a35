import { setClockOffset } from '@bolsillo/ui'
import type { ClientEvents } from '@bolsillo/web-kit'

type Listener = { [Name in keyof ClientEvents]?: ClientEvents[Name] }
const listeners = new Set<Listener>()
/** A session can end before the shell is mounted: home sends its requests while the words are still loading. */
let endedUnheard = false

/** Forwards the client's events to the parts of the shell that listen now. */
export const events: ClientEvents = {
  onSessionEnded: () => {
    endedUnheard = listeners.size === 0
    for (const listener of listeners) listener.onSessionEnded?.()
  },
  onNotice: (message) => {
    for (const listener of listeners) listener.onNotice?.(message)
  },
  // Offers, lockouts and waits end by the server's clock, whatever this phone's says.
  onClockOffset: setClockOffset,
}

/** Listens to the client; the answer stops listening. */
export function listenToClient(listener: Listener): () => void {
  listeners.add(listener)
  if (endedUnheard) {
    endedUnheard = false
    listener.onSessionEnded?.()
  }
  return () => listeners.delete(listener)
}
