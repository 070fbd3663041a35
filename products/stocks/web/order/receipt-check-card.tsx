import type { ReplyOf } from '@bolsillo/contract'
import { Button, ChecksCard, Icon, Note } from '@bolsillo/ui'
import { sha256, useKit, useWords } from '@bolsillo/web-kit'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useState } from 'react'
import { receipt } from '../../contract.ts'
import { failedChecks, type ReceiptCheck, receiptChecks } from '../../domain/index.ts'
import type { Messages } from '../../messages/es-ES.ts'

type State =
  | { readonly kind: 'idle' | 'checking' | 'unavailable' }
  | {
      readonly kind: 'checked'
      readonly failed: readonly ReceiptCheck[]
      readonly head: ReplyOf<typeof receipt>['head']
    }

const hashShown = 12

/**
 * "Check on this phone": fetches the receipt and computes amounts, fees, postings and hashes here. What it is compared
 * with is the entries as hashed, not the totals the server shows.
 */
export function ReceiptCheckCard({ orderId }: { readonly orderId: string }) {
  const t = useWords<Messages>('stocks')
  const { client } = useKit()
  const [state, setState] = useState<State>({ kind: 'idle' })
  const check = async (): Promise<void> => {
    setState({ kind: 'checking' })
    const answer = await client.call(receipt, { orderId })
    if (answer.kind !== 'reply') {
      setState({ kind: 'unavailable' })
      return
    }
    setState({ kind: 'checked', failed: await failedChecks(answer.data, sha256), head: answer.data.head })
  }
  if (state.kind !== 'checked') {
    return (
      <>
        <Button
          kind="ghost"
          wide
          icon={<Icon of={ShieldCheck} size={20} />}
          loading={state.kind === 'checking'}
          onClick={() => void check()}
        >
          {t('order.check')}
        </Button>
        {state.kind === 'unavailable' && <Note tone="bad">{t('common.failed')}</Note>}
      </>
    )
  }
  const { failed, head } = state
  return (
    <ChecksCard
      title={t(failed.length === 0 ? 'order.checkTitle' : 'order.checkFailed')}
      checks={receiptChecks.map((one) => ({ label: t(`order.checks.${one}`), failed: failed.includes(one) }))}
    >
      <p>{t('order.checkExplained')}</p>
      <p className="break-all">{t('order.head', { seq: head.seq, hash: `${head.hash.slice(0, hashShown)}…` })}</p>
    </ChecksCard>
  )
}
