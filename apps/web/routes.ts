import { byRoom, type Page } from '@bolsillo/contract'
import type { WebRoom } from '@bolsillo/web-kit'
import type { ComponentType } from 'react'
import { pages as own } from './pages/index.ts'

/** What every room adds to this app, by its name. */
export const rooms: Readonly<Record<string, WebRoom>> = byRoom(
  import.meta.glob<WebRoom>('../../{platform,products,rails}/*/web/room.ts', { eager: true, import: 'room' }),
)

/** Every page of the customer app. Paths are unique: a test checks it. */
export const pages: readonly Page<ComponentType>[] = [...own, ...Object.values(rooms).flatMap((room) => room.pages)]

const paths = new Set(pages.map(({ path }) => path))

/** Whether a page exists: entries that lead to rooms not built yet are hidden. */
export function hasPage(path: string): boolean {
  return paths.has(path)
}

/** The entry `/` is another name of the start page. */
export const startPath = '/pages/common/start'
export const homePath = '/pages/tabbar/home'
/** The menu and an ended session lead here; `/pages/account/login` is the listed route of the same page. */
export const loginPath = '/pages/common/login'
export const registerPath = '/pages/account/reg'
