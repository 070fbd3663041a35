// When the exchanges trade, from what they publish for 2026: 09:30 to 16:00 in New York, the exchange of Mexico with it.
// Imports nothing: the product's calendar is compared with this.

export type Exchange = 'mexico' | 'new-york' | 'coins'

interface Session {
  readonly open: number
  readonly close: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const rests: Readonly<Record<'mexico' | 'new-york', string>> = {
  mexico: '01-01 02-02 03-16 04-02 04-03 05-01 09-16 11-02 11-16 12-25',
  'new-york': '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25',
}
const shortDays = '11-27 12-24'

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
/** Hours New York is behind UTC on a date. */
const behind = (date: string): number => (date >= '2026-03-08' && date < '2026-11-01' ? 4 : 5)
/** The date in New York. */
const localDate = (at: number): string => dateOf(at - behind(dateOf(at - 5 * hourMs)) * hourMs)

function sessionOf(exchange: Exchange, date: string): Session | undefined {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  if (exchange === 'coins') return { open: midnight, close: midnight + dayMs }
  const weekday = new Date(midnight).getUTCDay()
  if (weekday === 0 || weekday === 6 || rests[exchange].includes(date.slice(5))) return undefined
  const start = midnight + behind(date) * hourMs
  const isShort = exchange === 'new-york' && shortDays.includes(date.slice(5))
  return { open: start + 9.5 * hourMs, close: start + (isShort ? 13 : 16) * hourMs }
}

/** The first session that fits, looked for from the date of an instant on. */
function sessionFrom(exchange: Exchange, at: number, fits: (session: Session, date: string) => boolean): Session {
  const first = Date.parse(`${exchange === 'coins' ? dateOf(at) : localDate(at)}T00:00:00Z`)
  for (let days = 0; days < 14; days += 1) {
    const date = dateOf(first + days * dayMs)
    const session = sessionOf(exchange, date)
    if (session !== undefined && fits(session, date)) return session
  }
  throw new Error(`no session within two weeks of ${at}`)
}

/** Whether an exchange trades. */
export function isInSession(exchange: Exchange, at: number): boolean {
  const { open, close } = sessionFrom(exchange, at, (session) => session.close > at)
  return exchange === 'coins' || (at >= open && at < close)
}

/** How long before an opening its orders are taken: half an hour in Mexico, from 04:00 in New York. */
const earlyMs: Readonly<Record<Exchange, number>> = { mexico: hourMs / 2, 'new-york': 5.5 * hourMs, coins: 0 }

/** The opening an instant is shortly before; undefined while the exchange trades, and while it rests. */
export function openingAt(exchange: Exchange, at: number): number | undefined {
  const { open } = sessionFrom(exchange, at, ({ close }) => close > at)
  return at < open && at >= open - earlyMs[exchange] ? open : undefined
}

/** When orders for the day end: with the session that is on, or with the next one. */
export function dayEndOf(exchange: Exchange, at: number): number {
  return sessionFrom(exchange, at, ({ close }) => close > at).close
}

/** When shares bought may be sold: at the opening of the next day the exchange trades on. Coins at once. */
export function unlocksAt(exchange: Exchange, at: number): number {
  if (exchange === 'coins') return at
  return sessionFrom(exchange, at, (_, date) => date > localDate(at)).open
}

/** The next opening or close. */
export function nextTurn(exchange: Exchange, at: number): number {
  const { open, close } = sessionFrom(exchange, at, (session) => session.close > at)
  return open > at ? open : close
}
