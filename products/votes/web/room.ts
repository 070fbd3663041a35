import { definePage } from '@bolsillo/contract'
import type { WebRoom } from '@bolsillo/web-kit'
import { votesPath } from './paths.ts'

/** The pages of this room. */
export const room: WebRoom = {
  pages: [
    definePage({
      path: votesPath,
      titleKey: 'votes.title',
      guard: 'public',
      frame: 'page',
      load: () => import('./votes-page.tsx'),
    }),
  ],
}
