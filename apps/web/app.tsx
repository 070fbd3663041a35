import { ActFollowingContext } from '@bolsillo/audit/web'
import type { Page } from '@bolsillo/contract'
import { loadActFollowing } from '@bolsillo/ledger/web'
import {
  type Client,
  DetoursProvider,
  Navigate,
  Route,
  Routes,
  restOfWords,
  useLocation,
  useSession,
} from '@bolsillo/web-kit'
import { type ComponentType, lazy, Suspense } from 'react'
import { Frame } from './frame/frame.tsx'
import { PageFailure, PageIndicator } from './frame/page-states.tsx'
import { isKeptPage } from './installed/build.ts'
import { PageHost } from './page-host.tsx'
import { loginPath, pages, rooms, startPath } from './routes.ts'

/** A page of the frame's own, with its words; where it does not come, what helps. */
const framePage = (load: () => Promise<{ readonly default: ComponentType }>) =>
  lazy(() =>
    Promise.all([load(), restOfWords()]).then(
      ([page]) => page,
      () => ({ default: () => <PageFailure retry={() => location.reload()} /> }),
    ),
  )

const UnknownPage = framePage(() => import('./frame/unknown-page.tsx'))
const OfflinePage = framePage(() => import('./installed/offline-page.tsx'))

/** Pages that ask the server for nothing: they are what they are without it. */
const needsNothing = /^\/pages\/common\/(?:lang|download|androidAPP|iosAPP)$/

/** Whatever no page has the address of. */
function Unknown() {
  return (
    <Suspense fallback={<PageIndicator />}>
      <UnknownPage />
    </Suspense>
  )
}

/** One page within its frame; an anonymous visitor of a customer's page is sent to the login page and back. */
function Screen({ page }: { readonly page: Page<ComponentType> }) {
  const { token } = useSession()
  const { pathname, search } = useLocation()
  if (isKeptPage && !needsNothing.test(page.path)) {
    return (
      <Frame page={page}>
        <Suspense fallback={<PageIndicator />}>
          <OfflinePage />
        </Suspense>
      </Frame>
    )
  }
  if (page.guard === 'customer' && token === '') {
    return <Navigate replace to={`${loginPath}?back=${encodeURIComponent(pathname + search)}`} />
  }
  return (
    <Frame page={page}>
      <PageHost
        key={page.path}
        page={page}
        indicator={<PageIndicator />}
        failure={(retry) => <PageFailure retry={retry} />}
      />
    </Frame>
  )
}

/** The audit's page follows acts to signed heads with what the ledger has for it. */
const followActs = async (client: Pick<Client, 'call'>) => (await loadActFollowing()).actFollowing(client)

/** What rooms have for the forms of others. */
const detours = Object.values(rooms).flatMap((room) => room.detours ?? [])

/** All routes of the customer app. */
export function App() {
  return (
    <ActFollowingContext value={followActs}>
      <DetoursProvider of={detours}>
        <Routes>
          <Route path="/" element={<Navigate replace to={startPath} />} />
          {pages.map((page) => (
            <Route key={page.path} path={page.path} element={<Screen page={page} />} />
          ))}
          <Route path="*" element={<Unknown />} />
        </Routes>
      </DetoursProvider>
    </ActFollowingContext>
  )
}
