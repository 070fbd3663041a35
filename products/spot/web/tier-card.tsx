import { Section, useSaid } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { OwnTier } from '../contract.ts'
import type { Messages } from '../messages/es-ES.ts'
import { feesPath } from './addresses.ts'

/** The fee tier the customer is in, and how far the next one is. */
export function TierCard({ tier }: { readonly tier: OwnTier }) {
  const t = useWords<Messages>('spot')
  const said = useSaid()
  const bps = (value: number): string => said.percent(String(value / 100))
  const { next } = tier
  // The bar is drawing only, so floats are good enough.
  const share = next === undefined ? 100 : Math.min(100, (Number(tier.volume) / Number(next.volumeMin)) * 100)
  return (
    <Section title={t('tier.title')} more={{ href: feesPath, label: t('tier.all') }} pad="normal">
      <p className="text-13">
        {t('tier.now', { tier: tier.tier, maker: bps(tier.makerBps), taker: bps(tier.takerBps) })}
      </p>
      <span aria-hidden="true" className="my-2 block h-1.5 overflow-hidden rounded-pill bg-hair">
        <span className="block h-full rounded-pill bg-brand" style={{ width: `${share}%` }} />
      </span>
      <p className="text-12 text-second">{t('tier.volume', { volume: said.amount(tier.volume, 'USDT') })}</p>
      <p className="text-12 text-second">
        {next === undefined
          ? t('tier.last')
          : t('tier.next', {
              distance: said.amount(next.distance, 'USDT'),
              tier: next.tier,
              maker: bps(next.makerBps),
              taker: bps(next.takerBps),
            })}
      </p>
    </Section>
  )
}
