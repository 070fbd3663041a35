import { defineCall, field, z } from '@bolsillo/contract'
import { listings } from '../domain/companies.ts'
import { instrumentKinds, sectors } from '../domain/instrument.ts'
import { marketHours, sessionStates } from '../domain/market-data.ts'
import { readingMarket } from './market-calls.ts'

const place = { symbol: z.string(), name: z.string(), ticker: z.string(), kind: z.enum(instrumentKinds) }
const placed = z.object(place)

/** What a company, fund, index, pair or coin is: facts written down with the instruments, and its exchange's calendar. */
export const readCompany = defineCall({
  name: 'read-company',
  method: 'GET',
  path: '/common/company',
  ...readingMarket,
  request: z.object({ symbol: field.symbol }),
  reply: z.object({
    ...place,
    sector: z.enum(sectors),
    /** What it is, in the caller's language. */
    about: z.string(),
    /** The month the facts are as of: `2024-12`. Prices are no part of them. */
    asOf: z.string(),
    listing: z.optional(z.enum(listings)),
    /** Indices shown here that it belongs to. */
    indices: z.array(placed),
    /** What a contract follows. */
    underlying: z.optional(placed),
    coin: z.optional(
      z.object({
        /** The year it began; left out where that is disputed. */
        since: z.optional(z.number()),
        /** `varies`: issued once, and destroyed or added since. */
        supply: z.enum(['fixed', 'none', 'varies']),
        /** How many units there can ever be, of a fixed supply. */
        supplyMax: z.optional(z.string()),
      }),
    ),
    calendar: z.object({
      /** It trades round the clock on every day. */
      neverRests: z.boolean(),
      /** `always`: here it trades outside its exchange's hours too. */
      hours: z.enum(marketHours),
      session: z.enum(sessionStates),
      /** The session that is on, or the next one. */
      opensAt: field.at,
      closesAt: field.at,
      /** Weekdays without a whole session, from today until a year from now. */
      rests: z.array(
        z.object({ date: z.string(), kind: z.enum(['holiday', 'short']), closesAt: z.optional(field.at) }),
      ),
    }),
  }),
  rejections: [],
  summary:
    'What a company or coin is, where it is listed, its indices and its exchange’s calendar: dated facts, without prices.',
})
