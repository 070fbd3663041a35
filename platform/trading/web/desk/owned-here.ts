import { createContext, type ReactNode } from 'react'

/** What the customer has of the instrument of the page. */
export interface OwnedHere {
  /** What it is called in the list of everything owned: a share or a position by its symbol, a coin by its own code. */
  readonly asset: string
  /** All of it, below the chart. */
  readonly strip: ReactNode
  /**
   * What the table of everything owned has no column for, with the way to selling it. Where that table shows it, the strip
   * would repeat the rest. Left out for what is in no such table: then the strip stays.
   */
  readonly line?: ReactNode
}

export const OwnedHereContext = createContext<OwnedHere | undefined>(undefined)
