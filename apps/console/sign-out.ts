import { operatorLogout } from '@bolsillo/identity/console'
import { useAction, useKit } from '@bolsillo/web-kit'
import { useCallback, useSyncExternalStore } from 'react'

/** Why a session ended that nobody ended, and the labels of the fields that held something unsent. */
interface SessionEnd {
  readonly why: 'idle' | 'ended'
  readonly unsent: readonly string[]
}

let last: SessionEnd | undefined
/** While a session is open nobody has closed it yet: calls that come back later than the sign-out say nothing new. */
let isOpen = true
const listeners = new Set<() => void>()

/** Remembers why the session ended, for the sign-in page; undefined: whoever was signed in ended it. The first reason counts. */
export function noteSessionEnd(end: SessionEnd | undefined): void {
  if (!isOpen) return
  isOpen = false
  last = end
  for (const listener of listeners) listener()
}

/** Another session is open: from here on its end is what matters. */
export function noteSessionOpen(): void {
  isOpen = true
  last = undefined
}

const readEnd = (): SessionEnd | undefined => last

/** Why the session before ended. */
export function useSessionEnd(): SessionEnd | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    readEnd,
    readEnd,
  )
}

/** Signs out: by a press, or with why it happened by itself. */
export function useSignOut(): (end?: SessionEnd) => void {
  const { session } = useKit()
  const { mutate } = useAction(operatorLogout)
  return useCallback(
    (end) => {
      noteSessionEnd(end)
      mutate({}, { onSettled: () => session.clear() })
    },
    [mutate, session],
  )
}
