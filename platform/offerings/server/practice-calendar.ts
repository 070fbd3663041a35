import { integerBetween, rescale, seededRng } from '@bolsillo/kernel'
import type { Instrument } from '@bolsillo/market/domain'
import { randomBytes, type Tx, transaction } from '@bolsillo/server-kit'
import { applicationLineId } from '../domain/allotment/commitment.ts'
import type { Offering, OfferingTimes, OfferingWords } from '../domain/index.ts'
import { practice as enUS } from '../messages/practice/en-US.ts'
import { practice as esES } from '../messages/practice/es-ES.ts'
import { practice as ptBR } from '../messages/practice/pt-BR.ts'
import { insertSimulated } from './application-store.ts'
import type { OfferingsDeps } from './deps.ts'
import { findPracticeOpenings, insertOffering, insertPublication } from './offering-store.ts'
import { withSecret } from './propose-offering.ts'

// The practice market's own offerings: further shares of companies it has, one after the other, so that one is always open
// and one to come. Which, at what price and with how many made-up applicants follows from the number of the turn.

const minuteMs = 60_000
/** How long a turn is open; the next begins when it closes. */
const turnMs = 120 * minuteMs
/** The first of an installation closes within minutes, so that there is one to look back at. */
const firstMs = 2 * minuteMs
const payMs = minuteMs
const lockMs = 15 * minuteMs
const lot = 10n
const [minimum, cap, supply] = [lot, 50n * lot, 200n * lot]
const applicantsAtMost = 14

/** Makes up what is missing of the calendar. Where money is real it does nothing, and the database refuses it. */
export function createPracticeCalendar(deps: OfferingsDeps): () => Promise<void> {
  const { services } = deps
  return async () => {
    if (services.mode !== 'SIM') return
    const now = services.clock.now()
    const known = new Set(await findPracticeOpenings(services.sql, now - turnMs))
    const turn = Math.floor(now / turnMs)
    const first = { opensAt: now, closesAt: now + firstMs, turn: turn - 1 }
    const regular = [turn, turn + 1].map((each) => ({
      ...{ opensAt: each * turnMs, closesAt: (each + 1) * turnMs, turn: each },
    }))
    const wanted = [...(known.size === 0 ? [first] : []), ...regular.filter(({ opensAt }) => !known.has(opensAt))]
    for (const one of wanted) {
      const instrument = instrumentOf(deps, one.turn)
      const last = instrument === undefined ? undefined : deps.market.day(instrument.id)?.last
      if (instrument === undefined || last === undefined || one.closesAt <= now) continue
      await transaction(services.sql, (tx) => makeUp(deps, tx, one, instrument, last), {
        cause: 'job:offerings.practice',
      })
    }
  }
}

/** The company of a turn: one after the other of those whose shares are in pesos. */
function instrumentOf({ instruments }: OfferingsDeps, turn: number): Instrument | undefined {
  const own = instruments.filter(
    ({ kind, currency, sector }) => kind === 'stock' && currency === 'MXN' && sector !== 'fund',
  )
  return own.length === 0 ? undefined : own[turn % own.length]
}

interface Turn extends Pick<OfferingTimes, 'opensAt' | 'closesAt'> {
  readonly turn: number
}

/** A little below the last price, as shares are sold that the market already has. */
const priceOf = ({ scale }: Instrument, last: bigint): bigint => {
  const minor = rescale(last * 95n, scale.priceScale + 2, scale.quote.scale, 'half-even')
  return minor > 0n ? minor : 1n
}

async function makeUp(
  deps: OfferingsDeps,
  tx: Tx,
  { opensAt, closesAt, turn }: Turn,
  instrument: Instrument,
  last: bigint,
): Promise<void> {
  const { services, audit } = deps
  const now = services.clock.now()
  const paysAt = closesAt + payMs
  const offering = withSecret(deps, {
    ...{ id: services.ids.next('off') as Offering['id'], symbol: instrument.id, currency: instrument.currency },
    ...{ price: priceOf(instrument, last), supply, lot, minimum, cap },
    rule: turn % 3 === 1 ? 'lottery' : 'pro-rata',
    words: wordsOf(instrument),
    ...{ opensAt, closesAt, paysAt, sellableAt: turn % 2 === 0 ? paysAt : paysAt + lockMs },
    ...{ writtenAt: now, writtenBy: 'practice' },
  })
  const details = { symbol: instrument.id, hash: offering.secretHash }
  await audit.record(tx, { at: now, actor: 'offerings', action: 'offerings.make-up', subject: offering.id, details })
  await insertOffering(tx, offering)
  await insertPublication(tx, { offeringId: offering.id, publishedAt: now })
  await insertSimulated(tx, offering.id, applicantsOf(deps, offering.id, turn))
}

/** Made-up applicants of a turn: always more than there are shares for. They have no money and get none. */
function applicantsOf({ services }: OfferingsDeps, offeringId: string, turn: number) {
  const rng = seededRng(turn, 'offerings')
  const count = applicantsAtMost - (turn % 4)
  return Array.from({ length: count }, (_, at) => ({
    quantity: lot * BigInt(integerBetween(rng, 15, 50)),
    line: applicationLineId(randomBytes(services.rng, 32).toString('hex'), `${offeringId}-${at + 1}`),
  }))
}

/** Its words in three languages, which name it as practice. */
function wordsOf({ name, ticker }: Instrument): OfferingWords {
  const filled = (text: string): string => text.replaceAll('{name}', name).replaceAll('{ticker}', ticker)
  const of = ({ title, prospectus, risks }: typeof esES) => ({
    title: filled(title),
    prospectus: filled(prospectus),
    risks: [...risks],
  })
  return { 'es-ES': of(esES), 'en-US': of(enUS), 'pt-BR': of(ptBR) }
}
