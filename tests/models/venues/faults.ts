import type { PlantedFault } from '../second-model.ts'

const owed = 'platform/trading/server/desk/owed-work.ts'
const rules = 'platform/trading/domain/order-rules.ts'
const commands = 'platform/trading/server/desk/desk-commands.ts'
const calendar = 'platform/market/domain/calendar.ts'
const hours = 'platform/market/domain/calendar-facts.ts'
const triggers = 'platform/trading/domain/trigger-book.ts'

/** Faults of session times, stops and prices at the practice market and at a recording, which this model finds. */
export const venueFaults: readonly PlantedFault[] = [
  {
    name: 'days-never-end',
    what: 'An order for the day waits on after the close.',
    source: [{ file: owed, before: "...commandsFor(known, 'expire', expired),", after: '' }],
    seed: 1,
  },
  {
    name: 'taken-outside-the-session',
    what: 'An order that comes while the exchange is closed is taken and sent there at once.',
    source: [
      {
        file: rules,
        before: "if (state === 'continuous') return undefined",
        after: "if (state !== 'holiday') return undefined",
      },
    ],
    seed: 1,
  },
  {
    name: 'exits-before-the-opening',
    what: 'An exit whose shares may be sold goes to market while the exchange is closed.',
    source: [
      {
        file: commands,
        before: "if (!waits || facts.stateAt(order.instrumentId, batch.now) !== 'continuous') return",
        after: 'if (!waits) return',
      },
      {
        file: owed,
        before: 'return order !== undefined && isTrading(known, order.instrumentId, now)',
        after: 'return order !== undefined',
      },
    ],
    seed: 5,
  },
  {
    name: 'sold-on-the-day-they-were-bought',
    what: 'Shares may be sold on the day they were bought.',
    source: [
      {
        file: calendar,
        before: 'const unlock = businessDayAfter(instrument.calendar, date, instrument.sellLockDays)',
        after: 'const unlock = date',
      },
    ],
    seed: 1,
  },
  {
    name: 'open-for-an-hour-more',
    what: 'The exchange of Mexico closes an hour late.',
    source: [
      {
        file: hours,
        before: 'openMinute: 570, closeMinute: 960, preMinutes: 30',
        after: 'openMinute: 570, closeMinute: 1020, preMinutes: 30',
      },
    ],
    seed: 1,
  },
  {
    name: 'every-stop-is-reached',
    what: 'A trade sends all stops of the instrument to market, those it did not reach, too.',
    source: [
      {
        file: triggers,
        before: 'return end === -1 ? list.length : end',
        after: 'return end === -1 ? end : list.length',
      },
    ],
    seed: 1,
  },
  {
    name: 'off-tick-prices-are-taken',
    what: 'A price that is no whole number of ticks is taken.',
    source: [{ file: rules, before: 'tickProblem(ticket, facts.instrument) ??', after: '' }],
    seed: 2,
  },
]
