import { Button, Card, formatAmount, Note, showToast, useUi } from '@bolsillo/ui'
import { useAction, useWords } from '@bolsillo/web-kit'
import Gift from 'lucide-react/icons/hand-coins'
import { listRecords, readAssets, takePracticeGrant } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

/** Practice money, once: what a new customer of the practice market takes to begin. */
export function GrantCard({
  amounts,
}: {
  readonly amounts: readonly { readonly asset: string; readonly amount: string }[]
}) {
  const t = useWords<Messages>('ledger')
  const { style } = useUi()
  const taking = useAction(takePracticeGrant, { refreshes: [readAssets, listRecords] })
  const listed = amounts.map(({ asset, amount }) => formatAmount(amount, asset, style)).join(` ${t('grant.and')} `)
  return (
    <Card>
      <h2 className="mb-1 text-15">{t('grant.title')}</h2>
      <p className="mb-3 text-13 text-second">{t('grant.text', { amounts: listed })}</p>
      <Button
        wide
        loading={taking.isPending}
        icon={<Gift size={20} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => taking.mutate({}, { onSuccess: () => showToast(t('grant.taken', { amounts: listed })) })}
      >
        {t('grant.take')}
      </Button>
      {taking.error !== null && (
        <Note tone="bad" className="mt-2">
          {taking.error.outcome === 'rejected' ? taking.error.message : t('grant.unknown')}
        </Note>
      )}
    </Card>
  )
}
