import { join } from 'node:path'
import { createDeposits } from '@bolsillo/deposits/server'
import { customersAfter, displayNumbersOf, operatorNamesOf } from '@bolsillo/identity/server'
import { createPayments } from '@bolsillo/payments/server'
import { createProof } from '@bolsillo/proof/server'
import type { Setting } from '@bolsillo/settings/domain'
import { createWithdrawals, holdersOfDestination } from '@bolsillo/withdrawals/server'
import { chooseRails } from '../choose-rails.ts'
import { databaseName } from '../config.ts'
import type { Base } from './base.ts'
import type { BooksAndMarket } from './books.ts'
import { type Composing, replaced } from './composing.ts'
import type { Staff } from './staff.ts'

/** Money in and out: the rails, deposits and withdrawals, and the proof of liabilities. */
export function composePayments(
  composing: Composing,
  base: Base,
  books: BooksAndMarket,
  staff: Staff,
  declared: readonly Setting[],
) {
  const { services, publisher, instead } = composing
  const { audit, settings, identity } = base
  const { ledger } = books
  const { files, approvals, views, people, limits } = staff
  const rails = composeRails(composing, base, books, staff)
  const { payments } = rails
  const { customers } = identity
  const shared = { services, settings, ledger, audit, payments, people, customers, approvals, views, publisher }
  const { room: depositsRoom, ...deposits } = createDeposits(
    replaced(instead.deposits, {
      ...shared,
      files,
      ownLimits: limits.ownLimits,
      holdersOf: holdersOfDestination,
      staffNames: operatorNamesOf,
    }),
  )
  const { room: withdrawalsRoom, ...withdrawals } = createWithdrawals(
    replaced(instead.withdrawals, {
      ...shared,
      factors: identity.secondFactors,
      passwords: identity.withdrawalPasswords,
      claims: deposits.claims,
      terms: declared.filter(({ worse }) => worse !== undefined),
      customersAfter,
      ownLimits: limits.ownLimits,
    }),
  )
  return {
    ...rails,
    ...{ depositsRoom, deposits, withdrawalsRoom, withdrawals },
  }
}

/** The rails of this server, the room that pays by them, and the proof of liabilities. */
function composeRails(
  { config, services, instead }: Composing,
  { audit, settings }: Base,
  { ledger, obstacle }: BooksAndMarket,
  { approvals, views, scaleOf }: Staff,
) {
  const { rooms: railRooms, ...chosenRails } = (instead.rails ?? chooseRails)(services, settings)
  const {
    room: paymentsRoom,
    payments,
    engine: paymentEngine,
  } = createPayments(
    replaced(instead.payments, {
      services,
      settings,
      ledger,
      obstacle,
      staff: { audit, approvals, views, namesOf: operatorNamesOf },
      ...chosenRails,
    }),
  )
  const { room: proofRoom } = createProof({
    services,
    ledger,
    numbersOf: displayNumbersOf,
    scaleOf,
    witnessFile:
      config.witnessDir === undefined ? undefined : join(config.witnessDir, `${databaseName(config)}.proofs.jsonl`),
  })
  return { railRooms, paymentsRoom, payments, paymentEngine, proofRoom }
}
