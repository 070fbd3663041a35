import { readFirm } from '@bolsillo/legal/contract'
import { Button, EmptyState, Icon, Loaded, Note, PageFrame, SelectField, SkeletonCard } from '@bolsillo/ui'
import { useCall, useChangeQuery, useQueryValue, useWords } from '@bolsillo/web-kit'
import LocateFixed from 'lucide-react/icons/locate-fixed'
import MapPin from 'lucide-react/icons/map-pin'
import { listPlaces, type PlaceRow } from '../contract/index.ts'
import { type Coordinates, distanceKm } from '../domain/drawing.ts'
import type { Messages } from '../messages/es-ES.ts'
import { PlaceDrawing } from './place-drawing.tsx'
import { PlaceList } from './place-list.tsx'
import { useCountryName } from './place-words.ts'
import { useChoice } from './use-choice.ts'
import { usePosition } from './use-position.ts'

const lookMs = 60_000
/** What is near: drawn alone with the reader, and where nothing is, the reader would be lost at the edge of the drawing. */
const drawnKm = 60

/** Branches and cash points: to look at, or to choose one for the page that asks. */
export default function ChooseLocationPage() {
  const t = useWords<Messages>('locations')
  const choice = useChoice()
  const [country, region] = [useQueryValue('country'), useQueryValue('region')]
  const asked = useCall(
    listPlaces,
    { ...(country === undefined ? {} : { country }), ...(region === undefined ? {} : { region }) },
    { everyMs: lookMs, keepPrevious: true },
  )
  return (
    <PageFrame title={t(choice === undefined ? 'places.title' : 'places.chooseTitle')}>
      <Loaded of={asked} skeleton={<SkeletonCard lines={8} />}>
        {({ rows, regions }) =>
          regions.length === 0 ? <NoPlaces /> : <Places rows={rows} regions={regions} where={{ country, region }} />
        }
      </Loaded>
    </PageFrame>
  )
}

/** A firm without places says so; one of practice says that none is made up. */
function NoPlaces() {
  const t = useWords<Messages>('locations')
  const firm = useCall(readFirm, {})
  return (
    <Loaded of={firm} skeleton={<SkeletonCard lines={3} />}>
      {({ practice }) => (
        <EmptyState
          icon={MapPin}
          title={t('places.none')}
          text={t(practice ? 'places.nonePractice' : 'places.noneText')}
        />
      )}
    </Loaded>
  )
}

interface Region {
  readonly country: string
  readonly region: string
  readonly count: number
}
interface Where {
  readonly country: string | undefined
  readonly region: string | undefined
}

function Places(props: {
  readonly rows: readonly PlaceRow[]
  readonly regions: readonly Region[]
  readonly where: Where
}) {
  const t = useWords<Messages>('locations')
  const change = useChangeQuery()
  const [position, ask] = usePosition()
  const { rows, regions, where } = props
  const you = position.is === 'known' ? position.at : undefined
  const places = you === undefined ? rows : nearestFirst(rows, you)
  const close = you === undefined ? [] : places.filter((place) => distanceKm(you, place) <= drawnKm)
  return (
    <>
      {regions.length > 1 && <WhereField regions={regions} where={where} />}
      <NearMe is={position.is} onAsk={ask} />
      {rows.length === 0 ? (
        <EmptyState
          icon={MapPin}
          title={t('places.noneHere')}
          action={{
            label: t('places.showAll'),
            onClick: () => change({ country: undefined, region: undefined }, { replace: true }),
          }}
        />
      ) : (
        <>
          {close.length > 0 ? (
            <PlaceDrawing places={close} you={you} withinKm={close.length < places.length ? drawnKm : undefined} />
          ) : (
            places.length > 1 && <PlaceDrawing places={places} you={undefined} />
          )}
          <PlaceList places={places} you={you} />
        </>
      )}
    </>
  )
}

function nearestFirst(places: readonly PlaceRow[], you: Coordinates): readonly PlaceRow[] {
  return places
    .map((place) => ({ place, km: distanceKm(you, place) }))
    .sort((a, b) => a.km - b.km)
    .map(({ place }) => place)
}

const everywhere = ''
const separator = '/'

/** A country, or a region of it. */
function WhereField({ regions, where }: { readonly regions: readonly Region[]; readonly where: Where }) {
  const t = useWords<Messages>('locations')
  const countryName = useCountryName()
  const change = useChangeQuery()
  const countries = [...new Set(regions.map(({ country }) => country))]
  const inCountry = (code: string) => regions.filter(({ country }) => country === code)
  const total = (some: readonly Region[]): number => some.reduce((sum, { count }) => sum + count, 0)
  const choices = [
    { value: everywhere, label: `${t('places.everywhere')} (${total(regions)})` },
    ...countries.flatMap((code) => [
      ...(countries.length > 1 ? [{ value: code, label: `${countryName(code)} (${total(inCountry(code))})` }] : []),
      ...inCountry(code).map(({ region, count }) => ({
        value: `${code}${separator}${region}`,
        label: `${region}, ${countryName(code)} (${count})`,
      })),
    ]),
  ]
  const { country, region } = where
  const value = [country, region].filter((part) => part !== undefined).join(separator)
  const choose = (next: string): void => {
    const [code, ...rest] = next.split(separator)
    change({ country: code, region: rest.join(separator) }, { replace: true })
  }
  return (
    <SelectField
      label={t('places.where')}
      value={choices.some((one) => one.value === value) ? value : everywhere}
      onChange={choose}
      choices={choices}
    />
  )
}

type AskState = ReturnType<typeof usePosition>[0]['is']
const problems = { refused: 'places.nearRefused', failed: 'places.nearFailed', missing: 'places.nearMissing' } as const

/** Asks for the position only when it is pressed, and says what is done with it before it is. */
function NearMe({ is, onAsk }: { readonly is: AskState; readonly onAsk: () => void }) {
  const t = useWords<Messages>('locations')
  return (
    <div className="flex flex-col gap-2">
      {is !== 'known' && (
        <Button
          kind="ghost"
          size="medium"
          wide
          icon={<Icon of={LocateFixed} size={18} />}
          loading={is === 'asking'}
          onClick={onAsk}
        >
          {t('places.near')}
        </Button>
      )}
      <div role="status">
        <Note className="px-1">
          {is === 'known'
            ? `${t('places.nearFound')} ${t('places.nearPrivate')}`
            : t(is === 'unasked' || is === 'asking' ? 'places.nearPrivate' : problems[is])}
        </Note>
      </div>
    </div>
  )
}
