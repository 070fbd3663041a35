import type { ReplyOf } from '@bolsillo/contract'
import { Button, Note, Section, Switch, showToast, TextField, useUi } from '@bolsillo/ui'
import { useAction, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import { endQuietHours, readNoticeChoices, setQuietHours } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

type Quiet = ReplyOf<typeof readNoticeChoices>['quiet']

/** What most people would choose. */
const suggested = { from: '22:00', to: '07:00' } as const
const homeZone = 'America/Mexico_City'
const refreshes = { refreshes: [readNoticeChoices] }

interface Hours {
  readonly from: string
  readonly to: string
}

/** The hours in which a customer is left alone, by the clocks they see times in. */
export function QuietCard({ quiet }: { readonly quiet: Quiet }) {
  const t = useWords<Messages>('notices')
  const { zone, words } = useUi()
  const [typed, setTyped] = useState<Hours>()
  const setting = useAction(setQuietHours, refreshes)
  const ending = useAction(endQuietHours, refreshes)
  const isOn = (typed !== undefined || quiet !== undefined) && !ending.isPending
  const error = setting.error ?? ending.error
  const save = (hours: Hours): void => {
    const onSuccess = (): void => {
      setTyped(undefined)
      showToast(t('quiet.saved'))
    }
    setting.mutate({ ...hours, zone }, { onSuccess })
  }
  const change = (next: boolean): void => {
    setting.reset()
    ending.reset()
    setTyped(next ? suggested : undefined)
    if (!next && quiet !== undefined) ending.mutate({}, { onSuccess: () => showToast(t('quiet.ended')) })
  }
  return (
    <Section title={t('quiet.title')} pad="normal">
      <p className="text-13 text-second">{t('quiet.note')}</p>
      <div className="mt-2 flex min-h-11 items-center justify-between gap-3">
        <span>{t('quiet.on')}</span>
        <Switch checked={isOn} onChange={change} label={t('quiet.on')} />
      </div>
      {isOn && (
        <HoursForm
          hours={typed ?? quiet ?? suggested}
          saved={quiet}
          zone={typed === undefined ? (quiet?.zone ?? zone) : zone}
          isPending={setting.isPending}
          onChange={setTyped}
          onSave={save}
        />
      )}
      {error !== null && <Note tone="bad">{error.message === '' ? words.failed : error.message}</Note>}
    </Section>
  )
}

function HoursForm(props: {
  readonly hours: Hours
  readonly saved: Quiet
  readonly zone: string
  readonly isPending: boolean
  readonly onChange: (hours: Hours) => void
  readonly onSave: (hours: Hours) => void
}) {
  const { hours, saved, zone, isPending, onChange, onSave } = props
  const t = useWords<Messages>('notices')
  const { from, to } = hours
  const isSaved = saved?.from === from && saved.to === to
  return (
    <form
      className="mt-3 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(hours)
      }}
    >
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={t('quiet.from')}
          type="time"
          value={from}
          onChange={(value) => onChange({ from: value, to })}
        />
        <TextField label={t('quiet.to')} type="time" value={to} onChange={(value) => onChange({ from, to: value })} />
      </div>
      <p className="text-12 text-second">
        {t('quiet.zone', { zone: zone === homeZone ? t('quiet.home') : placeOf(zone) })}
      </p>
      {!isSaved && (
        <Button kind="ghost" wide type="submit" loading={isPending} disabled={from === '' || to === ''}>
          {t('quiet.save')}
        </Button>
      )}
    </form>
  )
}

/** The place of a zone, as far as its name has it: `America/Sao_Paulo` is Sao Paulo. */
const placeOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
