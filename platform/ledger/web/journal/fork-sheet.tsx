import { Sheet } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import type { Messages } from '../../messages/es-ES.ts'
import { ForkAdvice } from './fork-advice.tsx'
import { type Fork, useFork } from './fork-found.ts'

/** Tells of a fork over whatever page shows, once for each start: nobody has to look for it. */
export default function ForkSheet() {
  const t = useWords<Messages>('ledger')
  const fork = useFork()
  // What was told stays while it is read: following the new journal ends the fork, and says so here.
  const [told, setTold] = useState<Fork>()
  const [isClosed, setClosed] = useState(false)
  if (fork !== undefined && told === undefined) setTold(fork)
  if (told === undefined) return null
  return (
    <Sheet open={!isClosed} onOpenChange={(open) => setClosed(!open)} title={t('journal.alarm')}>
      <ForkAdvice fork={told} />
    </Sheet>
  )
}
