import { loadAlertToasts } from '@bolsillo/alerts/web'
import { countHappenings } from '@bolsillo/statements/contract'
import { Toasts } from '@bolsillo/ui'
import { useRefresh, useSession } from '@bolsillo/web-kit'
import { lazy, type ReactNode, Suspense } from 'react'
import { AppDrawer } from './app-drawer.tsx'
import { useFocusMemory } from './focus-memory.ts'
import { FollowLanguage } from './follow-language.ts'
import { SignInCheck } from './sign-in-check.tsx'

const AlertToasts = lazy(loadAlertToasts)

/** What every page has and none needs at first: the drawer, toasts, the check of the journal, the language kept at the server, where the focus was. */
export default function AfterPage(): ReactNode {
  useFocusMemory()
  const refresh = useRefresh()
  const { token } = useSession()
  return (
    <>
      <FollowLanguage />
      <AppDrawer />
      <Toasts />
      <SignInCheck />
      {token !== '' && (
        <Suspense fallback={null}>
          <AlertToasts onFired={() => refresh(countHappenings)} />
        </Suspense>
      )}
    </>
  )
}
