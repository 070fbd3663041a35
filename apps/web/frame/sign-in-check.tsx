import { loadForkSheet, loadHeadWatch } from '@bolsillo/ledger/web'
import { loadLoginCheck, loadProofLine } from '@bolsillo/proof/web'
import { PageNoteProvider, readStored, useKit, useSession, type WebKit } from '@bolsillo/web-kit'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

const ProofLine = lazy(loadProofLine)
const ForkSheet = lazy(loadForkSheet)

/** The pages that report a fork themselves. */
const ownPaths: readonly string[] = ['/pages/user/proof', '/pages/common/journal']

/** This long after the first paint or the sign-in: pages and their questions go first. */
const afterMs = 4_000

/**
 * On every start, and after signing in, the newest signed head of the journal is followed from the last one this phone saw,
 * with what witnesses cosigned, and the customer's own part of the proof of liabilities is checked, by itself and quietly:
 * many must look for a lie to be found, and nobody looks who has to remember to. A journal that is not the one seen before
 * is reported over whatever page shows, on every start until its owner is done with it.
 */
export function SignInCheck({ children }: { readonly children: ReactNode }) {
  const kit = useKit()
  const { token } = useSession()
  const { pathname } = useLocation()
  const [isForked, setForked] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      // No line, no chunk: each is tried again on the next start.
      if (token !== '')
        loadLoginCheck()
          .then(({ checkAfterSignIn }) => checkAfterSignIn(kit))
          .catch(() => undefined)
      // A visitor's phone that saw no head yet has nothing to follow.
      if (token !== '' || hasStored('journalHead')) watchJournal(kit, setForked)
    }, afterMs)
    return () => clearTimeout(timer)
  }, [kit, token])
  return (
    <PageNoteProvider note={ProofLine}>
      {children}
      {isForked && !ownPaths.includes(pathname) && (
        <Suspense fallback={null}>
          <ForkSheet />
        </Suspense>
      )}
    </PageNoteProvider>
  )
}

const hasStored = (name: string): boolean => readStored(name) !== ''

/** What was found on an earlier start is given without an answer; what is found now, once it came. */
function watchJournal(kit: WebKit, tell: (isForked: boolean) => void): void {
  loadHeadWatch()
    .then(async ({ openFork, watchHeads }) => {
      tell(openFork() !== undefined)
      await watchHeads(kit)
      tell(openFork() !== undefined)
    })
    .catch(() => undefined)
}
