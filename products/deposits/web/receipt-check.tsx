import type { ReplyOf } from '@bolsillo/contract'
import { Button, ChecksCard, Icon, Note } from '@bolsillo/ui'
import { sha256, useKit, useWords } from '@bolsillo/web-kit'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useState } from 'react'
import { readDepositReceipt } from '../contract.ts'
import { type DepositCheck, depositChecks, failedDepositChecks } from '../domain/receipt-check.ts'
import type { Messages } from '../messages/es-ES.ts'

type State =
  | { readonly kind: 'idle' | 'checking' | 'unavailable' }
  | {
      readonly kind: 'checked'
      readonly failed: readonly DepositCheck[]
      readonly head: ReplyOf<typeof readDepositReceipt>['head']
    }

const hashShown = 12

/** "Check on this phone": fetches the receipt and does the sums here, with the entries as they were hashed. */
export function ReceiptCheck({ depositId }: { readonly depositId: string }) {
  const t = useWords<Messages>('deposits')
  const { client } = useKit()
  const [state, setState] = useState<State>({ kind: 'idle' })
  const check = async (): Promise<void> => {
    setState({ kind: 'checking' })
    const answer = await client.call(readDepositReceipt, { depositId })
    if (answer.kind !== 'reply') return setState({ kind: 'unavailable' })
    setState({ kind: 'checked', failed: await failedDepositChecks(answer.data, sha256), head: answer.data.head })
  }
  if (state.kind === 'checked') {
    const { failed, head } = state
    return (
      <ChecksCard
        title={t(failed.length === 0 ? 'check.good' : 'check.bad')}
        checks={depositChecks.map((one) => ({ label: t(`check.${one}`), failed: failed.includes(one) }))}
      >
        <p>{t('check.explained')}</p>
        <p className="break-all">{t('check.head', { seq: head.seq, hash: `${head.hash.slice(0, hashShown)}…` })}</p>
      </ChecksCard>
    )
  }
  return (
    <>
      <Button
        kind="ghost"
        wide
        icon={<Icon of={ShieldCheck} size={20} />}
        loading={state.kind === 'checking'}
        onClick={() => void check()}
      >
        {t('check.action')}
      </Button>
      {state.kind === 'unavailable' && <Note tone="bad">{t('common.failed')}</Note>}
    </>
  )
}
