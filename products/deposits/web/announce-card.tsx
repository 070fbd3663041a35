import { Button, Card, DecimalField, showToast } from '@bolsillo/ui'
import { useAction, useGo, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import { addDeposit, type DepositChannel, listDeposits, readDepositStatus } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { recordsPath } from './addresses.ts'
import { useRefusalText } from './refusal-text.ts'
import { useSaid } from './said.ts'

/** Says that money is coming, so that it can be followed. Nobody has to. */
export function AnnounceCard({
  channel,
  password,
}: {
  readonly channel: DepositChannel
  readonly password: string | undefined
}) {
  const t = useWords<Messages>('deposits')
  const said = useSaid()
  const go = useGo()
  const refusal = useRefusalText()
  const [amount, setAmount] = useState('')
  const adding = useAction(addDeposit, { refreshes: [listDeposits, readDepositStatus] })
  const announce = (): void =>
    adding.mutate(
      { channelId: channel.channelId, amount, ...(password === undefined ? {} : { channelPassword: password }) },
      {
        onSuccess: ({ deposit }) => {
          showToast(t('bank.announced'))
          go(recordsPath, { depositId: deposit.depositId })
        },
      },
    )
  return (
    <Card>
      <h2 className="text-15">{t('bank.announce')}</h2>
      <p className="mt-1 mb-3 text-13 text-second">{t('bank.announceText')}</p>
      <DecimalField
        label={t('common.amount')}
        value={amount}
        onChange={(value) => {
          adding.reset()
          setAmount(value)
        }}
        scale={2}
        suffix={channel.asset}
        hint={t('bank.amountHint', {
          min: said.amount(channel.amountMin, channel.asset),
          max: said.amount(channel.amountMax, channel.asset),
        })}
        error={refusal(adding.error)}
      />
      <Button wide className="mt-3" disabled={amount === ''} loading={adding.isPending} onClick={announce}>
        {t('bank.announce')}
      </Button>
    </Card>
  )
}
