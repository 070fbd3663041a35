import type { ReplyOf } from '@bolsillo/contract'
import { Age, Amount, Card, Note, Price } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import Info from 'lucide-react/icons/info'
import type { readAssets } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { assetName } from './entry-words.ts'

/** Everything in pesos, the same in dollars, and the rate between them with its source and age. */
export function TotalCard({ assets }: { readonly assets: ReplyOf<typeof readAssets> }) {
  const t = useWords<Messages>('ledger')
  const { total, rate } = assets
  if (total === undefined) {
    return (
      <Card>
        <p className="text-13 text-second">{t('assets.total')}</p>
        <p className="font-strong text-34 leading-tight">—</p>
        <Note icon={Info}>{t('assets.totalUnknown')}</Note>
      </Card>
    )
  }
  const { approximate } = total
  return (
    <Card>
      <p className="text-13 text-second">{t('assets.total')}</p>
      <p className="font-strong text-34 leading-tight tracking-tight">
        <Amount value={total.amount} currency={total.currency} hero />
      </p>
      {approximate !== undefined && rate !== undefined && (
        <p className="text-14 text-second">
          <span aria-hidden="true">≈ </span>
          <Amount value={approximate.amount} currency={approximate.asset} />
          <span aria-hidden="true"> · </span>
          <Price value={rate.rate} decimals={4} stale={rate.stale} />
        </p>
      )}
      <p className="mt-2 flex flex-wrap gap-x-3 text-12 text-second">
        <span>
          {t('assets.cash')} <Amount value={total.cash} className="text-ink" />
        </span>
        <span>
          {t('assets.shares')} <Amount value={total.shares} className="text-ink" />
        </span>
        {rate !== undefined && (
          <span>
            {t(rate.stale ? 'assets.rateStale' : 'assets.rateSource', { source: sourceName(t, rate.source) })}{' '}
            {rate.stale && <Age at={rate.at} />}
          </span>
        )}
      </p>
      {total.unpriced.length > 0 && (
        <Note icon={Info} className="mt-2">
          {t('assets.unpriced', { assets: total.unpriced.map((code) => assetName(t, code)).join(', ') })}
        </Note>
      )}
    </Card>
  )
}

function sourceName(t: ReturnType<typeof useWords<Messages>>, source: string): string {
  return source === 'simulated'
    ? t('assets.sources.simulated')
    : source === 'replay'
      ? t('assets.sources.replay')
      : source
}
