import type { Messages as TradingMessages } from '@bolsillo/trading/messages/es-ES'
import { Amount, ButtonLink, Change, Skeleton } from '@bolsillo/ui'
import { Link, useLocation, useSession, useWords } from '@bolsillo/web-kit'
import { useMoney } from '../../pages/home/use-money.ts'
import { amounts, usePreference } from '../../preferences/preference.ts'
import { loginPath } from '../../routes.ts'
import type { Messages } from '../../words/es-ES.ts'

const positionsPath = '/pages/tabbar/position'

/** What everything owned is worth, and its change in the last 24 hours; to a visitor the way in. */
export function OwnTotal() {
  const t = useWords<Messages>('core')
  const { token } = useSession()
  const { pathname, search } = useLocation()
  if (token !== '') return <Total />
  return (
    <ButtonLink href={`${loginPath}?back=${encodeURIComponent(pathname + search)}`} size="medium" wide>
      {t('start.signIn')}
    </ButtonLink>
  )
}

function Total() {
  const t = useWords<Messages>('core')
  const trading = useWords<TradingMessages>('trading')
  const [visibility] = usePreference(amounts)
  const masked = visibility === 'hidden'
  const { assets, history } = useMoney('1d')
  const total = assets.data?.total
  const day = history.data
  return (
    <Link href={positionsPath} className="min-w-0 hover:opacity-80">
      <span className="block text-12 text-second">{trading('workspace.total')}</span>
      <span className="block font-strong text-18 leading-6 tracking-tight">
        {total === undefined ? (
          <Skeleton className="my-1 h-4 w-32" />
        ) : (
          <Amount value={total.amount} currency={total.currency} masked={masked} />
        )}
      </span>
      <span className="block min-h-4.5 text-12">
        {day !== undefined && (
          <Change
            {...(masked ? {} : { value: day.change })}
            currency={day.currency}
            generated={day.generated !== undefined}
            note={t(`home.rangeNotes.${day.range}`)}
          />
        )}
      </span>
    </Link>
  )
}
