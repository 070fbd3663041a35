import { definePage } from '@bolsillo/contract'
import type { WebRoom } from '@bolsillo/web-kit'
import { paths } from './paths.ts'

/** The pages of this room. */
export const room: WebRoom = {
  pages: [
    definePage({
      path: paths.choose,
      titleKey: 'locations.places.title',
      guard: 'public',
      frame: 'page',
      load: () => import('./choose-location-page.tsx'),
    }),
    definePage({
      path: paths.open,
      titleKey: 'locations.places.detail',
      guard: 'public',
      frame: 'page',
      load: () => import('./open-location-page.tsx'),
    }),
  ],
}
