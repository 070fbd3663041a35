import { ListRow, Loaded, PageFrame, Pill, Section, SkeletonRows, Term, useSaid } from '@bolsillo/ui'
import { useCall, useSession, useWords } from '@bolsillo/web-kit'
import { fees, statistics } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { TierCard } from './tier-card.tsx'

/** What trading coins costs, tier by tier, and the tier of the customer. */
export default function FeesPage() {
  const t = useWords<Messages>('spot')
  const said = useSaid()
  const { token } = useSession()
  const found = useCall(fees, {}, { freshMs: 60_000 })
  const own = useCall(statistics, {}, { enabled: token !== '' })
  const bps = (value: number): string => said.percent(String(value / 100))
  const mine = own.data?.tier
  return (
    <PageFrame title={t('titles.fees')}>
      {mine !== undefined && <TierCard tier={mine} opened />}
      <Loaded of={found} skeleton={<SkeletonRows rows={5} />}>
        {({ tiers, vatBps, windowDays }) => (
          <>
            <Section title={t('titles.fees')}>
              {tiers.map((tier) => (
                <ListRow
                  key={tier.tier}
                  title={
                    <>
                      {t('tier.tier', { tier: tier.tier })}{' '}
                      {tier.tier === mine?.tier && <Pill tone="brand">{t('tier.yours')}</Pill>}
                    </>
                  }
                  note={t('tier.from', { volume: said.amount(tier.volumeMin, 'USDT') })}
                  aside={t('tier.maker', { rate: bps(tier.makerBps) })}
                  asideNote={t('tier.taker', { rate: bps(tier.takerBps) })}
                />
              ))}
            </Section>
            <p className="text-13 text-second">{t('tier.explained', { days: windowDays })}</p>
            <p className="text-13 text-second">{t('tier.vat', { vat: bps(vatBps) })}</p>
            <p className="flex gap-6 text-13 text-second">
              <Term sentence={t('terms.maker')}>{t('terms.ask', { word: 'maker' })}</Term>
              <Term sentence={t('terms.taker')}>{t('terms.ask', { word: 'taker' })}</Term>
            </p>
          </>
        )}
      </Loaded>
    </PageFrame>
  )
}
