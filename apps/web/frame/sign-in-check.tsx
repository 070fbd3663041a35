import { loadForkSheet, loadHeadWatch } from '@bolsillo/ledger/web'
import { loadLoginCheck, loadProofLine } from '@bolsillo/proof/web'
import { PageNoteProvider, useKit, useSession } from '@bolsillo/web-kit'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

const ProofLine = lazy(loadProofLine)
const ForkSheet = lazy(loadForkSheet)

/** The page that tells of a fork itself. */
const proofPath = '/pages/user/proof'

/** This long after the first paint or the sign-in: pages and their questions go first. */
const afterMs = 4_000

/**
 * After signing in, and once on every start, the customer's own part of the proof of liabilities is checked here, and
 * the newest signed head of the journal followed from the last one this phone saw, by itself and quietly: many must look
 * for a lie to be found, and nobody looks who has to remember to. A journal that is not the one seen before is told
 * over whatever page shows.
 */
export function SignInCheck({ children }: { readonly children: ReactNode }) {
  const kit = useKit()
  const { token } = useSession()
  const { pathname } = useLocation()
  const [isForked, setForked] = useState(false)
  useEffect(() => {
    if (token === '') return undefined
    const timer = setTimeout(() => {
      // No line, no chunk: each is tried again on the next start.
      loadLoginCheck()
        .then(({ checkAfterSignIn }) => checkAfterSignIn(kit))
        .catch(() => undefined)
      loadHeadWatch()
        .then(({ watchHeads }) => watchHeads(kit))
        .then(({ kind }) => setForked(kind === 'contradicts'))
        .catch(() => undefined)
    }, afterMs)
    return () => clearTimeout(timer)
  }, [kit, token])
  return (
    <PageNoteProvider note={ProofLine}>
      {children}
      {isForked && pathname !== proofPath && (
        <Suspense fallback={null}>
          <ForkSheet />
        </Suspense>
      )}
    </PageNoteProvider>
  )
}
