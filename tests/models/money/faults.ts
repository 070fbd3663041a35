import type { PlantedFault } from '../second-model.ts'

/** Faults of money in and out as they once were; each the seed whose first run finds it. */
export const moneyFaults: readonly PlantedFault[] = [
  {
    name: 'fee-earned-when-accepted',
    what: 'A fee is earned when a withdrawal is accepted, so that what was spent of it cannot be given back.',
    source: [
      {
        file: 'products/withdrawals/domain/withdrawal-transfers.ts',
        before: `  const { holdId, net } = money
  return entryOf('withdrawal', money, entry, [
    { account: withdrawalAccount(money), posted: -net, held: -net, holdId },`,
        after: `  const { holdId, net, amount, fee, vat } = money
  return entryOf('withdrawal', money, entry, [
    { account: withdrawalAccount(money), posted: -net, held: -amount, holdId },
    ...movesIfAny(withdrawalAccount(money), -fee),
    ...movesIfAny(withdrawalAccount(money), -vat),
    ...movesIfAny(house('fees', money.channel.asset.code), fee),
    ...movesIfAny(house('vat', money.channel.asset.code), vat),`,
      },
    ],
    seed: 1,
    steps: 50,
  },
  {
    name: 'taken-back-only-from-what-there-is',
    what: 'What a bank takes back is never booked where the rail and the market hold too little.',
    source: [
      {
        file: 'products/deposits/server/book.ts',
        before: 'return coverEntries({ railId, amount, cause: depositId }, held, stamp)',
        after: `return coverEntries({ railId, amount, cause: depositId }, held, stamp).filter(({ kind }) => kind !== 'rail-debt')`,
      },
    ],
    seed: 9,
    steps: 200,
  },
  {
    name: 'swept-from-the-market-only',
    what: 'Only the market gives to a rail, so that what came in by one rail cannot go out by another.',
    source: [
      {
        file: 'platform/ledger/domain/custody-plan.ts',
        before: '.filter(([account, one]) => account !== to && one > 0n)',
        after: `.filter(([account, one]) => account !== to && one > 0n && account.startsWith('venue-'))`,
      },
    ],
    seed: 5,
    steps: 350,
  },
  {
    name: 'return-to-origin-of-what-was-told',
    what: 'What a rail told counts as having come from somewhere, also while it is held or was taken back.',
    source: [
      {
        file: 'products/deposits/server/deposit-store.ts',
        before: `and stage = 'credited' and from_account is not null`,
        after: 'and from_account is not null',
      },
    ],
    seed: 1,
    steps: 250,
  },
  {
    name: 'found-and-never-credited',
    what: 'A tracking number with a space passes two people and is none the rail can tell: never credited.',
    source: [
      {
        file: 'platform/payments/domain/tracking-key.ts',
        before: String.raw`    .replaceAll(/[\p{M}\p{Cf}\s]/gu, '')`,
        after: '    .trim()',
      },
      {
        file: 'platform/payments/domain/statements/read-parts.ts',
        before: 'if (!isTrackingKey(number))',
        after: `if (number === '')`,
      },
      {
        file: 'products/deposits/server/operator/statement.ts',
        before: 'if (manual.receivedProblem(told) !== undefined)',
        after: 'if (told === undefined)',
      },
    ],
    seed: 2,
  },
  {
    name: 'what-comes-back-is-parked',
    what: 'A payment that the bank returns after it confirmed it is parked for ever, and its currency is frozen.',
    source: [
      {
        file: 'platform/payments/server/pass-event.ts',
        before: `  if (event.kind === 'payout-returned') {`,
        after: `  if (event.kind === 'payout-returned') {
    if (now > 0) throw new Error('told as returned after confirmed')`,
      },
    ],
    seed: 3,
    steps: 200,
  },
  {
    name: 'an-output-counts-twice',
    what: 'A chain includes an output again after a part of it was reversed, and both count.',
    source: [
      {
        file: 'platform/payments/server/event-store.ts',
        before: '      and other.minor > (',
        after: '      and 0 = (',
      },
    ],
    seed: 2,
    steps: 300,
  },
  {
    name: 'paid-beyond-what-all-hold',
    what: 'A payment is never booked as paid when a bank took money back meanwhile, so that all together hold less.',
    source: [
      {
        file: 'products/withdrawals/server/payout-takers.ts',
        before: 'postFitting(deps, tx, [...cover, entry])',
        after: `postFitting(deps, tx, [...cover.filter(({ kind }) => kind !== 'rail-debt'), entry])`,
      },
    ],
    seed: 1,
    steps: 50,
  },
  {
    name: 'one-number-ends-two-payments',
    what: 'The bank’s number of one transfer ends two withdrawals as paid.',
    source: [
      {
        file: 'platform/payments/server/payout-store.ts',
        before: '  const number = canonicalTrackingKey(claim.number)',
        after: '  const number = canonicalTrackingKey(claim.number) + claim.payoutId',
      },
      {
        file: 'platform/payments/server/payout-store.ts',
        before: "  return present(await findNumber(tx, claim.railId, claim.number), 'the number just taken')",
        after: '  return claim.payoutId',
      },
      {
        file: 'rails/manual/index.ts',
        before: "const told = number === undefined ? {} : { number: { direction: 'out', number } as const }",
        after: 'const told = {}',
      },
    ],
    seed: 1,
    steps: 350,
  },
  {
    name: 'two-spellings-are-two-numbers',
    what: 'A number in small letters is another one than in capitals: one transfer counts twice.',
    source: [
      {
        file: 'platform/payments/domain/tracking-key.ts',
        before: '    .toUpperCase()',
        after: '    .trim()',
      },
    ],
    seed: 1,
    steps: 150,
  },
  {
    name: 'held-that-cannot-go-back-stops-all',
    what: 'A page of held deposits that cannot go back keeps those behind it from going (a page of one, here).',
    source: [
      {
        file: 'products/deposits/server/index.ts',
        before: 'const overdueBatch = 100',
        after: 'const overdueBatch = 1',
      },
      {
        file: 'products/deposits/server/index.ts',
        before: '    after = last.depositId',
        after: '    return',
      },
    ],
    seed: 1,
    steps: 300,
  },
  {
    name: 'set-aside-is-free-after-a-withdrawal',
    what: 'What was set aside beyond a limit is free to trade with once a withdrawal of it was cancelled or failed.',
    source: [
      {
        file: 'products/withdrawals/server/changes.ts',
        before: 'return (await ownLimits?.cameBack(tx, back)) ?? []',
        after: 'return back === undefined ? ((await ownLimits?.cameBack(tx, back)) ?? []) : []',
      },
    ],
    seed: 1,
    steps: 450,
  },
  {
    name: 'given-back-though-the-rail-has-it',
    what: 'Two people give a payment back that the rail has taken, whatever the rail or its statement has of it.',
    source: [
      {
        file: 'platform/payments/domain/payout-certainty.ts',
        before: "if (answer !== 'failed' && (answer !== 'unknown' || state !== 'requested')) return 'taken'",
        after: '',
      },
      {
        file: 'platform/payments/domain/payout-certainty.ts',
        before: "  return lines.some((line) => isLike(line, facts)) ? 'on-statement' : undefined",
        after: '  return undefined',
      },
    ],
    seed: 2,
    steps: 50,
  },
]
