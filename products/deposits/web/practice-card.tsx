import { Button, Card, DecimalField, Icon, Switch, showToast } from '@bolsillo/ui'
import { useAction, useWords } from '@bolsillo/web-kit'
import FlaskConical from 'lucide-react/icons/flask-conical'
import { useState } from 'react'
import { type DepositChannel, listDeposits, simulatePayment } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { useRefusalText } from './refusal-text.ts'

const scales: Readonly<Record<string, number>> = { BTC: 8, ETH: 8, USDT: 6 }

/** The practice market's way to pay: marked as practice in its title, its color and its button. */
export function PracticeCard({ channel }: { readonly channel: DepositChannel }) {
  const t = useWords<Messages>('deposits')
  const refusal = useRefusalText()
  const [amount, setAmount] = useState('')
  const [otherName, setOtherName] = useState(false)
  const paying = useAction(simulatePayment, { refreshes: [listDeposits] })
  if (!channel.simulated) return null
  const isCoin = channel.method === 'chain'
  return (
    <Card className="border-[1.5px] border-warnink/30 border-dashed">
      <h2 className="flex items-center gap-2 text-15">
        <Icon of={FlaskConical} size={18} className="text-warnink" />
        {t('practice.title')}
      </h2>
      <p className="mt-1 mb-3 text-13 text-second">
        {t(isCoin ? 'practice.textCoin' : channel.method === 'transfer' ? 'practice.textByHand' : 'practice.text')}
      </p>
      <DecimalField
        label={t('common.amount')}
        value={amount}
        onChange={(value) => {
          paying.reset()
          setAmount(value)
        }}
        scale={scales[channel.asset] ?? 2}
        suffix={channel.asset}
        error={refusal(paying.error)}
      />
      {!isCoin && (
        <div className="mt-3 flex items-center justify-between gap-3 text-13">
          <span>{t('practice.other')}</span>
          <Switch checked={otherName} onChange={setOtherName} label={t('practice.other')} />
        </div>
      )}
      <Button
        kind="ghost"
        wide
        className="mt-3"
        disabled={amount === ''}
        loading={paying.isPending}
        onClick={() =>
          paying.mutate(
            { channelId: channel.channelId, amount, ...(otherName ? { otherName: true } : {}) },
            {
              onSuccess: () => {
                setAmount('')
                showToast(t('practice.sent'))
              },
            },
          )
        }
      >
        {t('practice.action')}
      </Button>
    </Card>
  )
}
