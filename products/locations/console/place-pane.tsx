import { Button, Card, DateTime, formatDay, Note, Pill, SelectField, showToast } from '@bolsillo/ui'
import { FactTable } from '@bolsillo/ui/console'
import { useAction, useMay, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useState } from 'react'
import { listWrittenPlaces, type PlaceVersionRow, proposePlace } from '../contract/operator.ts'
import { openTimesText } from '../domain/hours.ts'
import { placeReasons, weekdays } from '../domain/place.ts'
import type { Messages } from '../messages/es-ES.ts'

const tones = { draft: 'quiet', undecided: 'warning', public: 'good' } as const

/** Whether a version is public, waits for a second person, or is a draft. */
export function stateOf({ publishedAt, isProposed }: PlaceVersionRow): keyof typeof tones {
  return publishedAt === undefined ? (isProposed ? 'undecided' : 'draft') : 'public'
}

/** A place as it was written last, and the proposal to publish it. */
export function PlacePane(props: { readonly place: PlaceVersionRow; readonly onEdit?: () => void }) {
  const t = useWords<Messages>('locations')
  const { place, onEdit } = props
  const may = useMay(proposePlace)
  return (
    <>
      <header className="flex items-start justify-between gap-4 max-[479px]:flex-wrap">
        <div className="min-w-0">
          <h2 className="break-words text-20">{place.details.name}</h2>
          <p className="text-second">
            {t(`values.${place.details.kind}`)} · {t('console.version', { number: place.number })}
          </p>
        </div>
        {onEdit !== undefined && (
          <Button size="medium" kind="ghost" onClick={onEdit}>
            {t('console.edit')}
          </Button>
        )}
      </header>
      <Details place={place} />
      {place.isProposed ? (
        <Note icon={CircleAlert}>{t('console.waits')}</Note>
      ) : place.publishedAt === undefined && may ? (
        <ProposeForm place={place} />
      ) : may ? null : (
        <Note icon={CircleAlert}>{t('console.readOnly')}</Note>
      )}
    </>
  )
}

function Details({ place }: { readonly place: PlaceVersionRow }) {
  const t = useWords<Messages>('locations')
  const { details, publishedAt, writtenAt } = place
  const { street, postalCode, city, region, country, latitude, longitude, zone, phone, hours, closedOn } = details
  const state = stateOf(place)
  const dash = (text: string): string => (text === '' ? '—' : text)
  return (
    <Card>
      <FactTable
        facts={[
          {
            label: t('console.state'),
            value: (
              <span className="flex flex-wrap items-center gap-2">
                <Pill tone={tones[state]}>{t(`console.${state}`)}</Pill>
                {publishedAt !== undefined && <DateTime at={publishedAt} />}
                {details.isClosed && <Pill tone="warning">{t('facts.isClosed')}</Pill>}
              </span>
            ),
          },
          { label: t('console.address'), value: `${street}, ${postalCode} ${city}, ${region}, ${country}` },
          { label: t('console.coordinates'), value: `${latitude}, ${longitude}` },
          { label: t('facts.zone'), value: zone },
          { label: t('facts.phone'), value: dash(phone) },
          ...weekdays.map((day) => ({ label: t(`facts.${day}`), value: dash(openTimesText(hours[day])) })),
          { label: t('facts.closedOn'), value: dash(closedOn.map(formatDay).join(', ')) },
          {
            label: t('console.services'),
            value: dash(details.services.map((one) => t(`facts.${one}`)).join(' · ')),
          },
          { label: t('console.access'), value: dash(details.access.map((one) => t(`facts.${one}`)).join(' · ')) },
          { label: t('console.written'), value: <DateTime at={writtenAt} /> },
        ]}
      />
    </Card>
  )
}

function ProposeForm({ place: { placeId, number } }: { readonly place: PlaceVersionRow }) {
  const t = useWords<Messages>('locations')
  const [reason, setReason] = useState<(typeof placeReasons)[number]>(number === 1 ? 'new-place' : 'details-changed')
  const propose = useAction(proposePlace, { refreshes: [listWrittenPlaces] })
  return (
    <Card>
      <h3 className="text-15">{t('console.proposeTitle')}</h3>
      <p className="mb-3 text-13 text-second">{t('console.proposeText')}</p>
      <div className="flex max-w-[460px] flex-col gap-3">
        <SelectField
          label={t('console.reason')}
          value={reason}
          onChange={setReason}
          choices={placeReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        />
        {propose.error !== null && (
          <Note icon={CircleAlert} tone="bad">
            {propose.error.message}
          </Note>
        )}
        <Button
          size="medium"
          loading={propose.isPending}
          onClick={() =>
            propose.mutate({ placeId, number, reason }, { onSuccess: () => showToast(t('console.proposed')) })
          }
        >
          {t('console.propose')}
        </Button>
      </div>
    </Card>
  )
}
