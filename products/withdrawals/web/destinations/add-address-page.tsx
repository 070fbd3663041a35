import { networks } from '@bolsillo/payments/domain'
import { Card, Note, Segmented, TextField } from '@bolsillo/ui'
import { useAction, useCall, useWords } from '@bolsillo/web-kit'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { addAddress, listAddresses, withdrawalStatus } from '../../contract/index.ts'
import { readAddressForm } from '../../domain/destination-form.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { paths } from '../addresses.ts'
import { AddPage } from './add-page.tsx'
import { PracticeFill } from './practice-fill.tsx'

type ChosenNetwork = (typeof networks)[number]

/** Adds an address to the book: network and checksum are looked at while it is typed. */
export default function AddAddressPage() {
  const t = useWords<Messages>('withdrawals')
  const rules = useCall(listAddresses, {}).data?.rules
  const [network, setNetwork] = useState<ChosenNetwork>('tron')
  const [address, setAddress] = useState('')
  const [label, setLabel] = useState('')
  const [shown, setShown] = useState(false)
  const adding = useAction(addAddress, { refreshes: [listAddresses, withdrawalStatus] })
  const reading = readAddressForm(network, address)
  const warnings = reading.kind === 'destination' ? reading.warnings : []
  const word = addressWords.find((name) => reading.kind === 'refused' && name === reading.rejection.spec.name)
  const own = shown && word !== undefined ? t(`rejections.${word}`) : undefined
  const noLabel = shown && label.trim() === '' ? t('add.label') : undefined
  return (
    <AddPage
      title={t('titles.addAddress')}
      back={paths.addressList}
      waitHours={rules?.waitHours}
      onNext={() => {
        setShown(true)
        return reading.kind === 'destination' && label.trim() !== ''
      }}
      destination={reading.kind === 'destination' ? reading.destination : undefined}
      fields={formFields}
      adding={adding}
      onProof={(proof, options) => adding.mutate({ network, address, label: label.trim(), ...proof }, options)}
    >
      {address === '' && rules?.practice !== undefined && (
        <PracticeFill of="address" onFill={() => setAddress(rules.practice?.addresses[network] ?? '')} />
      )}
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
        {warnings.includes('address-unchecked') && <UncheckedNote />}
        <TextField
          label={t('add.label')}
          value={label}
          onChange={setLabel}
          hint={t('add.labelHint')}
          error={noLabel}
          maxLength={30}
        />
      </Card>
    </AddPage>
  )
}

const formFields = ['address', 'label'] as const
const addressWords = [
  'wallet-address-malformed',
  'wallet-address-checksum',
  'wallet-address-other-network',
  'wallet-address-burn',
] as const

function UncheckedNote() {
  const t = useWords<Messages>('withdrawals')
  return (
    <Note icon={TriangleAlert} tone="warning">
      {t('add.unchecked')}
    </Note>
  )
}
