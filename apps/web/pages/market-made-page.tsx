import type { ReplyOf } from '@bolsillo/contract'
import { readMarketFacts } from '@bolsillo/market/contract'
import { readMarketSide } from '@bolsillo/trading/contract'
import {
  Amount,
  Card,
  DefinitionList,
  EmptyState,
  formatDay,
  Icon,
  Loaded,
  PageFrame,
  Pill,
  Section,
  signOf,
  useSaid,
} from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Scale from 'lucide-react/icons/scale'
import type { Messages } from '../words/about/es-ES.ts'

type Day = ReplyOf<typeof readMarketSide>['days'][number]
type Part = Day['parts'][number]

const everyMs = 60_000
const roles = ['quote', 'take', 'what', 'know', 'blind'] as const

/** How the practice market is made, and what its own side won or lost against customers, by exchange day. */
export default function MarketMadePage() {
  const t = useWords<Messages>('about')
  const { source = 'simulated' } = useCall(readMarketFacts, {}).data ?? {}
  const isOurs = source === 'simulated'
  const side = useCall(readMarketSide, {}, { everyMs })
  return (
    <PageFrame title={t('made.title')}>
      <p className="px-1 text-14 text-second">{t(isOurs ? 'made.lead' : 'made.leadElsewhere')}</p>
      {isOurs && <Roles />}
      <h2 className="px-1 pt-2 text-16">{t('made.won')}</h2>
      <p className="px-1 text-13 text-second">{t('made.basis')}</p>
      <Loaded of={side}>
        {({ days }) =>
          days.length === 0 ? (
            <Card>
              <EmptyState icon={Scale} title={t('made.none')} />
            </Card>
          ) : (
            days.map((day) => <DayCard key={day.date} day={day} />)
          )
        }
      </Loaded>
    </PageFrame>
  )
}

/** The agents' roles: who quotes, who takes, and what each of them knows. */
function Roles() {
  const t = useWords<Messages>('about')
  return (
    <Section title={t('made.who')} pad="normal">
      <dl className="grid gap-3">
        {roles.map((role) => (
          <div key={role}>
            <dt className="font-strong text-14">{t(`made.${role}T`)}</dt>
            <dd className="text-13 text-second">{t(`made.${role}`)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

/** One day: the totals, then their parts. */
function DayCard({ day }: { readonly day: Day }) {
  const t = useWords<Messages>('about')
  return (
    <Card>
      <h3 className="flex items-center gap-2 pb-1 text-15">
        {formatDay(day.date)}
        {day.isOpen && <Pill tone="quiet">{t('made.open')}</Pill>}
      </h3>
      <Sums label={t('made.against')} sums={day.assets} />
      <Sums label={t('made.demo')} sums={day.demo} />
      {day.unpriced > 0 && <p className="text-12 text-second">{t('made.unpriced', { count: String(day.unpriced) })}</p>}
      <details className="group mt-1">
        <summary className="flex min-h-11 items-center justify-between text-13 text-brand">
          {t('made.parts')}
          <Icon of={ChevronDown} size={18} className="transition-transform group-open:rotate-180" />
        </summary>
        {day.parts.map((part) => (
          <PartOfDay key={`${part.symbol} ${part.demo}`} part={part} />
        ))}
      </details>
    </Card>
  )
}

function Sums({ label, sums }: { readonly label: string; readonly sums: Day['assets'] }) {
  if (sums.length === 0) return null
  return (
    <div className="flex items-baseline justify-between gap-3 py-1 text-14">
      <span className="text-second">{label}</span>
      <span className="text-right">
        {sums.map(({ asset, scale, result }) => (
          <span key={asset} className="block">
            <Result value={result} asset={asset} decimals={Math.min(scale, 2)} />
          </span>
        ))}
      </span>
    </div>
  )
}

function Result({
  value,
  asset,
  decimals,
}: {
  readonly value: string
  readonly asset: string
  readonly decimals: number
}) {
  return (
    <span className="font-strong">
      <Amount value={value} currency={asset} sign="always" decimals={decimals} />
    </span>
  )
}

/** One instrument of a day, from the side of the market: what customers bought, it sold. */
function PartOfDay({ part }: { readonly part: Part }) {
  const t = useWords<Messages>('about')
  const said = useSaid()
  const money = (value: string) => <Amount value={value} currency={part.asset} decimals={2} />
  const held = (units: string, price: string | undefined): string =>
    price === undefined ? said.quantity(units) : `${said.quantity(units)} ${t('made.at', { price: said.price(price) })}`
  return (
    <div className="border-hair border-t py-2">
      <p className="flex items-baseline justify-between gap-2 text-14">
        <span className="font-strong">
          {part.ticker}
          {part.demo && <span className="font-plain text-12 text-warnink"> · {t('made.demoPart')}</span>}
        </span>
        {part.result !== undefined && <Result value={part.result} asset={part.asset} decimals={2} />}
      </p>
      <DefinitionList
        facts={[
          { label: t('made.bought'), value: said.quantity(part.bought) },
          { label: t('made.received'), value: money(part.received) },
          { label: t('made.sold'), value: said.quantity(part.sold) },
          { label: t('made.paid'), value: money(part.paid) },
          ...(signOf(part.other) === 0 ? [] : [{ label: t('made.other'), value: money(part.other) }]),
          { label: t('made.before'), value: held(part.unitsBefore, part.closeBefore) },
          { label: t('made.after'), value: held(part.unitsAfter, part.close) },
        ]}
      />
    </div>
  )
}
