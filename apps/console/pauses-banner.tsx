import { listPauses } from '@bolsillo/approvals/console'
import { DateTime, Icon } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { Messages } from './words/es-ES.ts'

/** What is paused now, over every section. */
export function PausesBanner() {
  const t = useWords<Messages>('core')
  const pauses = useCall(listPauses, {})
  const running = pauses.data?.rows.filter(({ until }) => until !== undefined) ?? []
  if (running.length === 0) return null
  return (
    <p role="status" className="flex items-center gap-2 bg-warn px-6 py-2 text-warnink">
      <Icon of={TriangleAlert} size={16} />
      {running.map(({ what, until = 0 }) => (
        <span key={what}>
          {t(`paused.${what}`)} {t('paused.until')} <DateTime at={until} />
        </span>
      ))}
    </p>
  )
}
