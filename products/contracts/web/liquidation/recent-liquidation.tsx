import { Card, DateTime, Icon, useNow, useUi } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import Flame from 'lucide-react/icons/flame'
import { liquidations } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { liquidationAt, tickerOf } from '../addresses.ts'
import { recentlyLiquidated } from './liquidation-totals.ts'

const freshEveryMs = 5_000
const minuteMs = 60_000
/** More liquidations than this are on their own page. */
const rowsMax = 20

/** A position that was liquidated is no longer in the list: for a day a note is in its place, and leads to what happened. */
export function RecentLiquidation() {
  const t = useWords<Messages>('contracts')
  const { Link } = useUi()
  const { data } = useCall(liquidations, { limit: rowsMax }, { everyMs: freshEveryMs })
  const recent = recentlyLiquidated(data?.rows ?? [], useNow(minuteMs))
  if (recent === undefined) return null
  return (
    <Card className="text-13">
      <p className="flex gap-2">
        <Icon of={Flame} size={18} className="shrink-0 text-danger" />
        <span>
          {t('positions.liquidated', { names: recent.symbols.map(tickerOf).join(', ') })}{' '}
          <span className="text-second">
            <DateTime at={recent.at} />
          </span>
        </span>
      </p>
      <Link href={liquidationAt()} className="mt-1 ml-6.5 inline-block py-1 font-strong text-brand">
        {t('positions.liquidatedAction')}
      </Link>
    </Card>
  )
}
