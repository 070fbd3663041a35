import { keepInviteCode } from '@bolsillo/identity/web'
import { readAssets } from '@bolsillo/ledger/contract'
import { readWatchlist } from '@bolsillo/market/contract'
import { loadMarks } from '@bolsillo/market/web'
import { value } from '@bolsillo/portfolio/contract'
import { appSettings } from '@bolsillo/settings/domain'
import { knownSetting } from '@bolsillo/settings/web'
import { hot, list } from '@bolsillo/stocks/contract'
import { bringMarks, type UiWords } from '@bolsillo/ui'
import {
  BrowserRouter,
  type Bundle,
  createWebKit,
  currentLanguage,
  type Language,
  prefetchCall,
  startWords,
  type WebKit,
  WebKitProvider,
} from '@bolsillo/web-kit'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { Shell } from './frame/shell.tsx'
import { events } from './frame/shell-events.ts'
import { keepUiWords } from './frame/ui-words.ts'
import { reloadIfReplaced } from './installed/build.ts'
import { listenForOffer } from './installed/install-offer.ts'
import { loadPage } from './page-host.tsx'
import { hotRequest, moverRequest } from './pages/home/requests.ts'
import { homePath, loginPath, pages } from './routes.ts'
import './styles.css'

const bundles: Readonly<Record<Language, () => Promise<{ readonly bundle: Bundle; readonly parts: UiWords }>>> = {
  'es-ES': () => import('./bundles/es-ES.ts'),
  'en-US': () => import('./bundles/en-US.ts'),
  'pt-BR': () => import('./bundles/pt-BR.ts'),
}

const restBundles: Readonly<Record<Language, () => Promise<{ readonly rest: Bundle }>>> = {
  'es-ES': () => import('./bundles/es-ES.rest.ts'),
  'en-US': () => import('./bundles/en-US.rest.ts'),
  'pt-BR': () => import('./bundles/pt-BR.rest.ts'),
}

async function loadRestOfWords(language: Language): Promise<Bundle> {
  return (await restBundles[language]()).rest
}

async function loadWords(language: Language): Promise<Bundle> {
  const { bundle, parts } = await bundles[language]()
  keepUiWords(language, parts)
  return bundle
}

async function start(): Promise<void> {
  // The page of this address loads together with the words. A failure is shown by the page's host.
  const asked = pages.find(({ path }) => path === location.pathname)
  const place = document.getElementById('app')
  // From any first page: the form of a new account is rarely the one an invitation leads to.
  keepInviteCode(location.search)
  const kit = createWebKit({ language: currentLanguage, events })
  if (location.pathname === homePath) askHomeFirst(kit)
  // A visitor of a customer's page is led to the login page: then that one loads, instead of after the other.
  const isVisitor = asked?.guard === 'customer' && kit.session.read().token === ''
  const first = isVisitor ? pages.find(({ path }) => path === loginPath) : asked
  await Promise.all([
    startWords(loadWords, loadRestOfWords),
    first === undefined ? undefined : loadPage(first).catch(() => undefined),
  ])
  if (place === null) throw new Error('index.html has no #app')
  // A part that did not come takes the whole page with it: where the server has newer files, one reload brings them.
  const root = createRoot(place, {
    onUncaughtError: (error) => {
      reportError(error)
      void reloadIfReplaced()
    },
  })
  // As a transition React renders in slices of a few milliseconds: a slow phone stays able to hear a finger meanwhile.
  startTransition(() => {
    root.render(
      <StrictMode>
        <WebKitProvider kit={kit}>
          <BrowserRouter>
            <Shell>
              <App />
            </Shell>
          </BrowserRouter>
        </WebKitProvider>
      </StrictMode>,
    )
  })
  // Tiles are empty for a moment, and nobody waits for the marks: they come when the page stands.
  void bringMarks(async () => {
    await idle()
    return (await loadMarks()).findMark
  })
}

/** Resolves when the browser has nothing more urgent to do, or after two seconds. Safari has no idle time to tell of. */
function idle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(resolve, { timeout: 2000 })
    else setTimeout(resolve, 500)
  })
}

// Before anything else: the browser makes its offer once, whenever it likes.
listenForOffer()
void start()

/** Requests what home shows above the fold while the words are loading, which saves a round trip. */
function askHomeFirst(kit: WebKit): void {
  const home = knownSetting(appSettings.stockCountry)
  if (kit.session.read().token !== '') {
    prefetchCall(kit, readAssets, {})
    prefetchCall(kit, value, { range: '1d' })
    prefetchCall(kit, readWatchlist, {})
  } else prefetchCall(kit, hot, hotRequest(home))
  for (const sort of ['gainers', 'losers'] as const) prefetchCall(kit, list, moverRequest(home, sort))
}
