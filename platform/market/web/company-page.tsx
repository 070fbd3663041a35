import type { ReplyOf } from '@bolsillo/contract'
import {
  Card,
  DefinitionList,
  dayOf,
  EmptyState,
  type FactProps,
  formatDateTime,
  ListRow,
  Loaded,
  Monogram,
  PageFrame,
  Section,
  SkeletonRows,
  useSaid,
  useUi,
} from '@bolsillo/ui'
import { useCall, useQueryValue, useWords } from '@bolsillo/web-kit'
import type { ReactNode } from 'react'
import { readCompany, readMarketFacts } from '../contract/index.ts'
import type { Messages } from '../messages/company/es-ES.ts'
import type { Messages as MarketMessages } from '../messages/es-ES.ts'

type Facts = ReplyOf<typeof readCompany>
type Place = Pick<Facts, 'symbol' | 'name' | 'ticker' | 'kind'>

interface CompanyPageProps {
  readonly placeOf: (row: Place) => { readonly href: string; readonly ticker: string }
  /** What is new of it, shown after what it is. */
  readonly news?: (of: Place) => ReactNode
}

/** What a company, fund, index, pair or coin is, and when its exchange trades. `?symbol=`. */
export function CompanyPage({ placeOf, news }: CompanyPageProps) {
  const t = useWords<Messages>('company')
  const symbol = useQueryValue('symbol') ?? ''
  // Its sentences come in the language of the call, so a change of language reads it again.
  const facts = useCall(readCompany, { symbol }, { freshMs: 0 })
  return (
    <PageFrame title={t('title')}>
      {facts.error?.outcome === 'rejected' && facts.data === undefined ? (
        <EmptyState
          title={t('unknown')}
          text={t('unknownText')}
          action={{ label: t('all'), href: '/pages/market/list' }}
        />
      ) : (
        <Loaded of={facts} skeleton={<SkeletonRows rows={8} />}>
          {(data) => (
            <>
              <About facts={data} placeOf={placeOf} />
              {news?.(data)}
              <Calendar facts={data} />
              <Card pad="none" className="px-4">
                <ListRow quiet href={placeOf(data).href} title={t('chart', { ticker: placeOf(data).ticker })} />
              </Card>
            </>
          )}
        </Loaded>
      )}
    </PageFrame>
  )
}

/** What it is in a sentence, and its facts with their date. */
function About({ facts, placeOf }: { readonly facts: Facts } & CompanyPageProps) {
  const t = useWords<Messages>('company')
  const { source } = useCall(readMarketFacts, {}).data ?? {}
  const { name, ticker, about, asOf } = facts
  return (
    <Card>
      <div className="flex items-center gap-3">
        <Monogram of={ticker} size={46} />
        <div className="min-w-0">
          <h2 className="text-18 leading-6">{name}</h2>
          <p className="text-13 text-second">{placeOf(facts).ticker}</p>
        </div>
      </div>
      <p className="pt-3 pb-4 text-15">
        {facts.underlying !== undefined && t('contract')} {about}
      </p>
      <DefinitionList facts={useFacts(facts, placeOf)} />
      <p className="pt-4 text-12 text-second">
        {t(source === 'simulated' ? 'practice' : 'asOf', { month: asOf.split('-').reverse().join('-') })}
      </p>
    </Card>
  )
}

function useFacts(facts: Facts, placeOf: CompanyPageProps['placeOf']): readonly FactProps[] {
  const t = useWords<Messages>('company')
  const m = useWords<MarketMessages>('market')
  const said = useSaid()
  const { sector, listing, indices, underlying, coin, kind } = facts
  const known = (label: string, value: FactProps['value'] | undefined): readonly FactProps[] =>
    value === undefined ? [] : [{ label, value }]
  return [
    ...known(t('sector'), m(`sectors.${sector}`)),
    ...known(t('listing'), listing && t(`listings.${listing}`)),
    ...(kind === 'stock' && sector !== 'fund'
      ? known(t('indices'), indices.length === 0 ? t('noIndex') : <Places of={indices} placeOf={placeOf} />)
      : []),
    ...known(t('underlying'), underlying && <Places of={[underlying]} placeOf={placeOf} />),
    ...known(t('since'), coin?.since === undefined ? undefined : String(coin.since)),
    ...known(
      t('supply'),
      coin && (coin.supply === 'fixed' ? said.quantity(coin.supplyMax ?? '') : t(`supplies.${coin.supply}`)),
    ),
  ]
}

/** Other instruments, each a way to its chart. */
function Places({ of, placeOf }: { readonly of: readonly Place[] } & CompanyPageProps) {
  const { Link } = useUi()
  return (
    <span className="flex flex-wrap justify-end gap-x-3 gap-y-2">
      {of.map((one) => (
        <Link key={one.symbol} href={placeOf(one).href} className="-my-3.5 min-w-11 py-3.5 font-medium text-brand">
          {one.kind === 'index' ? one.name : placeOf(one).ticker}
        </Link>
      ))}
    </span>
  )
}

/** When its exchange trades, and on which days of the year to come it does not. */
function Calendar({ facts: { calendar, kind } }: { readonly facts: Facts }) {
  const t = useWords<Messages>('company')
  const said = useSaid()
  const { zone } = useUi()
  const { neverRests, hours, opensAt, closesAt, rests } = calendar
  if (neverRests) {
    return (
      <Section title={t('calendar')} pad="normal">
        <p className="text-14">{t('always')}</p>
      </Section>
    )
  }
  return (
    <Section title={t('calendar')} pad="normal">
      <DefinitionList
        facts={[
          { label: t('opens'), value: said.moment(opensAt) },
          { label: t('closes'), value: said.moment(closesAt) },
        ]}
      />
      <p className="pt-2 text-13 text-second">
        {t(kind === 'fx' ? 'weekdaysFx' : 'weekdays')} {t('zone')} {hours === 'always' && t('outside')}
      </p>
      <h3 className="pt-4 pb-2 text-13">{t('rests')}</h3>
      {rests.length === 0 ? (
        <EmptyState title={t('none')} />
      ) : (
        <DefinitionList
          facts={rests.map(({ date, kind: rest, closesAt: at }) => ({
            label: said.day(date),
            value:
              rest === 'holiday' || at === undefined
                ? t('holiday')
                : t('short', {
                    time: formatDateTime(at, zone, { shows: dayOf(at, zone) === date ? 'time' : 'minute' }),
                  }),
          }))}
        />
      )}
      {kind === 'stock' && <p className="pt-3 text-12 text-second">{t('events')}</p>}
    </Section>
  )
}
