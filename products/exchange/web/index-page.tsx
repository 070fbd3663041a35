import type { ReplyOf } from '@bolsillo/contract'
import { Age, ErrorState, Icon, ListRow, PageFrame, Section, SkeletonRows } from '@bolsillo/ui'
import { href, useCall, useGo, useQueryValue, useWords } from '@bolsillo/web-kit'
import type { LucideIcon } from 'lucide-react'
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left'
import Bitcoin from 'lucide-react/icons/bitcoin'
import Repeat from 'lucide-react/icons/repeat'
import Wallet from 'lucide-react/icons/wallet'
import { readExchange } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { ConvertHistory } from './convert-history.tsx'
import { sourceName } from './offer-facts.tsx'
import { paths } from './paths.ts'
import { ReceiptSheet } from './receipt-sheet.tsx'
import { useRateText } from './said.ts'

const everyMs = 5_000
const latest = 3

/** Today's rates with their sources, and every way to convert or move money. */
export default function ExchangeIndexPage() {
  const t = useWords<Messages>('exchange')
  const go = useGo()
  const receipt = useQueryValue('receipt')
  const reply = useCall(readExchange, {}, { everyMs })
  const ways = [
    { path: paths.exchange, icon: ArrowRightLeft, title: t('convert.title'), note: t('index.convertNote') },
    { path: paths.stock, icon: Wallet, title: t('move.title'), note: t('index.moveNote') },
    { path: paths.cryptoTransfer, icon: Repeat, title: t('move.coinTitle'), note: t('index.coinMoveNote') },
    { path: paths.cryptoConvert, icon: Bitcoin, title: t('coins.title'), note: t('index.coinNote') },
  ]
  return (
    <PageFrame title={t('index.title')}>
      <Section title={t('index.rates')}>
        {reply.data === undefined ? (
          reply.error === null ? (
            <SkeletonRows rows={3} />
          ) : (
            <ErrorState title={t('failed')} text={reply.error.message} onRetry={() => void reply.refetch()} />
          )
        ) : (
          <Rates facts={reply.data} />
        )}
      </Section>
      <Section title={t('index.ways')}>
        {ways.map(({ path, icon, title, note }) => (
          <ListRow key={path} href={path} lead={<Mark of={icon} />} title={title} note={note} />
        ))}
      </Section>
      <ConvertHistory most={latest} onOpen={(quoteId) => go(paths.index, { receipt: quoteId })} />
      <ReceiptSheet quoteId={receipt} onClose={() => go(paths.index, {}, { replace: true })} />
    </PageFrame>
  )
}

function Mark({ of }: { readonly of: LucideIcon }) {
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-[11px] bg-wash text-brand">
      <Icon of={of} size={18} />
    </span>
  )
}

function Rates({ facts }: { readonly facts: ReplyOf<typeof readExchange> }) {
  const t = useWords<Messages>('exchange')
  const rateText = useRateText()
  if (facts.rates.length === 0) return <p className="py-3 text-13 text-second">{t('convert.noPriceText')}</p>
  return facts.rates.map((rate) => {
    const [straight, inverse] = rateText(rate)
    const [base = '', quote = ''] = rate.pair.split('/')
    const sources = [...new Set(rate.ticks.map(({ source }) => sourceName(t, source)))].join(', ')
    return (
      <ListRow
        key={rate.pair}
        href={href(paths.exchange, { source: quote, target: base })}
        title={straight}
        note={
          <>
            {inverse}
            {' · '}
            {rate.ticks.length > 1
              ? t('rate.crossOf', { pairs: rate.ticks.map(({ pair }) => pair).join(' × ') })
              : sources}
            {rate.stale && (
              <>
                {' · '}
                <Age at={rate.at} />
              </>
            )}
          </>
        }
      />
    )
  })
}
