import { createContext } from 'react'

/** Tells the desk that what is in the dock must not be left now: an order is on its way, and its outcome shows there. */
export const DockLockContext = createContext<(locked: boolean) => void>(() => undefined)
