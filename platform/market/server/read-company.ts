import { type ReplyOf, refuseUnknown } from '@bolsillo/contract'
import { type Instant, present } from '@bolsillo/kernel'
import { type Language, useCase } from '@bolsillo/server-kit'
import { readCompany } from '../contract/index.ts'
import {
  calendarFacts,
  coinFactsOf,
  currentOrNextSession,
  factsAsOf,
  type Instrument,
  indicesOf,
  instrumentOf,
  isOfCoins,
  listingOf,
  type MarketHours,
  type MarketState,
  restDays,
  tradeDateOf,
} from '../domain/index.ts'
import { abouts as enUS } from '../messages/companies/en-US.ts'
import { abouts as esES } from '../messages/companies/es-ES.ts'
import { abouts as ptBR } from '../messages/companies/pt-BR.ts'

const abouts: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  'es-ES': esES,
  'en-US': enUS,
  'pt-BR': ptBR,
}
const daysShown = 365

interface CompanyDeps {
  readonly market: MarketState
  readonly instruments: ReadonlyMap<string, Instrument>
  readonly hours: MarketHours
}

/** What an instrument is, without its prices. See the contract. */
export const readCompanyFacts = useCase(
  readCompany,
  async ({ symbol }, { caller }, { market, instruments, hours }: CompanyDeps) => {
    const instrument = instruments.get(symbol)
    if (instrument === undefined) return refuseUnknown('symbol')
    const { kind, ticker, sector, underlying } = instrument
    const listing = listingOf(instrument)
    // What is true of a coin is not true of a contract that follows its price.
    const coin = underlying === undefined && isOfCoins(instrument) ? coinFactsOf(ticker) : undefined
    const now = market.nowOf(symbol)
    return {
      ...placeOf(instrument),
      kind,
      sector,
      about: present(abouts[caller.language][ticker], `what ${ticker} is`),
      asOf: factsAsOf,
      ...(listing === undefined ? {} : { listing }),
      indices: indicesOf(symbol).map((id) => placeOf(present(instrumentOf(id), `index ${id}`))),
      ...(underlying === undefined ? {} : { underlying: placeOf(present(instrumentOf(underlying), underlying)) }),
      ...(coin === undefined ? {} : { coin: writeCoin(coin) }),
      calendar: { ...calendarOf(instrument, now), hours, session: market.stateAt(symbol, now) },
    }
  },
)

function placeOf({ id, name, ticker, kind }: Instrument) {
  return { symbol: id, name, ticker, kind }
}

function writeCoin({ since, supply }: NonNullable<ReturnType<typeof coinFactsOf>>) {
  const year = since === undefined ? {} : { since }
  return typeof supply === 'string' ? { ...year, supply } : { ...year, supply: 'fixed' as const, supplyMax: supply.max }
}

/** The calendar of its exchange: the session that is on or next, and the days of the year to come that are not whole. */
function calendarOf(
  { calendar }: Instrument,
  now: Instant,
): Omit<ReplyOf<typeof readCompany>['calendar'], 'hours' | 'session'> {
  const { open, close } = currentOrNextSession(calendar, now)
  return {
    neverRests: calendarFacts[calendar].neverRests === true,
    opensAt: open,
    closesAt: close,
    rests: [...restDays(calendar, tradeDateOf(calendar, now), daysShown)],
  }
}
