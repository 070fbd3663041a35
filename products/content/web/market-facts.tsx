import type { ReplyOf } from '@bolsillo/contract'
import { fillText } from '@bolsillo/kernel'
import { readMarketFacts } from '@bolsillo/market/contract'
import { Card, DefinitionList, type FactProps, formatDateTime, ListRow, Section, useSaid, useUi } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import type { readNews } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

export type Market = NonNullable<ReplyOf<typeof readNews>['market']>

const quarterMs = 900_000

/** The records that news of the market are made of, each figure with its own, and the chart of the instrument. */
export function MarketFacts({ of, chartHref }: { readonly of: Market; readonly chartHref: string }) {
  const t = useWords<Messages>('content')
  const said = useSaid()
  const { source } = useCall(readMarketFacts, {}).data ?? {}
  const { symbol, instrument, move, wave } = of
  const moveRule = instrument === 'coin' ? 'market.coinRule' : 'market.moveRule'
  return (
    <>
      <Section title={t('market.facts')} pad="normal">
        <DefinitionList facts={useFacts(of)} />
        <p className="pt-3 text-12 text-second">
          {move !== undefined && t(moveRule, { least: said.share(move.leastPercent) })}
          {wave !== undefined && t('market.waveRule', { least: wave.leastAccounts })}
        </p>
        {source === 'simulated' && <p className="pt-2 text-12 text-second">{t('market.practice')}</p>}
      </Section>
      <Card pad="none" className="px-4">
        <ListRow quiet href={chartHref} title={t('market.chart', { symbol })} />
      </Card>
    </>
  )
}

function useFacts({ move, wave, currency, happenedAt, instrument }: Market): readonly FactProps[] {
  const t = useWords<Messages>('content')
  const said = useSaid()
  const { style, zone } = useUi()
  const price = (value: string): string => fillText('{value} {currency}', { value, currency }, style)
  const span = (from: number, to: number): string =>
    `${formatDateTime(from, zone)} – ${formatDateTime(to, zone, { shows: 'time' })}`
  if (move !== undefined) {
    return [
      { label: t(instrument === 'coin' ? 'market.beforeDay' : 'market.before'), value: price(move.previousClose) },
      { label: t('market.price'), value: price(move.price) },
      { label: t('market.change'), value: said.percent(move.percent), strong: true },
      { label: t('market.quarter'), value: span(move.quarterStart, move.quarterStart + quarterMs) },
      { label: t('market.day'), value: said.day(move.tradeDate) },
    ]
  }
  if (wave !== undefined) {
    return [
      { label: t('market.accounts'), value: wave.accounts, strong: true },
      { label: t('market.quantity'), value: said.quantity(wave.quantity) },
      { label: t('market.low'), value: price(wave.low) },
      { label: t('market.high'), value: price(wave.high) },
      { label: t('market.fills'), value: wave.fills },
      { label: t('market.hour'), value: span(wave.from, wave.to) },
    ]
  }
  return [{ label: t('market.happened'), value: said.moment(happenedAt) }]
}
