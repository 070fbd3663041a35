import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from './router.tsx'

/** What a page shows is in its query string; undefined and empty values are left out. */
export type QueryValues = Readonly<Record<string, string | number | undefined>>

/** A path with its query: `href('/pages/stock/order', { orderId })`. */
export function href(path: string, query: QueryValues = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

/**
 * Where to go after signing in: the path in `?back=` when it is one of our own pages, otherwise home. A link from
 * outside must not be able to send a customer elsewhere.
 */
export function backTarget(search: string, homePath = '/pages/tabbar/home'): string {
  const back = new URLSearchParams(search).get('back') ?? ''
  return /^\/pages\/[A-Za-z0-9/]+(?:\?[^#\\]*)?$/.test(back) && !back.includes('//') ? back : homePath
}

/** Goes to a page: `go('/pages/stock/order', { orderId })`. */
export function useGo(): (path: string, query?: QueryValues, options?: { readonly replace?: boolean }) => void {
  const navigate = useNavigate()
  return useCallback(
    (path, query = {}, { replace = false } = {}) => {
      navigate(href(path, query), { replace })
    },
    [navigate],
  )
}

/** A value of this page's query string; undefined when it is not there or empty. */
export function useQueryValue(name: string): string | undefined {
  const { search } = useLocation()
  return useMemo(() => {
    const value = new URLSearchParams(search).get(name) ?? ''
    return value === '' ? undefined : value
  }, [search, name])
}

/** Changes values of this page's query string and keeps the others; empty ones leave it. `replace`: nothing to go back to. */
export function useChangeQuery(): (changes: QueryValues, options: { readonly replace: boolean }) => void {
  const [, setParams] = useSearchParams()
  return useCallback(
    (changes, { replace }) => {
      const changed = (current: URLSearchParams): URLSearchParams => {
        const next = new URLSearchParams(current)
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined || value === '') next.delete(name)
          else next.set(name, String(value))
        }
        return next
      }
      setParams(changed, { replace })
    },
    [setParams],
  )
}
