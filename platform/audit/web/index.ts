import { definePage, type Page } from '@bolsillo/contract'
import type { ComponentType } from 'react'

export { type ActFollowing, ActFollowingContext } from './act-following.ts'

/** The pages of this room. */
export const pages: readonly Page<ComponentType>[] = [
  definePage({
    path: '/pages/user/activity',
    titleKey: 'audit.title',
    guard: 'customer',
    frame: 'page',
    load: () => import('./activity-page.tsx'),
  }),
]
