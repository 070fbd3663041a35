import { createDrawerTiming } from '@bolsillo/ui'

/** Whether the drawer is open. In a file of its own: what opens the drawer needs nothing of what is in it. */
export const drawerTiming = createDrawerTiming()
