import type { ReplyOf } from '@bolsillo/contract'
import { Button, Card, Icon, Note } from '@bolsillo/ui'
import { useKit, useWords } from '@bolsillo/web-kit'
import Check from 'lucide-react/icons/check'
import ShieldCheck from 'lucide-react/icons/shield-check'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { withdrawalReceipt } from '../contract.ts'
import { failedChecks, type ReceiptCheck, receiptChecks } from '../domain/receipt-check.ts'
import type { Messages } from '../messages/es-ES.ts'

type State =
  | { readonly kind: 'idle' | 'checking' | 'unavailable' }
  | {
      readonly kind: 'checked'
      readonly failed: readonly ReceiptCheck[]
      readonly head: ReplyOf<typeof withdrawalReceipt>['head']
    }

const hashShown = 12

/** SHA-256 by the browser itself. */
async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** "Check on this phone": computes charges, what moved on the account and every hash here, from the entries as hashed. */
export function ReceiptCard({ withdrawalId }: { readonly withdrawalId: string }) {
  const t = useWords<Messages>('withdrawals')
  const { client } = useKit()
  const [state, setState] = useState<State>({ kind: 'idle' })
  const check = async (): Promise<void> => {
    setState({ kind: 'checking' })
    const answer = await client.call(withdrawalReceipt, { withdrawalId })
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
          {t('checks.button')}
        </Button>
        {state.kind === 'unavailable' && <Note tone="bad">{t('common.failed')}</Note>}
      </>
    )
  }
  const fine = state.failed.length === 0
  return (
    <Card className="rise">
      <p role="status" className="flex items-center gap-2 font-strong text-15">
        <Icon of={fine ? ShieldCheck : X} size={20} className={fine ? 'text-ok' : 'text-danger'} />
        {t(fine ? 'checks.title' : 'checks.failed')}
      </p>
      <ul className="mt-2 grid gap-1.5 text-13">
        {receiptChecks.map((one) => {
          const wrong = state.failed.includes(one)
          return (
            <li key={one} className="flex items-center gap-2">
              <Icon of={wrong ? X : Check} size={16} className={wrong ? 'text-danger' : 'text-ok'} />
              {t(`checks.${one}`)}
            </li>
          )
        })}
      </ul>
      <p className="mt-2 text-12 text-second">{t('checks.explained')}</p>
      <p className="mt-1 break-all text-12 text-second">
        {t('checks.head', { seq: state.head.seq, hash: `${state.head.hash.slice(0, hashShown)}…` })}
      </p>
    </Card>
  )
}
