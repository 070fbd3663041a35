import { assetName, purseName } from '@bolsillo/ledger/web'
import { portfolio } from '@bolsillo/portfolio/contract'
import { Button, DateField, dayOf, SelectField, Sheet, useNow, useUi } from '@bolsillo/ui'
import { useCall } from '@bolsillo/web-kit'
import { useState } from 'react'
import type { MovementFilter } from './movement-list.tsx'
import { useStatementWords } from './words.ts'

const everyPurse = ['stock', 'coin', 'contract'] as const
const everyAsset = ['MXN', 'USD', 'BRL', 'BTC', 'ETH', 'USDT'] as const
const rarelyMs = 60_000

interface FilterSheetProps {
  readonly open: boolean
  readonly filter: MovementFilter
  readonly onClose: () => void
  readonly onApply: (filter: MovementFilter) => void
}

/** Narrows movements by purse, asset and days. */
export function FilterSheet({ open, filter, onClose, onApply }: FilterSheetProps) {
  const { t } = useStatementWords()
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t('filter.title')}
    >
      {open && <Fields filter={filter} onApply={onApply} />}
    </Sheet>
  )
}

function Fields({ filter, onApply }: Pick<FilterSheetProps, 'filter' | 'onApply'>) {
  const { t, ledger } = useStatementWords()
  const { zone } = useUi()
  const today = dayOf(useNow(rarelyMs), zone)
  const [purse, setPurse] = useState(filter.purse ?? '')
  const [asset, setAsset] = useState(filter.asset ?? '')
  const [from, setFrom] = useState(filter.from ?? '')
  const [to, setTo] = useState(filter.to ?? '')
  const isBackwards = from !== '' && to !== '' && from > to
  const all = { value: '', label: t('filter.all') }
  // Shares, too: those the customer has or had.
  const owned = useCall(portfolio, {}).data?.holdings.map((holding) => holding.asset) ?? []
  const assets = [...new Set([...everyAsset, ...owned, ...(asset === '' ? [] : [asset])])]
  return (
    <div className="grid gap-3">
      <SelectField
        label={t('filter.purse')}
        value={purse}
        onChange={setPurse}
        choices={[all, ...everyPurse.map((value) => ({ value, label: purseName(ledger, value) }))]}
      />
      <SelectField
        label={t('filter.asset')}
        value={asset}
        onChange={setAsset}
        choices={[all, ...assets.map((value) => ({ value, label: assetName(ledger, value) }))]}
      />
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-2 tiny:grid-cols-1">
        <DateField
          label={t('filter.from')}
          value={from}
          onChange={setFrom}
          max={today}
          error={isBackwards ? t('filter.backwards') : undefined}
        />
        <DateField label={t('filter.to')} value={to} onChange={setTo} max={today} />
      </div>
      <Button
        wide
        disabled={isBackwards}
        onClick={() =>
          onApply({
            group: filter.group,
            purse: everyPurse.find((name) => name === purse),
            asset: asset === '' ? undefined : asset,
            from: from === '' ? undefined : from,
            to: to === '' ? undefined : to,
          })
        }
      >
        {t('filter.apply')}
      </Button>
    </div>
  )
}
