import { Button, Card, Chips, DecimalField, PageFrame, Segmented, showToast, TextField } from '@bolsillo/ui'
import { useAction, useGo, useQueryValue, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import { addCoinDeposit, type DepositChannel, listCoinDeposits, listDeposits } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { cryptoPath, recordsPath } from '../addresses.ts'
import { Gated, type Status } from '../gate.tsx'
import { NoChannel } from '../no-channel.tsx'
import { useRefusalText } from '../refusal-text.ts'
import { CoinPanel } from './coin-panel.tsx'

const scales: Readonly<Record<string, number>> = { BTC: 8, ETH: 8, USDT: 6 }

/** Paying in coins: which coin, which network, the address, and following a transfer from its hash. */
export default function CryptoPage() {
  const t = useWords<Messages>('deposits')
  return (
    <PageFrame title={t('titles.crypto')}>
      <Gated>{(status) => <Ready status={status} />}</Gated>
    </PageFrame>
  )
}

function Ready({ status }: { readonly status: Status }) {
  const t = useWords<Messages>('deposits')
  const go = useGo()
  const asset = useQueryValue('asset')
  const network = useQueryValue('network')
  const coins = status.channels.filter(({ kind }) => kind === 'crypto')
  const ofCoin = coins.filter((channel) => channel.asset === (asset ?? coins[0]?.asset))
  const channel = ofCoin.find((one) => one.network === network) ?? ofCoin[0]
  if (channel === undefined) return <NoChannel />
  const codes = [...new Set(coins.map((one) => one.asset))]
  return (
    <>
      <Chips
        label={t('crypto.coin')}
        value={channel.asset}
        onPick={(value) => go(cryptoPath, { asset: value }, { replace: true })}
        choices={codes.map((value) => ({ value, label: value }))}
      />
      {ofCoin.length > 1 && (
        <Segmented
          label={t('crypto.network')}
          value={channel.channelId}
          onChange={(value) => {
            const next = ofCoin.find(({ channelId }) => channelId === value)
            go(cryptoPath, { asset: next?.asset, network: next?.network }, { replace: true })
          }}
          choices={ofCoin.map((one) => ({
            value: one.channelId,
            label: one.network === undefined ? one.channelId : t(`networks.${one.network}`),
          }))}
        />
      )}
      <CoinPanel key={channel.channelId} channel={channel} />
      <FollowCard key={`follow ${channel.channelId}`} channel={channel} />
    </>
  )
}

function FollowCard({ channel }: { readonly channel: DepositChannel }) {
  const t = useWords<Messages>('deposits')
  const go = useGo()
  const refusal = useRefusalText()
  const [amount, setAmount] = useState('')
  const [transaction, setTransaction] = useState('')
  const adding = useAction(addCoinDeposit, { refreshes: [listDeposits, listCoinDeposits] })
  const { asset, network } = channel
  if (network === undefined) return null
  const aboutTransaction = adding.error?.field === 'transaction'
  const text = refusal(adding.error)
  const follow = (): void =>
    adding.mutate(
      { asset, network, amount, ...(transaction.trim() === '' ? {} : { transaction: transaction.trim() }) },
      {
        onSuccess: ({ deposit }) => {
          showToast(t('crypto.followed'))
          go(recordsPath, { depositId: deposit.depositId })
        },
      },
    )
  const edited = (set: (value: string) => void) => (value: string) => {
    adding.reset()
    set(value)
  }
  return (
    <Card className="grid gap-3">
      <div>
        <h2 className="text-15">{t('crypto.announce')}</h2>
        <p className="mt-1 text-13 text-second">{t('crypto.announceText')}</p>
      </div>
      <DecimalField
        label={t('common.amount')}
        value={amount}
        onChange={edited(setAmount)}
        scale={scales[asset] ?? 8}
        suffix={asset}
        error={aboutTransaction ? undefined : text}
      />
      <TextField
        label={t('crypto.transaction')}
        value={transaction}
        onChange={edited(setTransaction)}
        maxLength={100}
        error={aboutTransaction ? text : undefined}
      />
      <Button kind="ghost" wide disabled={amount === ''} loading={adding.isPending} onClick={follow}>
        {t('crypto.follow')}
      </Button>
    </Card>
  )
}
