import { definePage } from '@bolsillo/contract'
import type { WebRoom } from '@bolsillo/web-kit'
import { ownChatPath, ownPath, publicChatPath, publicPath } from './paths.ts'

/** The pages of this room. */
export const room: WebRoom = {
  pages: [
    definePage({
      path: ownPath,
      titleKey: 'support.title',
      guard: 'customer',
      frame: 'page',
      load: () => import('./own-page.tsx'),
    }),
    definePage({
      path: publicPath,
      titleKey: 'support.title',
      guard: 'public',
      frame: 'page',
      load: () => import('./public-page.tsx'),
    }),
    definePage({
      path: ownChatPath,
      titleKey: 'support.chat.title',
      guard: 'customer',
      frame: 'page',
      load: () => import('./chat-page.tsx'),
    }),
    definePage({
      path: publicChatPath,
      titleKey: 'support.chat.title',
      guard: 'public',
      frame: 'page',
      load: () => import('./chat-page.tsx'),
    }),
  ],
}
