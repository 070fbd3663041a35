import { definePage } from '@bolsillo/contract'
import type { WebRoom } from '@bolsillo/web-kit'
import { offeringPath, offeringsPath, orderPath, ownPath } from './paths.ts'

// One chunk for all, and its name once: all of this is part of what home loads.
const page = (path: string, titleKey: string, guard: 'public' | 'customer') =>
  definePage({ path, titleKey, guard, frame: 'page', load: () => import('./pages.tsx') })

/** The pages of this room. */
export const room: WebRoom = {
  pages: [
    page(offeringsPath, 'ipo.title', 'public'),
    page(offeringPath, 'ipo.one', 'public'),
    page(ownPath, 'ipo.ownTitle', 'customer'),
    page(orderPath, 'ipo.orderTitle', 'customer'),
  ],
}
