import type { ClientEvents } from '@bolsillo/web-kit'

type Listener = { [Name in keyof ClientEvents]?: ClientEvents[Name] }
const listeners = new Set<Listener>()

/** What the client tells, handed on to whatever part of the shell listens now. */
export const events: ClientEvents = {
  onSessionEnded: () => {
    for (const listener of listeners) listener.onSessionEnded?.()
  },
  onNotice: (message) => {
    for (const listener of listeners) listener.onNotice?.(message)
  },
}

/** Listens to the client; the answer stops listening. */
export function listenToClient(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
