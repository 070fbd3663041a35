import { EntryChecks } from '@bolsillo/ledger/web'
import { DateTime, DefinitionList, ErrorState, Sheet, SkeletonRows } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import { readExchangeReceipt } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { OfferFacts } from './offer-facts.tsx'

/** What was converted, at what, and the journal entry that moved it. `quoteId` opens it. */
export function ReceiptSheet({
  quoteId,
  onClose,
}: {
  readonly quoteId: string | undefined
  readonly onClose: () => void
}) {
  const t = useWords<Messages>('exchange')
  return (
    <Sheet
      open={quoteId !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('receipt.title')}
    >
      {quoteId !== undefined && <Receipt quoteId={quoteId} />}
    </Sheet>
  )
}

function Receipt({ quoteId }: { readonly quoteId: string }) {
  const t = useWords<Messages>('exchange')
  const reply = useCall(readExchangeReceipt, { quoteId })
  const { data } = reply
  if (data === undefined) {
    if (reply.error === null) return <SkeletonRows rows={5} />
    return <ErrorState title={t('receipt.failed')} text={reply.error.message} onRetry={() => void reply.refetch()} />
  }
  return (
    <div className="grid gap-3">
      <div>
        <OfferFacts offer={data.offer} />
      </div>
      <DefinitionList
        facts={[
          { label: t('receipt.at'), value: <DateTime at={data.executedAt} shows="second" /> },
          { label: t('receipt.entry'), value: data.seq },
        ]}
      />
      <p className="text-12 text-second">
        {t('receipt.hash')}
        <span className="block break-all text-11 text-ink leading-snug">{data.hash}</span>
      </p>
      <EntryChecks entries={[data]} fileName={quoteId} />
    </div>
  )
}
