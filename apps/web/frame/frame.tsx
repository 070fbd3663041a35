import type { Page } from '@bolsillo/contract'
import type { ComponentType, ReactNode } from 'react'

/** What stands around a page: by its `frame`, the tab bar, or the navigation bar with a title, or nothing. */
export function Frame({ page, children }: { readonly page: Page<ComponentType>; readonly children: ReactNode }) {
  return <div data-frame={page.frame}>{children}</div>
}
