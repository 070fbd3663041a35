import type { ReplyOf } from '@bolsillo/contract'
import { GeneratedMark } from '@bolsillo/market/web'
import type { Messages as TradingMessages } from '@bolsillo/trading/messages/es-ES'
import {
  Amount,
  Card,
  Change,
  DefinitionList,
  EmptyState,
  ListRow,
  Loaded,
  Monogram,
  Note,
  PageFrame,
  Section,
  Segmented,
  SkeletonCard,
  useSaid,
} from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import ChartLine from 'lucide-react/icons/chart-line'
import Info from 'lucide-react/icons/info'
import { useState } from 'react'
import { statistics } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { chartOf, marketsPath } from './addresses.ts'

type Statistics = ReplyOf<typeof statistics>
type Income = Statistics['currencies'][number]

const everyMs = 10_000

/** What was gained and lost: by currency and in pesos, realized and not, with what it cost. */
export default function IncomePage() {
  const t = useWords<Messages>('stocks')
  const found = useCall(statistics, {}, { everyMs })
  return (
    <PageFrame title={t('titles.income')}>
      <Loaded
        of={found}
        skeleton={
          <>
            <SkeletonCard lines={3} />
            <SkeletonCard lines={6} />
          </>
        }
      >
        {(data) => <Results data={data} />}
      </Loaded>
    </PageFrame>
  )
}

function Results({ data }: { readonly data: Statistics }) {
  const t = useWords<Messages>('stocks')
  const trading = useWords<TradingMessages>('trading')
  const said = useSaid()
  const incomes = data.total === undefined ? data.currencies : [data.total, ...data.currencies]
  const [chosen, setChosen] = useState(0)
  const income = incomes[chosen] ?? incomes[0]
  if (income === undefined) return null
  const inPesos = data.total !== undefined && chosen === 0 && data.fx !== undefined
  return (
    <>
      <Segmented
        label={t('income.total')}
        value={String(chosen)}
        onChange={(value) => setChosen(Number(value))}
        choices={incomes.map((one, index) => ({
          value: String(index),
          label: data.total !== undefined && index === 0 ? trading('orders.all') : one.currency,
        }))}
      />
      <Card>
        <p className="text-13 text-second">{t('income.unrealised')}</p>
        <p className="font-strong text-28 leading-9">
          <Change value={income.unrealised} currency={income.currency} />
        </p>
        <p className="text-13">
          <Change
            value={income.today}
            currency={income.currency}
            percent={income.todayPercent}
            generated={data.generated !== undefined}
            note={t('income.todayNote')}
          />
        </p>
        {data.generated !== undefined && (
          <GeneratedMark since={data.generated.recordedSince} of={['change']} className="-mb-2" />
        )}
        {inPesos && data.fx !== undefined && (
          <p className="mt-2 text-12 text-second">{t('income.inPesos', { rate: said.rate(data.fx.mid) })}</p>
        )}
      </Card>
      <Card>
        <Sums income={income} />
      </Card>
      <ByInstrument data={data} />
      <Note icon={Info}>{t('income.explained')}</Note>
    </>
  )
}

/** What was realized on each instrument; nothing was before the first fill. */
function ByInstrument({ data }: { readonly data: Statistics }) {
  const t = useWords<Messages>('stocks')
  const trading = useWords<TradingMessages>('trading')
  if (data.orders.filled === 0) {
    return (
      <EmptyState
        icon={ChartLine}
        title={t('income.empty')}
        action={{ label: t('positions.emptyAction'), href: marketsPath }}
      />
    )
  }
  return (
    <Section title={t('income.byInstrument')}>
      {data.realised.length === 0 ? (
        <EmptyState title={trading('orders.emptyFills')} className="py-4" />
      ) : (
        data.realised.map((row) => (
          <ListRow
            key={row.symbol}
            href={chartOf(row.symbol)}
            lead={<Monogram of={row.ticker} />}
            title={row.ticker}
            note={row.name}
            aside={<Change value={row.realised} currency={row.currency} />}
            asideNote={
              <>
                {t('income.fees')} <Amount value={row.fees} currency={row.currency} />
              </>
            }
            chevron={false}
          />
        ))
      )}
    </Section>
  )
}

function Sums({ income }: { readonly income: Income }) {
  const t = useWords<Messages>('stocks')
  const amount = (value: string) => <Amount value={value} currency={income.currency} />
  return (
    <DefinitionList
      facts={[
        { label: t('income.value'), value: amount(income.value), strong: true },
        { label: t('income.cost'), value: amount(income.cost) },
        { label: t('income.realised'), value: <Change value={income.realised} currency={income.currency} /> },
        { label: t('income.fees'), value: amount(income.fees) },
        { label: t('income.vat'), value: amount(income.vat) },
        { label: t('income.cash'), value: amount(income.cash), strong: true },
        { label: t('income.cashHeld'), value: amount(income.cashHeld) },
      ]}
    />
  )
}
