import { Amount, ErrorState, ListRow, Note, PageFrame, Section, SkeletonRows } from '@bolsillo/ui'
import { href, useCall, useWords } from '@bolsillo/web-kit'
import Info from 'lucide-react/icons/info'
import { readTransferable } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { ConvertForm } from './convert-form.tsx'
import { paths } from './paths.ts'
import { shownDecimals } from './said.ts'

const coinCodes = ['BTC', 'ETH', 'USDT'] as const

/**
 * Converts within the coin purse what has an exchange rate: the currencies. Coins are listed below with what the customer has
 * of them; they are bought and sold in their own market, where each row leads.
 */
export default function CryptoConvertPage() {
  const t = useWords<Messages>('exchange')
  const reply = useCall(readTransferable, {})
  return (
    <PageFrame title={t('coins.title')}>
      <ConvertForm purse="coin" page={paths.cryptoConvert} />
      <Section title={t('coins.own')}>
        {reply.data === undefined ? (
          reply.error === null ? (
            <SkeletonRows rows={3} />
          ) : (
            <ErrorState title={t('failed')} text={reply.error.message} onRetry={() => void reply.refetch()} />
          )
        ) : (
          coinCodes.map((code) => {
            const row = reply.data.assets.find(({ asset }) => asset === code)
            const balance = row?.purses.find(({ purse }) => purse === 'coin')
            return (
              <ListRow
                key={code}
                href={href(paths.coinMarkets, { keyword: code })}
                title={t(`coins.${code}`)}
                note={t('coins.market')}
                aside={<Amount value={balance?.available ?? '0'} currency={code} decimals={shownDecimals(code)} />}
              />
            )
          })
        )}
        <Note icon={Info} className="border-hair border-t py-3">
          {t('coins.why')}
        </Note>
      </Section>
    </PageFrame>
  )
}
