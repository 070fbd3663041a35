import { readMarketFacts } from '@bolsillo/market/contract'
import { DateTime, Icon } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import FlaskConical from 'lucide-react/icons/flask-conical'
import type { Messages } from '../words/es-ES.ts'

/** The practice market's scenario, shown on every page so that nobody mistakes it for a market move. */
export function ScenarioBanner() {
  const t = useWords<Messages>('core')
  const { scenario } = useCall(readMarketFacts, {}).data ?? {}
  if (scenario === undefined) return null
  return (
    <p role="note" className="flex items-start gap-2 bg-warn px-4 py-2 text-13 text-warnink">
      <span className="pt-0.5">
        <Icon of={FlaskConical} size={16} />
      </span>
      <span>
        {t(`scenarios.${scenario.kind}`)} <DateTime at={scenario.at} />.
      </span>
    </p>
  )
}
