// RFC 822 as RSS has it, and RFC 3339 as Atom has it. Nothing else is read: a time that is guessed is none.
const ofRss =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}(?::\d{2})? (?:[+-]\d{4}|GMT|UT|UTC|Z|[ECMP][SD]T)$/
const ofAtom = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/

/** The time a feed wrote, in epoch milliseconds; undefined where it is none. */
export function readFeedTime(text: string): number | undefined {
  const trimmed = text.trim().replaceAll(/\s+/g, ' ')
  const given = ofRss.test(trimmed) ? trimmed.replace(/ (?:UT|Z)$/, ' GMT') : ofAtom.test(trimmed) ? trimmed : ''
  const at = Date.parse(given)
  return Number.isNaN(at) || at < 0 ? undefined : at
}
