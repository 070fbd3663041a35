import { FollowSettings } from '@bolsillo/settings/web'
import { contentId, noteAddress, showToast, Toasts, UiProvider } from '@bolsillo/ui'
import { Link, useGoBack, useLanguage, useLocation, useNavigate, useNavigationType, useWords } from '@bolsillo/web-kit'
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { usePreference, zoneChoice, zoneName } from '../preferences/preference.ts'
import { hasPage, homePath, loginPath } from '../routes.ts'
import type { Messages } from '../words/es-ES.ts'
import { AppDrawer } from './app-drawer.tsx'
import { listenToClient } from './shell-events.ts'
import { SignInCheck } from './sign-in-check.tsx'
import { uiWords } from './ui-words.ts'

// Nothing of it shows, so that it need not come with the first page.
const FollowLanguage = lazy(() =>
  import('./follow-language.ts').then(
    ({ FollowLanguage: part }) => ({ default: part }),
    // Without a network the chunk does not come: the next start tries again.
    () => ({ default: () => undefined }),
  ),
)

/** To the top on a new page; where it was on the way back. */
function useScrollMemory(): void {
  const { key } = useLocation()
  const type = useNavigationType()
  const places = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    const known = places.current
    if (type === 'POP') {
      const place = known.get(key) ?? 0
      if (place > 0) requestAnimationFrame(() => window.scrollTo(0, place))
    } else if (type === 'PUSH') window.scrollTo(0, 0)
    const keep = (): void => {
      known.set(key, window.scrollY)
    }
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [key, type])
}

/** For how many frames a page may be without the link it was left by. */
const focusPatience = 180

/** On the way back the focus returns to the link that led away, once the page shows it again. */
function useFocusMemory(): void {
  const { key } = useLocation()
  const type = useNavigationType()
  const openers = useRef(new Map<string, string>())
  useEffect(() => {
    const known = openers.current
    let frame = 0
    const opener = known.get(key)
    if (type === 'POP' && opener !== undefined) {
      let left = focusPatience
      const look = (): void => {
        // Somebody who has gone on meanwhile is left where they are.
        if (document.activeElement !== document.body) return
        const link = document.querySelector<HTMLElement>(`a[href="${CSS.escape(opener)}"]`)
        if (link !== null) link.focus({ preventScroll: true })
        else if (left > 0) {
          left -= 1
          frame = requestAnimationFrame(look)
        }
      }
      frame = requestAnimationFrame(look)
    }
    const keep = ({ target }: MouseEvent): void => {
      const href = target instanceof Element ? target.closest('a[href]')?.getAttribute('href') : null
      if (typeof href === 'string') known.set(key, href)
    }
    window.addEventListener('click', keep, { capture: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('click', keep, { capture: true })
    }
  }, [key, type])
}

/** The first stop of the Tab key: past ribbon, rail and bars to what the page is about. */
function SkipLink() {
  const t = useWords<Messages>('core')
  return (
    <a
      href={`#${contentId}`}
      onClick={(event) => {
        // The router would take the fragment for another page.
        event.preventDefault()
        document.getElementById(contentId)?.focus()
      }}
      className="sr-only focus-visible:not-sr-only focus-visible:fixed! focus-visible:top-2 focus-visible:left-2 focus-visible:z-50 focus-visible:rounded-field focus-visible:bg-ink focus-visible:px-4 focus-visible:py-3 focus-visible:text-14 focus-visible:text-page"
    >
      {t('tabs.skip')}
    </a>
  )
}

/** Everything around all pages: settings of the parts, drawer, toasts, and the way to login when a session ends. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const navigate = useNavigate()
  const { key, pathname, search } = useLocation()
  const language = useLanguage()
  const [zone] = usePreference(zoneChoice)
  const t = useWords<Messages>('core')
  const goBack = useGoBack(homePath)
  const back = useRef(goBack)
  back.current = goBack
  useScrollMemory()
  useEffect(noteAddress, [key, pathname, search])
  useFocusMemory()
  useEffect(
    () =>
      listenToClient({
        onNotice: (message) => showToast(message, { kind: 'error' }),
        onSessionEnded: () => {
          showToast(t('sessionEnded'))
          if (pathname !== loginPath) navigate(`${loginPath}?back=${encodeURIComponent(pathname + search)}`)
        },
      }),
    [navigate, pathname, search, t],
  )
  const settings = useMemo(
    () => ({
      language,
      zone: zoneName(zone),
      words: uiWords(language),
      Link,
      hasPage,
      goBack: () => back.current(),
    }),
    [language, zone],
  )
  return (
    <UiProvider settings={settings}>
      <SkipLink />
      <FollowSettings />
      <Suspense fallback={null}>
        <FollowLanguage />
      </Suspense>
      <SignInCheck>{children}</SignInCheck>
      <AppDrawer />
      <Toasts />
    </UiProvider>
  )
}
