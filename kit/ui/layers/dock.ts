import { type ComponentType, createContext } from 'react'
import type { SheetProps } from './sheet.tsx'

/**
 * How sheets with `docks` are drawn here: in place, where a page has room beside its content. The part comes from the page
 * that has the room, so that phones never load it.
 */
export const DockContext = createContext<ComponentType<SheetProps> | undefined>(undefined)
