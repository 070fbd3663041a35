import { networks } from '@bolsillo/payments/domain'
import { Button, Card, Note, PageFrame, Segmented, showToast, TextField } from '@bolsillo/ui'
import { useAction, useCall, useGoBack, useWords } from '@bolsillo/web-kit'
import Clock from 'lucide-react/icons/clock'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { addAddress, listAddresses, withdrawalStatus } from '../../contract/index.ts'
import { readAddressForm } from '../../domain/destination-form.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { paths } from '../addresses.ts'
import { AddFlow } from './add-flow.tsx'

type ChosenNetwork = (typeof networks)[number]

/** Adds an address to the book: network and checksum are looked at while it is typed. */
export default function AddAddressPage() {
  const t = useWords<Messages>('withdrawals')
  const goBack = useGoBack(paths.addressList)
  const rules = useCall(listAddresses, {}).data?.rules
  const [network, setNetwork] = useState<ChosenNetwork>('tron')
  const [address, setAddress] = useState('')
  const [label, setLabel] = useState('')
  const [shown, setShown] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const adding = useAction(addAddress, { refreshes: [listAddresses, withdrawalStatus] })
  const reading = readAddressForm(network, address)
  const warnings = reading.kind === 'destination' ? reading.warnings : []
  const word = addressWords.find((name) => reading.kind === 'refused' && name === reading.rejection.spec.name)
  const own = shown && word !== undefined ? t(`rejections.${word}`) : undefined
  const isField = adding.error?.field === 'address' || adding.error?.field === 'label'
  const noLabel = shown && label.trim() === '' ? t('add.label') : undefined
  return (
    <PageFrame
      title={t('titles.addAddress')}
      footer={
        <Button
          wide
          onClick={() => {
            setShown(true)
            if (reading.kind === 'destination' && label.trim() !== '') setConfirming(true)
          }}
        >
          {t('add.next')}
        </Button>
      }
    >
      <Segmented
        label={t('add.network')}
        value={network}
        onChange={setNetwork}
        choices={networks.map((value) => ({ value, label: t(`networks.${value}`) }))}
      />
      <Card className="flex flex-col gap-3">
        <TextField
          label={t('add.address')}
          value={address}
          onChange={(text) => {
            setAddress(text.replaceAll(/\s/g, ''))
            adding.reset()
          }}
          error={adding.error?.field === 'address' ? adding.error.message : own}
          maxLength={100}
        />
        {warnings.includes('address-unchecked') && (
          <Note icon={TriangleAlert} tone="warning">
            {t('add.unchecked')}
          </Note>
        )}
        <TextField
          label={t('add.label')}
          value={label}
          onChange={setLabel}
          hint={t('add.labelHint')}
          error={noLabel}
          maxLength={30}
        />
      </Card>
      <Note icon={Clock} tone="warning">
        {t('add.wait', { hours: rules?.waitHours ?? 24 })} {t('add.noEdit')}
      </Note>
      {reading.kind === 'destination' && (
        <AddFlow
          destination={reading.destination}
          open={confirming}
          onOpenChange={setConfirming}
          error={isField ? null : adding.error}
          pending={adding.isPending}
          onProof={(proof) =>
            adding.mutate(
              { network, address, label: label.trim(), ...proof },
              {
                onSuccess: () => {
                  showToast(t('add.saved'))
                  goBack()
                },
                onError: ({ field }) => {
                  if (field === 'address' || field === 'label') setConfirming(false)
                },
              },
            )
          }
        />
      )}
      {adding.error !== null && !isField && !confirming && (
        <Note tone="bad">{adding.error.message === '' ? t('common.unknown') : adding.error.message}</Note>
      )}
    </PageFrame>
  )
}

const addressWords = [
  'wallet-address-malformed',
  'wallet-address-checksum',
  'wallet-address-other-network',
  'wallet-address-burn',
] as const
