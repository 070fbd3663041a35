import { PageFrame } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import type { Messages } from '../../messages/es-ES.ts'
import { FactorPanel, type FactorView } from './factor-panel.tsx'

/** The customer's second factors. */
export default function FactorsPage() {
  const t = useWords<Messages>('identity')
  const [view, setView] = useState<FactorView>({ kind: 'list' })
  const back = view.kind === 'list' ? {} : { onBack: () => setView({ kind: 'list' }) }
  return (
    <PageFrame title={t('factors.title')} {...back}>
      <FactorPanel view={view} onView={setView} />
    </PageFrame>
  )
}
