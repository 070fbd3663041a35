import type { ConsoleSection } from '@bolsillo/contract'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'

export { LoggedPicture, type LoggedPictureProps } from './logged-picture.tsx'

/** This room has no section of its own: its pictures stand in the cases of others. */
export const sections: readonly ConsoleSection<ComponentType, LucideIcon>[] = []
