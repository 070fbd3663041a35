import { definePage } from '@bolsillo/contract'
import type { WebRoom } from '@bolsillo/web-kit'

/** The pages of the ledger. */
export const room: WebRoom = {
  pages: [
    definePage({
      path: '/pages/user/assets',
      titleKey: 'ledger.assets.title',
      guard: 'customer',
      frame: 'tab',
      load: () => import('./assets-page.tsx'),
    }),
    definePage({
      path: '/pages/common/journal',
      titleKey: 'ledger.journal.title',
      guard: 'public',
      frame: 'page',
      load: () => import('./journal-page.tsx'),
    }),
    definePage({
      path: '/pages/common/books',
      titleKey: 'ledger.books.title',
      guard: 'public',
      frame: 'page',
      load: () => import('./books-page.tsx'),
    }),
  ],
}
