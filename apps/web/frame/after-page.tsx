import { AlertToasts } from '@bolsillo/alerts/web'
import { loadMarginToasts } from '@bolsillo/contracts/web'
import { countHappenings } from '@bolsillo/statements/contract'
import { Toasts } from '@bolsillo/ui'
import { restOfWords, useRefresh, useSession } from '@bolsillo/web-kit'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { AppDrawer } from './app-drawer.tsx'
import { useFocusMemory } from './focus-memory.ts'
import { FollowLanguage } from './follow-language.ts'
import { SignInCheck } from './sign-in-check.tsx'

// The words of its prompt are not among home's. Without a network it does not come: the next start tries again.
const InstalledPart = lazy(() =>
  Promise.all([import('../installed/installed-part.tsx'), restOfWords()]).then(
    ([part]) => part,
    (): { readonly default: () => ReactNode } => ({ default: () => null }),
  ),
)

const MarginToasts = lazy(() =>
  Promise.all([loadMarginToasts(), restOfWords()]).then(
    ([part]): { readonly default: ComponentType<{ readonly onWarned: () => void }> } => ({
      default: part.MarginToasts,
    }),
    () => ({ default: () => null }),
  ),
)

/** The worker starts when the first page has long been there: it brings files, and none of them may delay a figure. */
const workerAfterMs = 8000

function useIsSettled(): boolean {
  const [isSettled, setIsSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), workerAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}

/** What every page has and none needs at first: the drawer, toasts, the check of the journal, the language kept at the server, where the focus was. */
export default function AfterPage(): ReactNode {
  useFocusMemory()
  const refresh = useRefresh()
  const { token } = useSession()
  const isSettled = useIsSettled()
  return (
    <>
      <FollowLanguage />
      <AppDrawer />
      <Toasts />
      <SignInCheck />
      {isSettled && (
        <Suspense fallback={null}>
          <InstalledPart />
          {token !== '' && <MarginToasts onWarned={() => refresh(countHappenings)} />}
        </Suspense>
      )}
      {token !== '' && <AlertToasts onFired={() => refresh(countHappenings)} />}
    </>
  )
}
