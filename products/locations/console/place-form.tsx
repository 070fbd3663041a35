import { Button, Card, CheckField, Note, SelectField, showToast, TextField } from '@bolsillo/ui'
import { useAction, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useState } from 'react'
import { listWrittenPlaces, type PlaceVersionRow, writePlace } from '../contract/operator.ts'
import { openTimesText } from '../domain/hours.ts'
import { placeAccess, placeKinds, placeServices, weekdays } from '../domain/place.ts'
import type { Messages } from '../messages/es-ES.ts'

const line = { most: 80 } as const
/** The texts of a place, in the order they are typed, and how long each may be. */
const texts = {
  name: line,
  street: { most: 160 },
  city: line,
  region: line,
  postalCode: { most: 12 },
  country: { most: 2, hint: 'console.countryHint' },
  latitude: { most: 11, hint: 'console.degreesHint' },
  longitude: { most: 11, hint: 'console.longitudeHint' },
  zone: { most: 40, hint: 'console.zoneHint' },
  phone: { most: 26, hint: 'console.phoneHint' },
} as const satisfies Record<string, { readonly most: number; readonly hint?: `console.${keyof Messages['console']}` }>
type TextName = keyof typeof texts
const textNames = Object.keys(texts) as readonly TextName[]
const optional: ReadonlySet<TextName> = new Set(['postalCode', 'phone'])
const flags = [...placeServices, ...placeAccess] as const

const dayTexts = (hours?: PlaceVersionRow['details']['hours']) => {
  const text = (day: (typeof weekdays)[number]): string => (hours === undefined ? '' : openTimesText(hours[day]))
  return {
    ...{ monday: text('monday'), tuesday: text('tuesday'), wednesday: text('wednesday'), thursday: text('thursday') },
    ...{ friday: text('friday'), saturday: text('saturday'), sunday: text('sunday') },
  }
}

/** What the form begins with: the last version, or nothing. */
function startOf(from: PlaceVersionRow | undefined) {
  const details = from?.details
  const has = (flag: (typeof flags)[number]): boolean =>
    details !== undefined && [...details.services, ...details.access].includes(flag)
  return {
    ...{ kind: details?.kind ?? 'branch', isClosed: details?.isClosed ?? false },
    ...{ name: details?.name ?? '', street: details?.street ?? '', city: details?.city ?? '' },
    ...{ region: details?.region ?? '', postalCode: details?.postalCode ?? '', country: details?.country ?? '' },
    latitude: details === undefined ? '' : String(details.latitude),
    longitude: details === undefined ? '' : String(details.longitude),
    ...{ zone: details?.zone ?? '', phone: details?.phone ?? '', closedOn: details?.closedOn.join(', ') ?? '' },
    ...dayTexts(details?.hours),
    ...{ cashIn: has('cashIn'), cashOut: has('cashOut'), advice: has('advice') },
    ...{ stepFree: has('stepFree'), accessibleToilet: has('accessibleToilet') },
    ...{ hearingLoop: has('hearingLoop'), parking: has('parking') },
  }
}
type Typed = ReturnType<typeof startOf>

/** Another version of a place, or a new one. */
export function PlaceForm(props: { readonly from?: PlaceVersionRow; readonly onSaved: (placeId: string) => void }) {
  const t = useWords<Messages>('locations')
  const { from, onSaved } = props
  const [typed, setTyped] = useState(() => startOf(from))
  const write = useAction(writePlace, { refreshes: [listWrittenPlaces] })
  const save = (): void => {
    const known = from === undefined ? {} : { placeId: from.placeId }
    write.mutate(
      { ...known, ...typed, country: typed.country.toUpperCase() },
      {
        onSuccess: ({ placeId }) => {
          showToast(t('console.saved'))
          onSaved(placeId)
        },
      },
    )
  }
  const isWhole = textNames.every((name) => optional.has(name) || typed[name].trim() !== '')
  const errorAt = (name: string): string | undefined => (write.error?.field === name ? write.error.message : undefined)
  const parts = { typed, change: (changes: Partial<Typed>) => setTyped({ ...typed, ...changes }), errorAt }
  const hasField = write.error?.field !== undefined && write.error.field in typed
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-16">{t(from === undefined ? 'console.new' : 'console.edit')}</h2>
      <Texts isNew={from === undefined} {...parts} />
      <Hours {...parts} />
      <Flags title={t('console.services')} of={placeServices} {...parts} />
      <Flags title={t('console.access')} of={placeAccess} {...parts} />
      {write.error !== null && !hasField && (
        <Note icon={CircleAlert} tone="bad">
          {write.error.message}
        </Note>
      )}
      <div>
        <Button size="medium" loading={write.isPending} disabled={!isWhole} onClick={save}>
          {t('console.save')}
        </Button>
      </div>
    </Card>
  )
}

interface Parts {
  readonly typed: Typed
  readonly change: (changes: Partial<Typed>) => void
  readonly errorAt: (name: string) => string | undefined
}

function Texts({ isNew, typed, change, errorAt }: Parts & { readonly isNew: boolean }) {
  const t = useWords<Messages>('locations')
  return (
    <div className="grid max-w-[760px] grid-cols-2 gap-3">
      <div className={isNew ? 'col-span-2' : undefined}>
        <SelectField
          label={t('facts.kind')}
          value={typed.kind}
          onChange={(kind) => change({ kind })}
          choices={placeKinds.map((value) => ({ value, label: t(`values.${value}`) }))}
        />
      </div>
      {/* What was never open does not close. */}
      {!isNew && (
        <div className="self-center">
          <CheckField checked={typed.isClosed} onChange={(isClosed) => change({ isClosed })}>
            {t('facts.isClosed')}
          </CheckField>
        </div>
      )}
      {textNames.map((name) => {
        const { most, hint } = { hint: undefined, ...texts[name] }
        return (
          <TextField
            key={name}
            label={t(`facts.${name}`)}
            value={typed[name]}
            onChange={(value) => change({ [name]: value })}
            maxLength={most}
            error={errorAt(name)}
            hint={hint === undefined ? undefined : t(hint)}
          />
        )
      })}
    </div>
  )
}

function Hours({ typed, change, errorAt }: Parts) {
  const t = useWords<Messages>('locations')
  return (
    <fieldset className="max-w-[760px]">
      <legend className="font-strong text-14">{t('console.hours')}</legend>
      <p className="mb-2 text-13 text-second">{t('console.hoursHint')}</p>
      <div className="grid grid-cols-2 gap-3">
        {weekdays.map((day) => (
          <TextField
            key={day}
            label={t(`facts.${day}`)}
            value={typed[day]}
            onChange={(value) => change({ [day]: value })}
            maxLength={60}
            error={errorAt(day)}
          />
        ))}
        <TextField
          label={t('facts.closedOn')}
          value={typed.closedOn}
          onChange={(closedOn) => change({ closedOn })}
          maxLength={400}
          error={errorAt('closedOn')}
          hint={t('console.closedOnHint')}
        />
      </div>
    </fieldset>
  )
}

function Flags(props: Parts & { readonly title: string; readonly of: ReadonlyArray<(typeof flags)[number]> }) {
  const t = useWords<Messages>('locations')
  const { title, of, typed, change } = props
  return (
    <fieldset className="max-w-[760px]">
      <legend className="mb-1 font-strong text-14">{title}</legend>
      <div className="grid grid-cols-2 gap-x-10 gap-y-6 py-3">
        {of.map((flag) => (
          <CheckField key={flag} checked={typed[flag]} onChange={(on) => change({ [flag]: on })}>
            {t(`facts.${flag}`)}
          </CheckField>
        ))}
      </div>
    </fieldset>
  )
}
