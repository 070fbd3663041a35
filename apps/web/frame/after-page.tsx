import { AlertToasts } from '@bolsillo/alerts/web'
import { countHappenings } from '@bolsillo/statements/contract'
import { Toasts } from '@bolsillo/ui'
import { useRefresh, useSession } from '@bolsillo/web-kit'
import type { ReactNode } from 'react'
import { AppDrawer } from './app-drawer.tsx'
import { useFocusMemory } from './focus-memory.ts'
import { FollowLanguage } from './follow-language.ts'
import { SignInCheck } from './sign-in-check.tsx'

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
      {token !== '' && <AlertToasts onFired={() => refresh(countHappenings)} />}
    </>
  )
}
