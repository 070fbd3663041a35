import { DateTime, Price, Term } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { Messages } from '../messages/es-ES.ts'
import { useContractSaid } from './use-contract-said.ts'
import { useMark } from './use-mark.ts'

/** Mark, index and the funding that comes next, with the time of day it is paid at. */
export function MarkLine({ symbol, decimals }: { readonly symbol: string; readonly decimals: number }) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  const mark = useMark(symbol)
  const figure = 'block font-strong text-13 leading-5'
  const paying =
    mark === undefined || /^-?0(\.0*)?$/.test(mark.fundingRate) ? undefined : mark.fundingRate.startsWith('-')
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] gap-2 text-12 text-second">
      <div>
        <dt>
          <Term sentence={t('terms.mark')}>{t('market.mark')}</Term>
        </dt>
        <dd className={`${figure} text-ink`}>
          <Price value={mark?.mark} decimals={decimals} flash />
        </dd>
      </div>
      <div>
        <dt>
          <Term sentence={t('terms.index')}>{t('market.index')}</Term>
        </dt>
        <dd className={`${figure} text-ink`}>
          <Price value={mark?.index} decimals={decimals} />
        </dd>
      </div>
      <div className="text-right">
        <dt>
          <Term sentence={t('terms.funding')}>{t('market.funding')}</Term>
          {paying !== undefined && (
            <span className="sr-only"> {t(paying ? 'market.shortsPay' : 'market.longsPay')}</span>
          )}
        </dt>
        <dd className={`${figure} text-ink`}>{mark === undefined ? '—' : said.rate(mark.fundingRate)}</dd>
        <dd className="tabular-nums">{mark === undefined ? ' ' : <DateTime at={mark.nextFundingAt} shows="time" />}</dd>
      </div>
    </dl>
  )
}
