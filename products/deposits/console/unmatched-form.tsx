import { DecimalField, SelectField, showToast, TextField } from '@bolsillo/ui'
import { ActCard } from '@bolsillo/ui/console'
import { useAction, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import type { Messages } from '../messages/es-ES.ts'
import { listDepositCases, proposeUnmatched } from '../operator-contract.ts'
import { useProblem } from './act-cards.tsx'

const channels = ['transfer-mxn', 'transfer-usd'] as const

/** Money on the firm's statement under a reference that is nobody's: recorded so that it can be matched or sent back. */
export function UnmatchedForm({ onClose }: { readonly onClose: () => void }) {
  const t = useWords<Messages>('deposits')
  const problem = useProblem()
  const [channelId, setChannelId] = useState<(typeof channels)[number]>('transfer-mxn')
  const [amount, setAmount] = useState('')
  const [reference, setReference] = useState('')
  const [trackingKey, setTrackingKey] = useState('')
  const [payerName, setPayerName] = useState('')
  const [payerAccount, setPayerAccount] = useState('')
  const proposing = useAction(proposeUnmatched, { refreshes: [listDepositCases] })
  const texts = { reference, trackingKey, payerName, payerAccount }
  return (
    <ActCard
      title={t('console.unmatched')}
      note={t('console.confirmText')}
      submit={t('console.propose')}
      ready={amount !== '' && Object.values(texts).every((text) => text.trim() !== '')}
      pending={proposing.isPending}
      problem={problem(proposing.error)}
      onCancel={onClose}
      onSubmit={() =>
        proposing.mutate(
          { channelId, amount, ...texts, reason: 'found-on-statement' },
          {
            onSuccess: () => {
              onClose()
              showToast(t('console.proposed'))
            },
          },
        )
      }
    >
      <SelectField
        label={t('console.channel')}
        value={channelId}
        onChange={setChannelId}
        choices={channels.map((value) => ({ value, label: t(`channels.${value}`) }))}
      />
      <DecimalField
        label={t('console.amount')}
        value={amount}
        onChange={setAmount}
        scale={2}
        suffix={channelId === 'transfer-mxn' ? 'MXN' : 'USD'}
      />
      <TextField label={t('console.reference')} value={reference} onChange={setReference} maxLength={60} />
      <TextField label={t('console.tracking')} value={trackingKey} onChange={setTrackingKey} maxLength={60} />
      <TextField label={t('console.payer')} value={payerName} onChange={setPayerName} maxLength={140} />
      <TextField label={t('console.payerAccount')} value={payerAccount} onChange={setPayerAccount} maxLength={60} />
    </ActCard>
  )
}
