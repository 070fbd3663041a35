import type { ReplyOf } from '@bolsillo/contract'
import type { readFirm } from '@bolsillo/legal/contract'
import type { listPlaces, PlaceRow, readPlace } from '@bolsillo/locations/contract'
import { placesMax } from '@bolsillo/locations/domain'
import { messages as enUS } from '@bolsillo/locations/messages/en-US'
import { messages as esES } from '@bolsillo/locations/messages/es-ES'
import { messages as ptBR } from '@bolsillo/locations/messages/pt-BR'
import type { TypedPlace } from '../people/publish-places.ts'
import type { Changes, Screen, Viewer } from './screen.ts'

const choose = '/pages/system/choose-location'
const open = '/pages/system/open-location'
const words = { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR }

const hourMs = 3_600_000
const soon = (): number => Math.ceil(Date.now() / hourMs) * hourMs + 2 * hourMs

let made = 0
/** A place of the firm, as the server answers it. */
function place(head: Partial<PlaceRow>): PlaceRow {
  made += 1
  return {
    ...{ id: `loc_${String(made).padStart(26, '0')}`, kind: 'branch', name: 'Centro Histórico' },
    ...{ street: 'Av. Francisco I. Madero 17', city: 'Ciudad de México', region: 'Ciudad de México' },
    ...{ postalCode: '06000', country: 'MX', latitude: 19.4336, longitude: -99.1392 },
    ...{ services: ['cashIn', 'cashOut', 'advice'], isOpen: true, changesAt: soon(), zone: 'America/Mexico_City' },
    ...head,
  }
}

const centro = place({})
const coyoacan = place({
  ...{
    name: 'Coyoacán',
    street: 'Felipe Carrillo Puerto 2',
    postalCode: '04000',
    latitude: 19.3497,
    longitude: -99.1625,
  },
  ...{ services: ['advice'], isOpen: false, changesAt: soon() + 14 * hourMs },
})
const polanco: PlaceRow = place({
  ...{ kind: 'cash-point', name: 'Polanco', street: 'Av. Presidente Masaryk 201', postalCode: '11560' },
  ...{ latitude: 19.4319, longitude: -99.1936, services: ['cashIn', 'cashOut'] },
})
const { changesAt: _, ...always } = polanco
const airport: PlaceRow = {
  ...always,
  id: place({}).id,
  name: 'Aeropuerto, Terminal 1',
  street: 'Capitán Carlos León s/n',
}
const city: readonly PlaceRow[] = [
  { ...airport, postalCode: '15620', latitude: 19.4358, longitude: -99.0719 },
  ...[centro, coyoacan, polanco],
  place({
    name: 'Reforma',
    street: 'Paseo de la Reforma 222',
    postalCode: '06600',
    latitude: 19.4284,
    longitude: -99.1617,
  }),
  place({
    ...{
      name: 'Santa Fe',
      street: 'Vasco de Quiroga 3800',
      postalCode: '05109',
      latitude: 19.3607,
      longitude: -99.2745,
    },
    ...{ services: ['advice'], isOpen: false, changesAt: soon() + 60 * hourMs },
  }),
]
const paulista = place({
  ...{ name: 'Paulista', street: 'Av. Paulista 1374', city: 'São Paulo', region: 'São Paulo', postalCode: '01310-100' },
  ...{ country: 'BR', latitude: -23.5614, longitude: -46.6559, zone: 'America/Sao_Paulo' },
})

/** Both poles, both sides of the date line, where the zero lines cross, and the longest words there can be. */
const absurd: readonly PlaceRow[] = [
  place({ name: 'Polo Norte', latitude: 90, longitude: 0 }),
  place({ name: 'Polo Sur', latitude: -90, longitude: 0 }),
  place({ name: 'Cero', latitude: 0, longitude: 0 }),
  place({ name: 'Fiyi', latitude: -17.7, longitude: 179.99 }),
  place({ name: 'Samoa', latitude: -13.7, longitude: -179.99 }),
  place({ name: 'W'.repeat(80), street: 'W'.repeat(160), city: 'W'.repeat(80), region: 'W'.repeat(80) }),
]

/** As many as there may be, in a grid and a little apart. */
const most: readonly PlaceRow[] = Array.from({ length: placesMax }, (_, index) =>
  place({
    name: `Sucursal ${index + 1}`,
    latitude: 16 + (index % 20) * 0.71 + ((index * 37) % 11) * 0.04,
    longitude: -106 + Math.floor(index / 20) * 0.93 + ((index * 53) % 13) * 0.05,
    region: `Estado ${(index % 32) + 1}`,
  }),
)

function regionsOf(rows: readonly PlaceRow[]): ReplyOf<typeof listPlaces>['regions'] {
  return [...Map.groupBy(rows, ({ country, region }) => `${country}/${region}`).values()].map((some) => ({
    ...{ country: some[0]?.country ?? '', region: some[0]?.region ?? '', count: some.length },
  }))
}
const listing = (rows: readonly PlaceRow[], all = rows): Changes => ({
  '/index/location': (() => ({ rows: [...rows], regions: regionsOf(all) })) as never,
})
const both = [...city, paulista]

/** What the staff publishes before anybody looks. */
export const writtenPlace: TypedPlace = {
  texts: {
    ...{ name: centro.name, street: centro.street, city: centro.city, region: centro.region, country: centro.country },
    ...{ postalCode: centro.postalCode, latitude: String(centro.latitude), longitude: String(centro.longitude) },
    ...{ zone: centro.zone, phone: '+52 55 1234 5678', closedOn: '2030-12-25, 2031-01-01' },
    ...{ monday: '9:00-14:00, 16:00-18:00', tuesday: '9:00-18:00', wednesday: '9:00-18:00', thursday: '9:00-18:00' },
    ...{ friday: '9:00-18:00', saturday: '10:00-13:00' },
  },
  ticks: ['cashIn', 'cashOut', 'advice', 'stepFree', 'hearingLoop', 'parking'],
}
type Place = ReplyOf<typeof readPlace>
const showing = (change: (place: Place) => Partial<Place> = () => ({})): Changes => ({
  '/index/location/info': ((place: Place) => ({ ...place, ...change(place) })) as never,
})
/** From the list as it is. */
const openFirst = async ({ page }: Viewer): Promise<void> => {
  await page.locator('main li a').first().click()
  await page.locator('main dl, main h2').first().waitFor()
}

/** In the city, wherever the browser runs. */
const here = { latitude: 19.4205, longitude: -99.1519 }
const near = async ({ page, language }: Viewer): Promise<void> => {
  await page.getByRole('button', { name: words[language].places.near }).click()
}
const nearHere =
  (where: { readonly latitude: number; readonly longitude: number }) =>
  async (on: Viewer): Promise<void> => {
    await on.context.grantPermissions(['geolocation'])
    await on.context.setGeolocation(where)
    await near(on)
    await on.page.getByText(words[on.language].places.nearFound).waitFor()
    await on.context.clearPermissions()
  }
const nearRefused = async (on: Viewer): Promise<void> => {
  await near(on)
  await on.page.getByText(words[on.language].places.nearRefused).waitFor()
}

const nobody = (name: string, path: string, changes: Changes, steps?: Screen['steps']): Screen => ({
  ...{ who: 'nobody', name: `location-${name}`, path, changes },
  ...(steps === undefined ? {} : { steps }),
})
const realFirm: Changes = {
  '/common/firm': ((firm: ReplyOf<typeof readFirm>) => ({ ...firm, practice: false })) as never,
}

const closedToday = ({ today, closedOn }: Place): Partial<Place> => ({ isOpen: false, closedOn: [today, ...closedOn] })
const closedForGood = (): Partial<Place> => ({ isClosed: true, isOpen: false })
const longest = ({ id }: Place): Partial<Place> => ({ ...absurd.at(-1), id, services: [], access: [], closedOn: [] })

/** Branches and cash points: none, some, as many as there may be, near somebody, and one alone. */
export const locationScreens: readonly Screen[] = [
  { who: 'owner', name: 'location-none', path: choose, changes: listing([]) },
  nobody('none-firm', `${choose}?firm`, { ...realFirm, ...listing([]) }),
  nobody('list', `${choose}?list`, listing(both)),
  nobody('one', `${choose}?one`, listing([centro])),
  nobody('city', `${choose}?country=MX`, listing(city, both)),
  nobody('none-there', `${choose}?country=MX&region=Jalisco`, listing([], both)),
  nobody('refused', `${choose}?refused`, listing(both), nearRefused),
  nobody('near', `${choose}?near`, listing(both), nearHere(here)),
  nobody('near-far', `${choose}?far`, listing(city), nearHere({ latitude: 40.4, longitude: -3.7 })),
  nobody('absurd', `${choose}?absurd`, listing(absurd)),
  nobody('most', `${choose}?most`, listing(most)),
  nobody('choosing', `${choose}?back=${encodeURIComponent('/pages/common/status')}`, listing(city)),
  { who: 'owner', name: 'location-unknown', path: `${open}?id=loc_01KJ0000000000000000000009`, isRefused: true },
  nobody('place', `${choose}?place`, showing(), openFirst),
  nobody('place-closed-today', `${choose}?today`, showing(closedToday), openFirst),
  nobody('place-closed', `${choose}?closed`, showing(closedForGood), openFirst),
  nobody('place-long', `${choose}?long`, showing(longest), openFirst),
]
