import { classes, ListRow, Section, useUi } from '@bolsillo/ui'
import { href, useWords } from '@bolsillo/web-kit'
import type { PlaceRow } from '../contract/index.ts'
import { type Coordinates, distanceKm } from '../domain/drawing.ts'
import type { Messages } from '../messages/es-ES.ts'
import { paths } from './paths.ts'
import { useDistanceWords, useOpenWords } from './place-words.ts'
import { useChoice } from './use-choice.ts'

/** The places, numbered as in the drawing. Where a page asks for one, a press on a row chooses it. */
export function PlaceList(props: { readonly places: readonly PlaceRow[]; readonly you: Coordinates | undefined }) {
  const t = useWords<Messages>('locations')
  const { places, you } = props
  return (
    <Section title={t('places.list')} aside={<span className="text-13 text-second">{places.length}</span>}>
      <ul>
        {places.map((place, index) => (
          <PlaceItem
            key={place.id}
            place={place}
            {...(places.length > 1 ? { number: index + 1 } : {})}
            {...(you === undefined ? {} : { km: distanceKm(you, place) })}
          />
        ))}
      </ul>
    </Section>
  )
}

function PlaceItem(props: { readonly place: PlaceRow; readonly number?: number; readonly km?: number }) {
  const t = useWords<Messages>('locations')
  const { Link } = useUi()
  const choice = useChoice()
  const { place, number, km } = props
  const { id, name } = place
  const details = href(paths.open, { id, back: choice?.back })
  const lead = number !== undefined && (
    <span className="grid size-7 shrink-0 place-items-center self-start rounded-pill bg-brand font-strong text-13 text-on-fill">
      {number}
    </span>
  )
  const title = (
    <>
      <span className="whitespace-normal [overflow-wrap:anywhere]">{name}</span>
      <About place={place} km={km} />
    </>
  )
  return (
    <li className="flex items-center gap-2 border-hair border-t first:border-t-0">
      {choice === undefined ? (
        <ListRow className="min-w-0 flex-1" first lead={lead} title={title} href={details} />
      ) : (
        <>
          <ListRow
            className="min-w-0 flex-1"
            first
            lead={lead}
            title={title}
            chevron={false}
            onClick={() => choice.choose(id)}
          />
          <Link
            href={details}
            aria-label={`${t('places.details')}: ${name}`}
            className="tap shrink-0 px-2 font-medium text-13 text-brand"
          >
            {t('places.details')}
          </Link>
        </>
      )}
    </li>
  )
}

/** Below the name: what and where it is, whether it is open, how far away, and what can be done there. */
function About({ place, km }: { readonly place: PlaceRow; readonly km: number | undefined }) {
  const t = useWords<Messages>('locations')
  const openWords = useOpenWords()
  const distance = useDistanceWords()
  const { kind, street, city, isOpen, services } = place
  return (
    <span className="block whitespace-normal font-plain text-13 text-second [overflow-wrap:anywhere]">
      <span className="block">
        {t(`values.${kind}`)} · {street}, {city}
      </span>
      <span className="block">
        <span className={classes('font-medium', isOpen ? 'text-ok' : 'text-second')}>{openWords(place)}</span>
        {km !== undefined && (
          <>
            {' · '}
            <span className="whitespace-nowrap">{t('places.away', { distance: distance(km) })}</span>
          </>
        )}
      </span>
      {services.length > 0 && (
        <span className="block">{services.map((one) => t(`places.service.${one}`)).join(' · ')}</span>
      )}
    </span>
  )
}
