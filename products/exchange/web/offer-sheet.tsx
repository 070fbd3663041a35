import type { ReplyOf } from '@bolsillo/contract'
import { listRecords, readAssets } from '@bolsillo/ledger/contract'
import { Button, formatAmount, Note, Sheet, useNow, useSaid, useUi } from '@bolsillo/ui'
import { useAction, useWords } from '@bolsillo/web-kit'
import ArrowRightLeft from 'lucide-react/icons/arrow-right-left'
import Clock from 'lucide-react/icons/clock'
import { exchange, listExchanges, type quoteExchange, readExchange, readTransferable } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { OfferFacts } from './offer-facts.tsx'

type Quoted = ReplyOf<typeof quoteExchange>
const tickMs = 250

interface OfferSheetProps {
  readonly quoted: Quoted | undefined
  readonly onClose: () => void
  readonly onAgain: () => void
  readonly isAsking: boolean
  readonly onDone: (quoteId: string) => void
}

/** The offer and until when it is valid, as a time of day: nothing runs down. After it nothing can be confirmed, here or there. */
export function OfferSheet({ quoted, onClose, onAgain, isAsking, onDone }: OfferSheetProps) {
  const t = useWords<Messages>('exchange')
  return (
    <Sheet
      open={quoted !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('offer.title')}
    >
      {quoted !== undefined && (
        <Open key={quoted.offer.quoteId} quoted={quoted} onAgain={onAgain} isAsking={isAsking} onDone={onDone} />
      )}
    </Sheet>
  )
}

function Open({ quoted, onAgain, isAsking, onDone }: Omit<OfferSheetProps, 'quoted' | 'onClose'> & { quoted: Quoted }) {
  const t = useWords<Messages>('exchange')
  const { style } = useUi()
  const said = useSaid()
  const { offer, available } = quoted
  const now = useNow(tickMs)
  const done = useAction(exchange, {
    refreshes: [readExchange, listExchanges, readTransferable, readAssets, listRecords],
  })
  const isOver = now >= offer.expiresAt && !done.isPending
  const say = (amount: string, asset: string): string => formatAmount(amount, asset, style)
  const isShort = isMore(offer.source.amount, available.amount)
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-2 text-13 text-second">
        <Clock size={16} aria-hidden="true" />
        <span role="status">
          {isOver ? t('offer.over') : t('offer.left', { time: said.timeSecond(offer.expiresAt) })}
        </span>
      </div>
      <div>
        <OfferFacts offer={offer} />
      </div>
      {isShort && <Note tone="warning">{t('offer.short', { available: say(available.amount, available.asset) })}</Note>}
      {done.error !== null && (
        <Note tone="bad">{done.error.message === '' ? t('offer.unknown') : done.error.message}</Note>
      )}
      {isOver || (done.error !== null && done.error.outcome === 'rejected') ? (
        <Button wide loading={isAsking} onClick={onAgain}>
          {t('offer.again')}
        </Button>
      ) : (
        <Button
          wide
          disabled={isShort}
          loading={done.isPending}
          icon={<ArrowRightLeft size={18} aria-hidden="true" />}
          onClick={() => done.mutate({ quoteId: offer.quoteId }, { onSuccess: () => onDone(offer.quoteId) })}
        >
          {t('offer.confirm', { target: say(offer.target.amount, offer.target.asset) })}
        </Button>
      )}
    </div>
  )
}

/** Compares two decimals of one scale, as the wire writes them. */
function isMore(one: string, other: string): boolean {
  return one.length === other.length ? one > other : one.length > other.length
}
