import { loadForkSheet, loadHeadWatch } from '@bolsillo/ledger/web'
import { loadDocumentChanged } from '@bolsillo/legal/web'
import { loadLoginCheck } from '@bolsillo/proof/web'
import { readStored, useKit, useLocation, useSession, type WebKit } from '@bolsillo/web-kit'
import { lazy, Suspense, useEffect, useState } from 'react'
import { homePath } from '../routes.ts'

const ForkSheet = lazy(loadForkSheet)
const DocumentChanged = lazy(loadDocumentChanged)

/** Pages that show a fork themselves. */
const ownPaths: readonly string[] = ['/pages/user/proof', '/pages/common/journal']

/** This long after the first paint or the sign-in: pages and their questions go first. */
const afterMs = 10_000

/**
 * On every start, and after signing in, the newest signed head of the journal is followed from the last one this
 * phone saw, with its cosignatures, and the customer's own part of the proof of liabilities is checked in the
 * background: fraud is found only if many phones check, and few customers would start a check themselves. A journal
 * that is not the one seen before raises a sheet over the current page, on every start until the customer dismisses
 * it. A document that changed since it was accepted is shown once, over home alone: it interrupts no task.
 */
export function SignInCheck() {
  const kit = useKit()
  const { token } = useSession()
  const { pathname } = useLocation()
  const [isForked, setForked] = useState(false)
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      setLater(true)
      // Without a network the chunk does not load: the next start tries again.
      if (token !== '')
        loadLoginCheck()
          .then(({ checkAfterSignIn }) => checkAfterSignIn(kit))
          .catch(() => undefined)
      // A visitor's phone that saw no head yet has nothing to follow.
      if (token !== '' || hasStored('journalHead')) watchJournal(kit, setForked)
    }, afterMs)
    return () => clearTimeout(timer)
  }, [kit, token])
  if (!isForked && isLater && token !== '' && pathname === homePath) {
    return (
      <Suspense fallback={null}>
        <DocumentChanged />
      </Suspense>
    )
  }
  if (!isForked || ownPaths.includes(pathname)) return null
  return (
    <Suspense fallback={null}>
      <ForkSheet />
    </Suspense>
  )
}

const hasStored = (name: string): boolean => readStored(name) !== ''

/** Reports a fork found on an earlier start at once; checks for a new one when the server answers. */
function watchJournal(kit: WebKit, tell: (isForked: boolean) => void): void {
  loadHeadWatch()
    .then(async ({ openFork, watchHeads }) => {
      tell(openFork() !== undefined)
      await watchHeads(kit)
      tell(openFork() !== undefined)
    })
    .catch(() => undefined)
}
