import { Section, useSaid } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { OwnTier } from '../contract/index.ts'
import { windowDays } from '../domain/fee-tiers.ts'
import type { Messages } from '../messages/es-ES.ts'
import { feesPath, volumePath } from './addresses.ts'

/**
 * The fee tier the customer is in, and from which volume the next one is: facts, and nothing that urges towards it. Opened, it leads to
 * what the volume is made of; else to all tiers.
 */
export function TierCard({ tier, opened = false }: { readonly tier: OwnTier; readonly opened?: boolean }) {
  const t = useWords<Messages>('spot')
  const said = useSaid()
  const bps = (value: number): string => said.percent(String(value / 100))
  const { next } = tier
  return (
    <Section
      title={t('tier.title')}
      more={opened ? { href: volumePath, label: t('tier.madeOf') } : { href: feesPath, label: t('tier.all') }}
      pad="normal"
    >
      <p className="text-13">
        {t('tier.now', { tier: tier.tier, maker: bps(tier.makerBps), taker: bps(tier.takerBps) })}
      </p>
      <p className="mt-1 text-12 text-second">
        {t('tier.volume', { days: windowDays, volume: said.amount(tier.volume, 'USDT') })}
      </p>
      <p className="text-12 text-second">
        {next === undefined
          ? t('tier.last')
          : t('tier.next', {
              days: windowDays,
              volume: said.amount(next.volumeMin, 'USDT'),
              tier: next.tier,
              maker: bps(next.makerBps),
              taker: bps(next.takerBps),
            })}
      </p>
    </Section>
  )
}
