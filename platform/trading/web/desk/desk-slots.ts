import { createContext, type ReactNode } from 'react'

/** What the app adds to the desk of an instrument: what it shows of all products together. */
export interface DeskSlots {
  /** Everything the customer has. */
  readonly held?: ReactNode
}

export const DeskSlotsContext = createContext<DeskSlots>({})
