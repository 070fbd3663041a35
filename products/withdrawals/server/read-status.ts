import { writeTimes } from '@bolsillo/cases/server'
import { measuredDays, plusMs, reject } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { refusePaused } from '@bolsillo/settings/server'
import { withdrawalsRejections as r, withdrawalStatus, withdrawalTimes } from '../contract/index.ts'
import { isBank, withdrawalSettings } from '../domain/index.ts'
import type { WithdrawalsDeps } from './deps.ts'
import { listDestinations } from './destinations/destination-store.ts'
import { hasOrigins } from './destinations/return-to-origin.ts'
import { findLegalHold } from './review-store.ts'
import { countStates } from './times-store.ts'
import { findWithdrawal } from './withdrawal-store.ts'

const dayMs = 86_400_000

/** What a customer still needs before a withdrawal. */
export const status = useCase(
  withdrawalStatus,
  async ({ withdrawalId }, { db, now, customer }, deps: WithdrawalsDeps) => {
    const { customerId, status } = customer
    const { settings, people, customers, passwords, factors, payments, times } = deps
    const asked = withdrawalId === undefined ? undefined : await findWithdrawal(db, customerId, withdrawalId)
    if (withdrawalId !== undefined && asked === undefined) {
      return reject(r.withdrawalUnknown, { field: 'withdrawalId' })
    }
    const [person, coolDown, legal, own, passwordSet, factorSet, origins, measured] = await Promise.all([
      people.find(db, customerId),
      customers.coolDown(db, customerId, now),
      findLegalHold(db, customerId, now),
      listDestinations(db, customerId),
      passwords.isSet(db, customerId),
      factors.isSet(db, customerId),
      hasOrigins(deps, db, customerId),
      times(db, now),
    ])
    const banks = own.filter(({ destination }) => isBank(destination)).length
    return {
      open:
        refusePaused(settings, 'withdrawals', now) === undefined &&
        payments.channels(now).some(({ withdrawalsOpen }) => withdrawalsOpen),
      verified: person !== undefined,
      withdrawalPasswordSet: passwordSet,
      secondFactorSet: factorSet,
      restricted: status === 0,
      ...(coolDown === undefined ? {} : { coolDown: { reason: coolDown.reason, until: coolDown.until } }),
      ...(legal === undefined ? {} : { legalHold: { reason: legal.reason, until: legal.until, legal: true } }),
      destinations: {
        banks,
        addresses: own.length - banks,
        waitHours: settings.get(withdrawalSettings.destinationWaitHours),
      },
      originsAvailable: origins,
      times: writeTimes(measured.total),
      reviewHoursMax: settings.get(withdrawalSettings.reviewHoursMax),
      ...(asked === undefined
        ? {}
        : { withdrawal: { withdrawalId: asked.withdrawalId, state: asked.state, changedAt: asked.changedAt } }),
    }
  },
)

/** How long withdrawals take and how they end, for anybody, computed from history. */
export const times = useCase(
  withdrawalTimes,
  async (_request, { db, now }, { settings, payments, times }: WithdrawalsDeps) => {
    const measured = await times(db, now)
    const counted = await countStates(db, {
      now,
      since: plusMs(now, -measuredDays * dayMs),
      dayAgo: plusMs(now, -dayMs),
    })
    return {
      at: now,
      days: measuredDays,
      open:
        refusePaused(settings, 'withdrawals', now) === undefined &&
        payments.channels(now).some(({ withdrawalsOpen }) => withdrawalsOpen),
      total: writeTimes(measured.total),
      assets: [...measured.groups].map(([asset, ofAsset]) => ({ asset, times: writeTimes(ofAsset) })),
      waiting: {
        count: counted.waiting,
        overDay: counted.overDay,
        legal: counted.legal,
        ...(counted.oldestMs === undefined ? {} : { oldestMs: counted.oldestMs }),
      },
      ended: {
        complete: counted.complete,
        cancelled: counted.cancelled,
        refused: counted.refused,
        failed: counted.failed,
      },
    }
  },
)
