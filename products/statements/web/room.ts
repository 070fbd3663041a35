import { definePage } from '@bolsillo/contract'
import type { WebRoom } from '@bolsillo/web-kit'
import { paths } from './paths.ts'

/** The pages of this room. */
export const room: WebRoom = {
  pages: [
    definePage({
      path: paths.happenings,
      titleKey: 'statements.happenings.title',
      guard: 'customer',
      frame: 'page',
      load: () => import('./happenings-page.tsx'),
    }),
    definePage({
      path: paths.record,
      titleKey: 'statements.record.title',
      guard: 'customer',
      frame: 'page',
      load: () => import('./record-page.tsx'),
    }),
    definePage({
      path: paths.index,
      titleKey: 'statements.index.title',
      guard: 'customer',
      frame: 'page',
      load: () => import('./funds-page.tsx'),
    }),
    definePage({
      path: paths.stock,
      titleKey: 'statements.stock.title',
      guard: 'customer',
      frame: 'page',
      load: () => import('./stock-funds-page.tsx'),
    }),
    definePage({
      path: paths.crypto,
      titleKey: 'statements.crypto.title',
      guard: 'customer',
      frame: 'page',
      load: () => import('./crypto-funds-page.tsx'),
    }),
    definePage({
      path: paths.coins,
      titleKey: 'statements.coins.title',
      guard: 'customer',
      frame: 'page',
      load: () => import('./coins-record-page.tsx'),
    }),
  ],
}
