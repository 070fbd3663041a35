import { loadProofLine } from '@bolsillo/proof/web'
import { FollowSettings } from '@bolsillo/settings/web'
import { contentId, noteAddress, showToast, UiProvider } from '@bolsillo/ui'
import {
  Link,
  PageNoteProvider,
  useGoBack,
  useLanguage,
  useLocation,
  useNavigate,
  useNavigationType,
  useWords,
} from '@bolsillo/web-kit'
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { amounts, usePreference, zoneChoice, zoneName } from '../preferences/preference.ts'
import { hasPage, homePath, loginPath } from '../routes.ts'
import type { Messages } from '../words/es-ES.ts'
import { listenToClient } from './shell-events.ts'
import { uiWords } from './ui-words.ts'

// Nothing of it shows before somebody asks for it, so that it need not come with the first page.
const AfterPage = lazy(() =>
  // Without a network the chunk does not come: the next start tries again.
  import('./after-page.tsx').catch((): { readonly default: () => ReactNode } => ({ default: () => undefined })),
)

const ProofLine = lazy(loadProofLine)

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
  const [visibility] = usePreference(amounts)
  const t = useWords<Messages>('core')
  const goBack = useGoBack(homePath)
  const back = useRef(goBack)
  back.current = goBack
  useScrollMemory()
  useEffect(noteAddress, [key, pathname, search])
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
      amountsHidden: visibility === 'hidden',
      goBack: () => back.current(),
    }),
    [language, zone, visibility],
  )
  return (
    <UiProvider settings={settings}>
      <SkipLink />
      <FollowSettings />
      <Suspense fallback={null}>
        <AfterPage />
      </Suspense>
      <PageNoteProvider note={ProofLine}>{children}</PageNoteProvider>
    </UiProvider>
  )
}
