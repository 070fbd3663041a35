import { readMarketFacts } from '@bolsillo/market/contract'
import { readCreditHalts } from '@bolsillo/payments/contract'
import { readOperations } from '@bolsillo/settings/contract'
import { DateTime, Icon } from '@bolsillo/ui'
import { Link, useCall, useWords } from '@bolsillo/web-kit'
import FlaskConical from 'lucide-react/icons/flask-conical'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { Messages } from '../words/es-ES.ts'

const everyMs = 60_000

/** Shown on every page: halted credits, pauses, and the practice market's scenario. */
export default function PausesBanner() {
  return (
    <>
      <Halts />
      <Pauses />
      <ScenarioBanner />
    </>
  )
}

/** Assets whose credits are halted because liabilities exceed custody. */
function Halts() {
  const t = useWords<Messages>('core')
  const credits = useCall(readCreditHalts, {}, { everyMs: everyMs / 4 })
  const halts = credits.data?.halts ?? []
  if (halts.length === 0) return null
  return (
    <p role="status" className="flex items-start gap-2 bg-warn px-4 py-2 text-13 text-warnink">
      <span className="pt-0.5">
        <Icon of={TriangleAlert} size={16} />
      </span>
      <span>
        {t('status.halted', { asset: halts.map(({ asset }) => asset).join(', ') })}.{' '}
        <Link href="/pages/common/status" className="font-medium underline">
          {t('status.more')}
        </Link>
      </span>
    </p>
  )
}

/** Current emergency pauses, with their latest end and reason. */
function Pauses() {
  const t = useWords<Messages>('core')
  const operations = useCall(readOperations, {}, { everyMs })
  const pauses = operations.data?.pauses ?? []
  if (pauses.length === 0) return null
  return (
    <ul role="status" className="flex flex-col gap-1 bg-warn px-4 py-2 text-13 text-warnink">
      {pauses.map(({ what, until, reason }) => (
        <li key={what} className="flex items-start gap-2">
          <span className="pt-0.5">
            <Icon of={TriangleAlert} size={16} />
          </span>
          <span>
            {t(`pauses.${what}`)} <DateTime at={until} />. {t(`pauses.reasons.${known(reason)}`)}
          </span>
        </li>
      ))}
    </ul>
  )
}

const reasons = ['provider-down', 'security-incident', 'books-differ', 'market-disorder', 'authority-order'] as const

function known(reason: string): (typeof reasons)[number] | 'other' {
  return reasons.find((name) => name === reason) ?? 'other'
}

/** The practice market's scenario, shown on every page so that nobody mistakes it for a market move. */
function ScenarioBanner() {
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
