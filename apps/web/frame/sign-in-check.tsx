import { loadLoginCheck, loadProofLine } from '@bolsillo/proof/web'
import { PageNoteProvider, useKit, useSession } from '@bolsillo/web-kit'
import { lazy, type ReactNode, useEffect } from 'react'

const ProofLine = lazy(loadProofLine)

/** This long after the first paint or the sign-in: pages and their questions go first. */
const afterMs = 4_000

/**
 * After signing in, and once on every start, the customer's own part of the proof of liabilities is checked here, by
 * itself and quietly: many must look for a lie to be found, and nobody looks who has to remember to.
 */
export function SignInCheck({ children }: { readonly children: ReactNode }) {
  const kit = useKit()
  const { token } = useSession()
  useEffect(() => {
    if (token === '') return undefined
    const timer = setTimeout(() => {
      loadLoginCheck()
        .then(({ checkAfterSignIn }) => checkAfterSignIn(kit))
        // No line, no chunk: it is tried again on the next start.
        .catch(() => undefined)
    }, afterMs)
    return () => clearTimeout(timer)
  }, [kit, token])
  return <PageNoteProvider note={ProofLine}>{children}</PageNoteProvider>
}
