import type { ReplyOf } from '@bolsillo/contract'
import {
  Button,
  ButtonLink,
  Card,
  CopyRow,
  classes,
  DateTime,
  EmptyState,
  formatDay,
  Icon,
  Loaded,
  Note,
  PageFrame,
  Section,
  SkeletonCard,
  useUi,
  weekdayIndex,
} from '@bolsillo/ui'
import { useCall, useQueryValue, useWords } from '@bolsillo/web-kit'
import Check from 'lucide-react/icons/check'
import MapPin from 'lucide-react/icons/map-pin'
import Navigation from 'lucide-react/icons/navigation'
import Phone from 'lucide-react/icons/phone'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { readPlace } from '../contract/index.ts'
import { openTimesText } from '../domain/hours.ts'
import type { Messages } from '../messages/es-ES.ts'
import { mapsLink } from './maps-link.ts'
import { paths } from './paths.ts'
import { addressOf, useCountryName, useOpenWords } from './place-words.ts'
import { useChoice } from './use-choice.ts'

type Place = ReplyOf<typeof readPlace>
const lookMs = 60_000

/** One place: when it is open, where it is, what can be done there. */
export default function OpenLocationPage() {
  const t = useWords<Messages>('locations')
  const choice = useChoice()
  const id = useQueryValue('id') ?? ''
  const asked = useCall(readPlace, { id }, { everyMs: lookMs, enabled: id !== '' })
  const isUnknown = id === '' || asked.error?.rejection === 'place-unknown' || asked.error?.field === 'id'
  const canChoose = choice !== undefined && asked.data?.isClosed === false
  return (
    <PageFrame
      title={t('places.detail')}
      {...(canChoose
        ? {
            footer: (
              <Button wide onClick={() => choice.choose(id)}>
                {t('places.chooseThis')}
              </Button>
            ),
          }
        : {})}
    >
      {isUnknown ? (
        <EmptyState
          icon={MapPin}
          title={t('rejections.place-unknown')}
          action={{ label: t('places.showAll'), href: paths.choose }}
        />
      ) : (
        <Loaded of={asked} skeleton={<SkeletonCard lines={8} />}>
          {(place) => <PlaceParts place={place} />}
        </Loaded>
      )}
    </PageFrame>
  )
}

function PlaceParts({ place }: { readonly place: Place }) {
  const t = useWords<Messages>('locations')
  const openWords = useOpenWords()
  const { name, kind, isClosed, isOpen, publishedAt } = place
  return (
    <>
      <Card>
        <h2 className="text-20 [overflow-wrap:anywhere]">{name}</h2>
        <p className="text-14 text-second">{t(`values.${kind}`)}</p>
        {isClosed ? (
          <Note icon={TriangleAlert} tone="warning" className="mt-2">
            {t('places.closedForGood')}
          </Note>
        ) : (
          <p className={classes('mt-1.5 font-strong text-15', isOpen ? 'text-ok' : 'text-ink')}>{openWords(place)}</p>
        )}
      </Card>
      <Address place={place} />
      {!isClosed && <Hours place={place} />}
      {!isClosed && <Services place={place} />}
      <p className="px-1 text-12 text-second">
        {t('places.published')} <DateTime at={publishedAt} />
      </p>
    </>
  )
}

function Address({ place }: { readonly place: Place }) {
  const t = useWords<Messages>('locations')
  const countryName = useCountryName()
  const { latitude, longitude, phone, isClosed } = place
  return (
    <Section title={t('places.whereIs')} pad="normal">
      <CopyRow label={t('places.address')} value={addressOf(place, countryName(place.country))} />
      <CopyRow label={t('places.coordinates')} value={`${latitude}, ${longitude}`} />
      {!isClosed && (
        <div className="mt-2 flex flex-wrap gap-2">
          <ButtonLink
            size="medium"
            kind="ghost"
            className="flex-1 whitespace-nowrap"
            icon={<Icon of={Navigation} size={18} />}
            href={mapsLink(place, navigator.userAgent)}
          >
            {t('places.directions')}
          </ButtonLink>
          {phone !== '' && (
            <ButtonLink
              size="medium"
              kind="ghost"
              className="flex-1 whitespace-nowrap"
              icon={<Icon of={Phone} size={18} />}
              href={`tel:${phone.replaceAll(/[^+0-9]/g, '')}`}
            >
              {t('places.call')}
            </ButtonLink>
          )}
        </div>
      )}
      {phone !== '' && !isClosed && <p className="mt-2 text-13 text-second">{phone}</p>}
    </Section>
  )
}

/** A day that stays on one line: a phone breaks lines at its hyphens. */
const unbroken = (day: string): string => formatDay(day).replaceAll('-', '\u2011')

function Hours({ place }: { readonly place: Place }) {
  const t = useWords<Messages>('locations')
  const { words } = useUi()
  const { hours, closedOn, today } = place
  const current = weekdayIndex(today)
  return (
    <Section title={t('places.hours')} pad="normal">
      <dl className="grid gap-y-2 text-14">
        {hours.map((times, day) => (
          <div
            key={words.weekdays[day]}
            className={classes('flex justify-between gap-4', day === current && 'font-strong')}
          >
            <dt className="shrink-0 first-letter:uppercase">
              {words.weekdays[day]}
              {day === current && ` (${t('places.today')})`}
            </dt>
            <dd className="text-right">
              {times.length === 0 || (day === current && closedOn.includes(today))
                ? t('places.dayClosed')
                : openTimesText(times)}
            </dd>
          </div>
        ))}
      </dl>
      {closedOn.length > 0 && (
        <p className="mt-2 text-13">{t('places.closedOn', { days: closedOn.map(unbroken).join(', ') })}</p>
      )}
      <p className="mt-2 text-12 text-second">{t('places.hoursZone')}</p>
    </Section>
  )
}

function Services({ place: { services, access, phone } }: { readonly place: Place }) {
  const t = useWords<Messages>('locations')
  return (
    <>
      {(services.length > 0 || phone !== '') && (
        <Section title={t('places.services')} pad="normal">
          {services.length === 0 ? (
            <p className="text-13 text-second">{t('places.noServices')}</p>
          ) : (
            <Checks of={services.map((one) => t(`places.service.${one}`))} />
          )}
        </Section>
      )}
      {access.length > 0 && (
        <Section title={t('places.access')} pad="normal">
          <Checks of={access.map((one) => t(`places.accessOf.${one}`))} />
        </Section>
      )}
    </>
  )
}

function Checks({ of }: { readonly of: readonly string[] }) {
  return (
    <ul className="grid gap-y-2 text-14">
      {of.map((text) => (
        <li key={text} className="flex items-center gap-2">
          <Icon of={Check} size={18} className="shrink-0 text-ok" />
          {text}
        </li>
      ))}
    </ul>
  )
}
