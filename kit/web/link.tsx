import { atRest, layersOverPage } from '@bolsillo/ui'
import type { ReactNode } from 'react'
import { isForApp, useNavigate } from './router.tsx'

interface LinkProps {
  readonly href: string
  readonly className?: string | undefined
  readonly children?: ReactNode
  readonly replace?: boolean
  readonly onClick?: () => void
  readonly 'aria-label'?: string | undefined
  readonly 'aria-current'?: 'page' | undefined
}

/** A link within the app: a real address that can be opened, shared and reloaded. */
export function Link({ href, replace, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate()
  return (
    <a
      href={href}
      {...rest}
      onClick={(event) => {
        onClick?.()
        const url = new URL(href, window.location.href)
        if (!isForApp(event, url)) return
        event.preventDefault()
        // A second press on the same link adds nothing to go back to.
        navigate(href, { replace: replace ?? url.href === window.location.href })
      }}
    />
  )
}

/** Where "back" goes: one page back if there is history, otherwise the home tab. */
export function useGoBack(homePath = '/pages/tabbar/home'): () => void {
  const navigate = useNavigate()
  // The router numbers its own history entries: 0 is where this visit began.
  return () =>
    atRest(() => {
      const state: unknown = globalThis.history.state
      const index = typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : 0
      // A sheet that lies over the page is left with it.
      if (index > 0) navigate(-1 - layersOverPage())
      else navigate(homePath, { replace: true })
    })
}
