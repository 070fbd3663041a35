import type { PlantedFault } from '../second-model.ts'

const server = 'products/contracts/server'
const domain = 'products/contracts/domain'

const liquidation: readonly PlantedFault[] = [
  {
    name: 'cross-compared-by-place',
    what: 'A cross liquidation compares positions by their place in a list that memory and database order differently: it never acts.',
    source: [
      {
        file: `${server}/liquidation/liquidation-steps.ts`,
        before: '.toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1))',
        after: '',
      },
      {
        file: `${server}/liquidation/liquidation-steps.ts`,
        before: 'now.every(({ positionId, size, entry, margin }) => {\n      const was = before.get(positionId)',
        after: 'now.every(({ size, entry, margin }, at) => {\n      const was = situation.positions[at]',
      },
    ],
    seed: 2,
  },
  {
    name: 'margin-to-nothing',
    what: 'All margin of a position that gains may be taken out.',
    source: [{ file: `${domain}/admission.ts`, before: 'minOf(margin - least,', after: 'minOf(margin,' }],
    seed: 1,
  },
  {
    name: 'deleveraging-first',
    what: 'One look at an empty book hands a position over, before the fund bears anything.',
    source: [
      {
        file: `${domain}/liquidation/liquidation.ts`,
        before: "if (vainLooks < looksBeforeFund) return 'book'",
        after: "if (vainLooks < 1) return 'book'",
      },
      {
        file: `${domain}/liquidation/liquidation.ts`,
        before: "return vainLooks < looksBeforeHandOver ? 'fund' : 'hand-over'",
        after: "return 'hand-over'",
      },
    ],
    seed: 1,
  },
  {
    name: 'shorts-out-of-order',
    what: 'What a short was entered for counts its result twice, and the order of deleveraging is wrong.',
    source: [
      {
        file: `${domain}/liquidation/deleveraging.ts`,
        before: 'size > 0n ? notional - unrealised : notional + unrealised',
        after: 'size > 0n ? notional - unrealised : notional - unrealised',
      },
    ],
    seed: 10,
  },
  {
    name: 'liquidation-price-by-tick',
    what: 'The liquidation price shown is rounded to ticks, and the engine acts up to a tick before it.',
    source: [
      {
        file: `${domain}/margin/margin.ts`,
        before: 'return first > 0n ? first : undefined',
        after: 'return first > 0n ? (first / 10n) * 10n : undefined',
      },
    ],
    seed: 1,
  },
  {
    name: 'isolated-orders-ended',
    what: 'A cross liquidation ends the orders of isolated positions, too.',
    source: [
      {
        file: `${server}/liquidation/liquidate-account.ts`,
        before: "subject.kind === 'cross' ? all.filter(({ terms }) => readTerms(terms).mode === 'cross') : all",
        after: 'all',
      },
    ],
    seed: 1,
  },
  {
    name: 'dropped-after-an-outage',
    what: 'An account that a mark is missing of is dropped from the watch, and nobody looks at it again.',
    source: [
      {
        file: `${domain}/margin/account-watch.ts`,
        before: "if (seen !== 'safe') waiting.set(id, seen)",
        after: "if (seen === 'under') waiting.set(id, seen)",
      },
      {
        file: `${server}/engine/open-reader.ts`,
        before: 'if (sweep.retries % sweepEvery !== 0 || reading.sweeping !== undefined || reading.isStopped) return',
        after: 'if (sweep.retries >= 0) return',
      },
    ],
    seed: 1,
  },
]

const whoseMoney: readonly PlantedFault[] = [
  {
    name: 'close-beyond-bankruptcy',
    what: 'A close or an exit fills beyond bankruptcy, and the fund pays.',
    source: [
      {
        file: `${domain}/liquidation/closing-bound.ts`,
        before:
          'return bound.isFloor ? price * bound.divisor < bound.dividend : price * bound.divisor > bound.dividend',
        after: 'return false',
      },
    ],
    seed: 4,
  },
  {
    name: 'no-loss-in-need',
    what: 'An opening order needs no money for what it loses against the mark.',
    source: [
      {
        file: `${domain}/margin/opening-need.ts`,
        before: 'return marginFor(notional, own.leverage) + loss + feeReserve(notional)',
        after: 'return loss < 0n ? 0n : marginFor(notional, own.leverage) + feeReserve(notional)',
      },
    ],
    seed: 1,
  },
  {
    name: 'leverage-by-splitting',
    what: 'The margin table is asked about each order alone: many small ones have the leverage of a small one.',
    source: [
      {
        file: `${domain}/margin/opening-need.ts`,
        before: 'const before = notionalBefore(terms, of)',
        after: 'const before = notionalBefore(terms, of) * 0n',
      },
    ],
    seed: 1,
  },
  {
    name: 'funding-from-margin-only',
    what: 'Funding of an isolated position asks its margin only, then the fund, whatever free money there is.',
    source: [
      {
        file: `${server}/funding/funding.ts`,
        before: 'free: available(hands.balance(marginPurse(customerId))),',
        after: "free: open?.mode === 'isolated' ? 0n : available(hands.balance(marginPurse(customerId))),",
      },
    ],
    seed: 1,
  },
  {
    name: 'funding-when-the-job-runs',
    what: 'Funding is paid on what is open when the job runs, not on what was open at the instant.',
    source: [
      {
        file: `${server}/contracts-store.ts`,
        before: 'select position.*, position.size - coalesce(later.size, 0) as size_then',
        after: 'select position.*, position.size as size_then',
      },
      {
        file: `${server}/contracts-store.ts`,
        before: 'and position.size - coalesce(later.size, 0) <> 0',
        after: 'and position.size <> 0',
      },
    ],
    seed: 1,
  },
  {
    name: 'gains-of-others-spent',
    what: 'A leg of a cross account that loses is closed with what another one gains, which is not money yet: the fund pays.',
    source: [
      {
        file: `${domain}/liquidation/closing-bound.ts`,
        before: 'behind += gainsFirst === true ? elsewhere : minOf(elsewhere, 0n)',
        after: 'behind += elsewhere',
      },
    ],
    seed: 1,
  },
  {
    name: 'gains-of-others-spent-by-a-liquidation',
    what: 'A liquidation closes the leg that loses first, whatever another one gains: the fund pays for who has something.',
    source: [
      {
        file: `${domain}/liquidation/liquidation.ts`,
        before: 'if (!gainsElsewhere(report, largest)) return largest',
        after: 'if (!gainsElsewhere(report, largest) || largest >= 0) return largest',
      },
      {
        file: `${domain}/liquidation/liquidation.ts`,
        before: 'return gainsElsewhere(report, at) ? tighter(account, at, worst, cashBound(account, at)) : worst',
        after: 'return worst',
      },
    ],
    seed: 1,
  },
]

const asked: readonly PlantedFault[] = [
  {
    name: 'exits-come-back',
    what: 'An exit that was moved or taken away comes back with the next fill of the order that brought it.',
    source: [
      {
        file: `${domain}/settle-fill.ts`,
        before: 'folded.opened !== undefined && (order.isFirstFill === true || kept === undefined)',
        after: 'folded.opened !== undefined',
      },
    ],
    seed: 1,
  },
  {
    name: 'exit-asks-for-the-price-of-now',
    what: 'An exit that a print reached asks again for the price of now: back from there, it does not fire.',
    source: [
      {
        file: `${server}/engine/fire-exit.ts`,
        before: "  marketClose,\n} from '../contracts-world.ts'",
        after: "  marketClose,\n  markIn,\n} from '../contracts-world.ts'",
      },
      {
        file: `${server}/engine/fire-exit.ts`,
        before: 'if (now === undefined || !isStillReached(now, exit)) return true',
        after: `if (now === undefined || !isStillReached(now, exit)) return true
  const price = exit.trigger.on === 'mark' ? markIn(world, now.symbol) : world.lastOf(now.symbol)
  if (price === undefined || !isReached(now.size, exit.trigger, price)) return true`,
      },
    ],
    seed: 1,
  },
  {
    name: 'exit-lost-when-firing-throws',
    what: 'An exit is no longer known as reached once firing it throws: only the price, if it comes again, brings it back.',
    source: [
      {
        file: `${server}/engine/exit-watch.ts`,
        before: 'options.attempt(key, found.position.customerId, () => options.fire(found))',
        after: `options.attempt(key, found.position.customerId, () => {
      reached.delete(key)
      return options.fire(found).then((isDone) => {
        if (!isDone) reached.set(key, found)
        return isDone
      })
    })`,
      },
      {
        file: `${server}/engine/exit-watch.ts`,
        before: '?? trigger.reached ?? missedBy(exits, exit)',
        after: '?? trigger.reached',
      },
    ],
    seed: 3,
  },
  {
    name: 'both-modes-rest',
    what: 'Orders of both margin modes rest on one instrument, and what opens may have the mode of the one before.',
    source: [
      {
        file: `${domain}/admission.ts`,
        before: 'const other = resting.find((one) => !one.reduceOnly && one.mode !== order.terms.mode)',
        after: 'const other = resting.find((one) => one.reduceOnly && !one.reduceOnly)',
      },
    ],
    seed: 1,
  },
]

const watched: readonly PlantedFault[] = [
  {
    name: 'leverage-unasked',
    what: 'Leverage is given to whoever has not answered the questions.',
    source: [
      {
        file: `${server}/orders/place-contract-order.ts`,
        before: "if (leverage > unaskedLeverage && !passed) return reject(r.suitabilityMissing, { field: 'leverage' })",
        after: "if (false && leverage > unaskedLeverage) return reject(r.suitabilityMissing, { field: 'leverage' })",
      },
      {
        file: `${domain}/margin/effective-leverage.ts`,
        before: 'if (!bound.passed && !isWithin(unaskedLeverage)) return reject(r.suitabilityMissing, { field })',
        after: 'if (false && !isWithin(unaskedLeverage)) return reject(r.suitabilityMissing, { field })',
      },
    ],
    seed: 1,
  },
]

/** The faults this model once found, put back. */
export const contractsFaults: readonly PlantedFault[] = [...liquidation, ...whoseMoney, ...asked, ...watched]
