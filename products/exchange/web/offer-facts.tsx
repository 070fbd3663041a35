import type { ReplyOf } from '@bolsillo/contract'
import { Amount, DefinitionList, formatDecimal, useUi } from '@bolsillo/ui'
import { type Teller, useWords } from '@bolsillo/web-kit'
import type { quoteExchange } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { useRateText } from './said.ts'

export type Offer = ReplyOf<typeof quoteExchange>['offer']

const bpsPerPercent = 100

/** All an offer is made from: middle, mark-up, rounding, the worst alternative, and every price with its source. */
export function OfferFacts({ offer }: { readonly offer: Offer }) {
  const t = useWords<Messages>('exchange')
  const { style } = useUi()
  const rateText = useRateText()
  const { source, target, rate, fee, rounding, spreadBps, spreadBpsMax, worst } = offer
  const [straight, inverse] = rateText(rate)
  const percent = (bps: number): string =>
    formatDecimal(String(bps / bpsPerPercent), style, { decimals: { min: 1, max: 2 } })
  const isRounded = !/^0(\.0+)?$/.test(rounding)
  return (
    <>
      <DefinitionList
        facts={[
          { label: t('offer.give'), value: <Amount value={source.amount} currency={source.asset} />, strong: true },
          { label: t('offer.get'), value: <Amount value={target.amount} currency={target.asset} />, strong: true },
          { label: t('offer.mid'), value: straight },
          { label: t('offer.inverse'), value: inverse },
          {
            label: t('offer.fee', { percent: percent(spreadBps) }),
            value: <Amount value={fee} currency={source.asset} />,
          },
          ...(isRounded
            ? [{ label: t('offer.rounding'), value: <Amount value={rounding} currency={source.asset} /> }]
            : []),
          { label: t('offer.feeMax'), value: t('offer.percent', { percent: percent(spreadBpsMax) }) },
        ]}
      />
      <div className="mt-3 space-y-2 rounded-field bg-page p-3 text-12 text-second">
        {worst === undefined ? (
          <p>{t('offer.noWorst')}</p>
        ) : (
          <p>
            {t(offer.exact === 'source' ? 'offer.worstGet' : 'offer.worstGive', { via: worst.via })}{' '}
            <Amount
              value={offer.exact === 'source' ? worst.target : worst.source}
              currency={offer.exact === 'source' ? target.asset : source.asset}
              className="text-ink"
            />
            {' · '}
            {t('offer.dearer')}{' '}
            <Amount value={worst.dearerBy.amount} currency={worst.dearerBy.asset} className="text-ink" />
          </p>
        )}
        {rate.ticks.map((tick) => (
          <p key={tick.pair}>
            {t('offer.tick', {
              pair: tick.pair,
              mid: formatDecimal(tick.mid, style, { decimals: { min: 2, max: 6 } }),
              source: sourceName(t, tick.source),
              sequence: tick.sequence,
            })}
          </p>
        ))}
      </div>
    </>
  )
}

/** Where a price is from, in words. */
export function sourceName(t: Teller<Messages>, source: string): string {
  return source === 'simulated' || source === 'replay' ? t(`sources.${source}`) : source
}
