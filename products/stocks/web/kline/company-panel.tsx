import type { ReplyOf } from '@bolsillo/contract'
import type { Messages as MarketMessages } from '@bolsillo/market/messages/es-ES'
import { CompanyLink, GeneratedMark } from '@bolsillo/market/web'
import { DefinitionList, type FactProps, formatDecimal, ListRow, Price, Term, useSaid, useUi } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { info } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'

/** Where it says who makes the practice market, and what that side won or lost. */
const marketMadePath = '/pages/practice/market'

type Info = ReplyOf<typeof info>

/** What the instrument is: sector, market, hours, year's range, and the rules its orders follow. */
export function CompanyPanel({ of }: { readonly of: Info }) {
  const t = useWords<Messages>('stocks')
  const m = useWords<MarketMessages>('market')
  const { hasPage = () => true } = useUi()
  const said = useSaid()
  const decimals = of.priceDecimals
  const sectorKey = `sectors.${of.sector}` as Parameters<typeof m>[0]
  const facts: FactProps[] = [
    { label: t('kline.company.name'), value: of.name },
    { label: t('kline.company.sector'), value: m(sectorKey) },
    { label: t('kline.company.exchange'), value: of.exchange },
    { label: t('kline.company.currency'), value: of.currency },
    ...(of.opensAt === undefined ? [] : [{ label: t('kline.company.opens'), value: said.moment(of.opensAt) }]),
    ...(of.closesAt === undefined ? [] : [{ label: t('kline.company.closes'), value: said.moment(of.closesAt) }]),
    ...(of.low52 === undefined || of.high52 === undefined
      ? []
      : [
          {
            label: t('kline.company.year'),
            value: (
              <>
                <Price value={of.low52} decimals={decimals} /> – <Price value={of.high52} decimals={decimals} />
                {of.generated52 !== undefined && (
                  <GeneratedMark since={of.generated52.recordedSince} of={['year']} short className="-my-2 ml-auto" />
                )}
              </>
            ),
          },
        ]),
  ]
  return (
    <div className="space-y-4 px-4 py-3">
      <DefinitionList facts={facts} />
      <Rules of={of} />
      <p className="text-12 text-second">{t('kline.company.monogram')}</p>
      <nav>
        <CompanyLink symbol={of.symbol} />
        {hasPage(marketMadePath) && <ListRow quiet href={marketMadePath} title={t('kline.company.made')} />}
      </nav>
    </div>
  )
}

/** The rules its orders follow, and the fee. */
function Rules({ of: { rules, fees } }: { readonly of: Info }) {
  const t = useWords<Messages>('stocks')
  const { style } = useUi()
  const said = useSaid()
  if (rules === undefined) return null
  const ruleFacts: FactProps[] = [
    {
      label: <Term sentence={t('terms.tick')}>{t('kline.company.tick')}</Term>,
      value: rules.ticks.map(({ tick }) => said.quantity(tick)).join(' / '),
    },
    {
      label: <Term sentence={t('terms.lot')}>{t('kline.company.lot')}</Term>,
      value: rules.fractional
        ? t('kline.company.fractional')
        : formatDecimal(rules.lot, style, { decimals: { min: 0, max: 6 } }),
    },
    {
      label: <Term sentence={t('terms.settles')}>{t('kline.company.settles')}</Term>,
      value: `T+${rules.settlementDays}`,
    },
    { label: t('kline.company.lock'), value: t('kline.company.lockDays', { days: rules.sellLockDays }) },
  ]
  const feeFacts: FactProps[] =
    fees === undefined
      ? []
      : [
          {
            label: t('kline.company.fee'),
            value: t(Number(fees.feeMin) > 0 ? 'kline.company.feeIs' : 'kline.company.feeIsNoMin', {
              percent: said.percent(String(fees.feeBps / 100)),
              min: said.amount(fees.feeMin, fees.currency),
              vat: said.percent(String(fees.vatBps / 100)),
            }),
          },
        ]
  return (
    <>
      <h3 className="text-13">{t('kline.company.rules')}</h3>
      <DefinitionList facts={[...ruleFacts, ...feeFacts]} />
    </>
  )
}
