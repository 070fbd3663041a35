import { definePage } from '@bolsillo/contract'
import type { WebRoom } from '@bolsillo/web-kit'

/** The pages of this room. */
export const room: WebRoom = {
  pages: [
    definePage({
      path: '/pages/user/notices',
      titleKey: 'notices.title',
      guard: 'customer',
      frame: 'page',
      load: () => import('./notices-page.tsx'),
    }),
  ],
}
