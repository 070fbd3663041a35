import { Card, Note, useUi } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { Messages } from '../messages/es-ES.ts'
import { ownLimitsPath } from './addresses.ts'
import type { Status } from './gate.tsx'
import { useSaid } from './said.ts'
import { payInLimits, useOwnLimits } from './use-own-limits.ts'

/** What the level's day and the customer's own limits still have room for, and what happens to more than that. */
export function LimitCard({ status, assets }: { readonly status: Status; readonly assets: readonly string[] }) {
  const t = useWords<Messages>('deposits')
  const said = useSaid()
  const { Link } = useUi()
  const limits = useOwnLimits()
  const own = payInLimits(limits)
  const isPaused = limits?.pauses.some(({ scope }) => scope === 'everything') === true
  const rows = status.limits.filter(({ asset }) => assets.includes(asset))
  if (rows.length === 0) return null
  return (
    <Card>
      <h2 className="text-15">{t('limits.title')}</h2>
      {isPaused && (
        <Note tone="warning" className="mt-2">
          {t('limits.paused')}
        </Note>
      )}
      <ul className="mt-2 grid gap-2.5">
        {rows.map(({ asset, dayLimit, left }) => (
          <li key={asset}>
            <p className="flex justify-between gap-3 text-13">
              <span className="text-second">{asset}</span>
              <span className="text-right">
                {isZero(left)
                  ? t('limits.used', { limit: said.amount(dayLimit, asset) })
                  : t('limits.left', { left: said.amount(left, asset), limit: said.amount(dayLimit, asset) })}
              </span>
            </p>
            <Meter left={left} limit={dayLimit} />
          </li>
        ))}
        {own.map(({ period, limit, left }) => (
          <li key={period}>
            <p className="flex justify-between gap-3 text-13">
              <span className="text-second">{t(`limits.own.${period}`)}</span>
              <span className="text-right">
                {left === undefined
                  ? said.amount(limit, 'MXN')
                  : isZero(left)
                    ? t('limits.used', { limit: said.amount(limit, 'MXN') })
                    : t('limits.left', { left: said.amount(left, 'MXN'), limit: said.amount(limit, 'MXN') })}
              </span>
            </p>
            {left !== undefined && <Meter left={left} limit={limit} />}
          </li>
        ))}
      </ul>
      <p className="mt-2.5 text-12 text-second">
        {t('limits.explained')}{' '}
        <Link href={ownLimitsPath} className="whitespace-nowrap font-strong text-brand">
          {t('limits.change')}
        </Link>
      </p>
    </Card>
  )
}

const isZero = (amount: string): boolean => /^0(\.0+)?$/.test(amount)

/** Decorative: the figures are above it. */
function Meter({ left, limit }: { readonly left: string; readonly limit: string }) {
  const share = Math.min(1, Number(left) / Math.max(Number(limit), Number.MIN_VALUE))
  return (
    <div aria-hidden="true" className="mt-1 h-1.5 overflow-hidden rounded-pill bg-hair">
      <div className="h-full origin-left bg-brand" style={{ transform: `scaleX(${share})` }} />
    </div>
  )
}
