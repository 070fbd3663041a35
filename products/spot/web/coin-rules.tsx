import type { ReplyOf } from '@bolsillo/contract'
import { GeneratedMark } from '@bolsillo/market/web'
import { abbreviate, Change, DefinitionList, ListRow, Price, useSaid, useUi } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { coinTicker } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { chartOf, feesPath } from './addresses.ts'

/** The last 24 hours of a coin, the rules its orders follow, and the contract on it. */
export function CoinRules({ of }: { readonly of: ReplyOf<typeof coinTicker> }) {
  const t = useWords<Messages>('spot')
  const said = useSaid()
  const { style } = useUi()
  const { rules, day24, base, currency, priceDecimals: decimals } = of
  return (
    <div className="space-y-4 px-4 py-3">
      {day24 !== undefined && (
        <section>
          <h3 className="text-13">{t('kline.day')}</h3>
          {day24.generated !== undefined && (
            <GeneratedMark since={day24.generated.recordedSince} of={['day', 'change']} short className="-my-1" />
          )}
          <DefinitionList
            facts={[
              {
                label: t('markets.day'),
                value: (
                  <Change
                    value={day24.change}
                    percent={day24.changePercent}
                    decimals={decimals}
                    generated={day24.generated !== undefined}
                  />
                ),
              },
              { label: t('kline.high'), value: <Price value={day24.high} decimals={decimals} /> },
              { label: t('kline.low'), value: <Price value={day24.low} decimals={decimals} /> },
              { label: t('kline.volume'), value: `${abbreviate(day24.volume, style)} ${base}` },
              { label: t('kline.turnover'), value: `${abbreviate(day24.turnover, style)} ${currency}` },
            ]}
          />
        </section>
      )}
      <DefinitionList
        facts={[
          { label: t('kline.tick'), value: rules.ticks.map(({ tick }) => said.quantity(tick)).join(' / ') },
          { label: t('kline.lot'), value: `${said.quantity(rules.lot)} ${base}` },
          { label: t('kline.min'), value: `${said.quantity(rules.quantityMin)} ${base}` },
          { label: t('kline.max'), value: `${said.quantity(rules.quantityMax)} ${base}` },
        ]}
      />
      <p className="text-12 text-second">{t('kline.always')}</p>
      <nav>
        <ListRow quiet href={feesPath} title={t('titles.fees')} />
        <ListRow quiet href="/pages/practice/market" title={t('kline.made')} />
        {of.contract !== undefined && <ListRow quiet href={chartOf(of.contract)} title={t('markets.contract')} />}
      </nav>
    </div>
  )
}
