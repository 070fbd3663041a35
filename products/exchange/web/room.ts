import { definePage } from '@bolsillo/contract'
import type { WebRoom } from '@bolsillo/web-kit'
import { paths } from './paths.ts'

/** The pages of this room. */
export const room: WebRoom = {
  pages: [
    definePage({
      path: paths.index,
      titleKey: 'exchange.index.title',
      guard: 'customer',
      frame: 'page',
      load: () => import('./index-page.tsx'),
    }),
    definePage({
      path: paths.exchange,
      titleKey: 'exchange.convert.title',
      guard: 'customer',
      frame: 'page',
      load: () => import('./convert-page.tsx'),
    }),
    definePage({
      path: paths.own,
      titleKey: 'exchange.own.title',
      guard: 'customer',
      frame: 'page',
      load: () => import('./own-page.tsx'),
    }),
    definePage({
      path: paths.stock,
      titleKey: 'exchange.move.title',
      guard: 'customer',
      frame: 'page',
      load: () => import('./stock-page.tsx'),
    }),
    definePage({
      path: paths.cryptoTransfer,
      titleKey: 'exchange.move.coinTitle',
      guard: 'customer',
      frame: 'page',
      load: () => import('./crypto-transfer-page.tsx'),
    }),
    definePage({
      path: paths.cryptoConvert,
      titleKey: 'exchange.coins.title',
      guard: 'customer',
      frame: 'page',
      load: () => import('./crypto-convert-page.tsx'),
    }),
  ],
  detours: {
    transfer: () => import('./transfer-sheet.tsx'),
    convert: () => import('./convert-sheet.tsx'),
  },
}
