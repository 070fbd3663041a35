import { Button, Note, Segmented, SelectField, Sheet, showToast, useUi } from '@bolsillo/ui'
import { useAction, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import { beginPause, readOwnLimits } from '../contract/index.ts'
import { type PauseLength, type PauseScope, pauseLengths, pauseScopes } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { deviceZone } from './own-limit-rows.ts'

/** Begins a pause. The customer first reads what it blocks, what stays possible, and that nobody can end it early. */
export function PauseSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useWords<Messages>('kyc')
  const { words } = useUi()
  const [scope, setScope] = useState<PauseScope>('trading')
  const [length, setLength] = useState<PauseLength>('day')
  const [isSure, setSure] = useState(false)
  const beginning = useAction(beginPause, { refreshes: [readOwnLimits] })
  const begin = (): void =>
    beginning.mutate(
      { scope, length, zone: deviceZone() },
      {
        onSuccess: () => {
          showToast(t('ownLimits.paused'))
          onClose()
        },
      },
    )
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('ownLimits.beginPause')}
      locked={beginning.isPending}
      footer={
        <Button wide kind="danger" loading={beginning.isPending} disabled={!isSure} onClick={begin}>
          {t('ownLimits.begin')}
        </Button>
      }
    >
      <Segmented
        label={t('ownLimits.pause')}
        value={scope}
        onChange={setScope}
        choices={pauseScopes.map((value) => ({ value, label: t(`ownLimits.scopes.${value}`) }))}
      />
      <p className="text-13 text-second">{t(`ownLimits.scopeTexts.${scope}`)}</p>
      <SelectField
        label={t('ownLimits.length')}
        value={length}
        onChange={setLength}
        choices={pauseLengths.map((value) => ({ value, label: t(`ownLimits.lengths.${value}`) }))}
      />
      <Note tone="warning">{t(length === 'forever' ? 'ownLimits.neverEnds' : 'ownLimits.noEarlyEnd')}</Note>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={isSure}
          onChange={(event) => setSure(event.target.checked)}
          className="size-4 shrink-0 accent-brand"
        />
        <span>{t('ownLimits.sure')}</span>
      </label>
      {beginning.error !== null && (
        <Note tone="bad">{beginning.error.message === '' ? words.failed : beginning.error.message}</Note>
      )}
    </Sheet>
  )
}
