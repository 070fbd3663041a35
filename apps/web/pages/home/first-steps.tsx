import { useSession } from '@bolsillo/web-kit'
import { lazy, Suspense, useState } from 'react'
import { useLoginInfo } from '../../frame/use-login-info.ts'
import { arePutAway } from './put-away.ts'

// Who has done them, or is none of the new customers, never loads the list.
const StepList = lazy(() => import('./step-list.tsx'))

/** The first steps of a new customer, until they are done or put away. */
export default function FirstSteps() {
  // Remembers who is signed in, where nobody else on this page has asked yet.
  const info = useLoginInfo()
  const { user } = useSession()
  // The demo's customers have a past already.
  const isNew = info.data !== undefined && !info.data.tags.includes('demo')
  // Looked at once: what becomes done while it shows stays until the next visit.
  const [wasPutAway] = useState(() => arePutAway(user?.id))
  if (user === undefined || !isNew || wasPutAway) return null
  return (
    <Suspense fallback={null}>
      <StepList key={user.id} userId={user.id} />
    </Suspense>
  )
}
