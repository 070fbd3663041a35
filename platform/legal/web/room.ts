import { definePage } from '@bolsillo/contract'
import type { WebRoom } from '@bolsillo/web-kit'

/** The pages of this room. */
export const room: WebRoom = {
  pages: [
    definePage({
      path: '/pages/common/privacyPolicy',
      titleKey: 'legal.titles.privacy',
      guard: 'public',
      frame: 'page',
      load: () => import('./document-page.tsx'),
    }),
    definePage({
      path: '/pages/common/disclaimer',
      titleKey: 'legal.titles.disclaimer',
      guard: 'public',
      frame: 'page',
      load: () => import('./document-page.tsx'),
    }),
  ],
}
