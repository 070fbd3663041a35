import { definePage } from '@bolsillo/contract'
import type { WebRoom } from '@bolsillo/web-kit'

/** The pages of this room. */
export const room: WebRoom = {
  pages: [
    definePage({
      path: '/pages/user/deviceNotices',
      titleKey: 'push.title',
      guard: 'customer',
      frame: 'page',
      load: () => import('./device-notices-page.tsx'),
    }),
  ],
}
