import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { loginPath } from '../routes.ts'
import { listenToClient } from './shell-events.ts'

/** Everything around all pages: settings of the parts, toasts, and the way to the login page when a session ends. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(
    () =>
      listenToClient({
        onSessionEnded: () => {
          if (pathname !== loginPath) navigate(`${loginPath}?back=${encodeURIComponent(pathname + search)}`)
        },
      }),
    [navigate, pathname, search],
  )
  return <>{children}</>
}
