import { definePage } from '@bolsillo/contract'
import type { WebRoom } from '@bolsillo/web-kit'
import { paths } from './paths.ts'

/** The pages of this room. */
export const room: WebRoom = {
  pages: [
    definePage({
      path: paths.notices,
      titleKey: 'content.notices.title',
      guard: 'public',
      frame: 'page',
      load: () => import('./notice-list-page.tsx'),
    }),
    definePage({
      path: paths.notice,
      titleKey: 'content.notices.detail',
      guard: 'public',
      frame: 'page',
      load: () => import('./notice-detail-page.tsx'),
    }),
    definePage({
      path: paths.news,
      titleKey: 'content.news.title',
      guard: 'public',
      frame: 'page',
      load: () => import('./news-list-page.tsx'),
    }),
  ],
}
