import { atRest, noteMove } from '@bolsillo/ui'
import {
  Children,
  createContext,
  isValidElement,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'

// Pages by exact addresses over the browser's own history (docs/decisions/0107). What a page shows is in its query
// string, so that there are no patterns, no nested pages and no data of pages here.

/** Where the app is. `key` names this entry of the history: the way back to a page finds what was kept under it. */
interface PlaceNow {
  readonly pathname: string
  readonly search: string
  readonly hash: string
  readonly key: string
}

/** How the app came to where it is: by the browser's own buttons (and at the start), forward, or in place of a page. */
type NavigationType = 'POP' | 'PUSH' | 'REPLACE'

interface NavigateOptions {
  /** In place of the current entry: nothing to go back to. */
  readonly replace?: boolean
}

/** Goes to an address of the app, or so many entries back (negative) or forward. */
interface NavigateTo {
  (to: string, options?: NavigateOptions): void
  (entries: number): void
}

interface Now {
  readonly place: PlaceNow
  readonly type: NavigationType
}

const NowContext = createContext<Now | undefined>(undefined)
const NavigateContext = createContext<NavigateTo | undefined>(undefined)

/** What an entry of the history holds: `idx` 0 is where this visit began (see `useGoBack`). */
interface Entry {
  readonly idx: number
  readonly key: string
}

function entryNow(): Entry | undefined {
  const state: unknown = window.history.state
  if (typeof state !== 'object' || state === null || !('idx' in state) || typeof state.idx !== 'number')
    return undefined
  return { idx: state.idx, key: 'key' in state && typeof state.key === 'string' ? state.key : 'first' }
}

function placeNow(): PlaceNow {
  const { pathname, search, hash } = window.location
  return { pathname, search, hash, key: entryNow()?.key ?? 'first' }
}

/** Adds or replaces an entry of the browser's history. */
function writeEntry(url: URL, type: 'PUSH' | 'REPLACE'): void {
  const idx = entryNow()?.idx ?? 0
  const key = crypto.getRandomValues(new Uint32Array(1)).join('')
  const entry: Entry = { idx: type === 'PUSH' ? idx + 1 : idx, key }
  if (type === 'PUSH') window.history.pushState(entry, '', url)
  else window.history.replaceState(entry, '', url)
}

/** By which address each entry of the history was left last. Kept here, where every step passes: a part that loads later misses the first. */
const waysOut = new Map<string, string>()

/** The address an entry of the history was left for last, as its link names it; undefined when nobody went on from it. */
export function wayOut(key: string): string | undefined {
  return waysOut.get(key)
}

/** Follows the browser's history and gives the place to the hooks below. One for the life of the app. */
export function BrowserRouter({ children }: { readonly children: ReactNode }) {
  const [now, setNow] = useState<Now>(() => {
    if (entryNow() === undefined) window.history.replaceState({ idx: 0, key: 'first' }, '')
    return { place: placeNow(), type: 'POP' }
  })
  useLayoutEffect(() => {
    // As a transition: the page before stays until the chunk of the next one is here.
    const follow = (): void => startTransition(() => setNow({ place: placeNow(), type: 'POP' }))
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])
  const navigate = useCallback<NavigateTo>((to: string | number, { replace = false }: NavigateOptions = {}) => {
    if (typeof to === 'number') {
      window.history.go(to)
      return
    }
    const type = replace ? 'REPLACE' : 'PUSH'
    atRest(() => {
      const left = entryNow()
      if (left !== undefined && !replace) waysOut.set(left.key, to)
      writeEntry(new URL(to, window.location.href), type)
      noteMove()
      startTransition(() => setNow({ place: placeNow(), type }))
    })
  }, [])
  return (
    <NavigateContext value={navigate}>
      <NowContext value={now}>{children}</NowContext>
    </NavigateContext>
  )
}

function useNow(): Now {
  const now = useContext(NowContext)
  if (now === undefined) throw new Error('BrowserRouter is missing above this component')
  return now
}

/** Where the app is. Renders again when it moves. */
export function useLocation(): PlaceNow {
  return useNow().place
}

/** How the app came to where it is. */
export function useNavigationType(): NavigationType {
  return useNow().type
}

/** The way to other pages; the same function on every render. */
export function useNavigate(): NavigateTo {
  const navigate = useContext(NavigateContext)
  if (navigate === undefined) throw new Error('BrowserRouter is missing above this component')
  return navigate
}

type Params = URLSearchParams | Readonly<Record<string, string>>
type SetParams = (next: Params | ((current: URLSearchParams) => Params), options?: NavigateOptions) => void

/** The query string of this page, and a change of it as a whole. */
export function useSearchParams(): readonly [URLSearchParams, SetParams] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const params = useMemo(() => new URLSearchParams(search), [search])
  const setParams = useCallback<SetParams>(
    (next, options) => {
      atRest(() => {
        // The address is ahead of what is rendered: two changes in one event both count.
        const value = typeof next === 'function' ? next(new URLSearchParams(window.location.search)) : next
        const query = new URLSearchParams(value instanceof URLSearchParams ? value : { ...value }).toString()
        navigate(query === '' ? window.location.pathname : `?${query}`, options)
      })
    },
    [navigate],
  )
  return [params, setParams]
}

/** Goes to another page as soon as it is shown. */
export function Navigate({ to, replace = false }: { readonly to: string; readonly replace?: boolean }): undefined {
  const navigate = useNavigate()
  useEffect(() => navigate(to, { replace }), [navigate, to, replace])
}

interface RouteProps {
  /** An address, or `*`: every other one. */
  readonly path: string
  readonly element: ReactNode
}

/** One page of `Routes`; shows nothing by itself. */
export function Route(_props: RouteProps): undefined {
  return undefined
}

/** Addresses are the same with a slash at their end, and in any case. */
function plain(path: string): string {
  return path.replace(/(?<=.)\/+$/, '').toLowerCase()
}

/** Shows the element of the first `Route` with this address, or of `*`. */
export function Routes({ children }: { readonly children: ReactNode }): ReactNode {
  const { pathname } = useLocation()
  const here = plain(pathname)
  const routes = Children.toArray(children).flatMap((child) =>
    isValidElement<RouteProps>(child) && child.type === Route ? [child.props] : [],
  )
  return routes.find(({ path }) => path === '*' || plain(path) === here)?.element
}

/** Whether a press on a link is for the app: a plain one, on an address of ours. */
export function isForApp(
  event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'defaultPrevented'>,
  url: URL,
): boolean {
  if (event.defaultPrevented || event.button !== 0) return false
  return !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) && url.origin === window.location.origin
}
