import { Sheet } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import type { Messages } from '../../messages/es-ES.ts'
import { ForkAdvice } from './fork-advice.tsx'
import { useFork } from './fork-found.ts'

/** Tells of a fork over whatever page shows, once for each start: nobody has to look for it. */
export default function ForkSheet() {
  const t = useWords<Messages>('ledger')
  const { told } = useFork()
  const [isClosed, setClosed] = useState(false)
  if (told === undefined) return null
  return (
    <Sheet open={!isClosed} onOpenChange={(open) => setClosed(!open)} title={t('journal.alarm')}>
      <ForkAdvice fork={told} />
    </Sheet>
  )
}
