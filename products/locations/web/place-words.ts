import { dayOf, formatDateTime, useNow, useSaid, useUi, weekdayIndex } from '@bolsillo/ui'
import { useLanguage, useWords } from '@bolsillo/web-kit'
import type { PlaceRow } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

const lookMs = 30_000
const ten = 10
const meters = 1000

/** Whether a place is open and until when, by the clock of the place. */
export function useOpenWords(): (place: Pick<PlaceRow, 'isOpen' | 'changesAt' | 'zone'>) => string {
  const t = useWords<Messages>('locations')
  const { words } = useUi()
  const now = useNow(lookMs)
  return ({ isOpen, changesAt, zone }) => {
    if (changesAt === undefined) return t(isOpen ? 'places.openAlways' : 'places.closed')
    const [today, day] = [dayOf(now, zone), dayOf(changesAt, zone)]
    const clock = formatDateTime(changesAt, zone, { shows: 'time' })
    const time = today === day ? clock : `${words.weekdaysShort[weekdayIndex(day)] ?? ''} ${clock}`
    return t(isOpen ? 'places.openUntil' : 'places.opensAt', { time })
  }
}

/** A distance in steps that help who walks: tens of meters, tenths of a kilometer, whole kilometers. */
export function useDistanceWords(): (km: number) => string {
  const said = useSaid()
  return (km) => {
    if (km < 0.995) return `${Math.max(ten, Math.round((km * meters) / ten) * ten)} m`
    return `${said.quantity(String(km < 99.95 ? Math.round(km * ten) / ten : Math.round(km)))} km`
  }
}

/** The name of a country in the reader’s language. */
export function useCountryName(): (code: string) => string {
  const language = useLanguage()
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return (code) => names.of(code) ?? code
}

/** The whole address on one line. */
export function addressOf({ street, city, region, postalCode }: PlaceRow, country: string): string {
  return [street, `${postalCode} ${city}`.trim(), region, country].join(', ')
}
