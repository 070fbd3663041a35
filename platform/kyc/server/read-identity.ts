import type { ReplyOf } from '@bolsillo/contract'
import { present } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import { kycSettings, levels, limitedAssets, limitSetting, masked, startsOver } from '../domain/index.ts'
import { findLatestCase, findRefusals, type StoredCase } from './case-store.ts'
import type { KycDeps } from './deps.ts'

/** The state of a customer's verification, what is asked, and what it opens. */
export const readIdentity = useCase(
  calls.readIdentity,
  async (_request, { db, now, customer }, deps: KycDeps): Promise<ReplyOf<typeof calls.readIdentity>> => {
    const { customerId } = customer
    const latest = await findLatestCase(db, customerId)
    const refusals = latest?.state === 'fail' ? await findRefusals(db, latest.id) : []
    const { overDayBps: _over, ...times } = (await deps.times(db, now)).total
    const state = latest?.state ?? 'none'
    const asks = state === 'none' || (state === 'fail' && startsOver(refusals)) ? 'everything' : 'refused'
    return {
      state,
      level: state === 'succ' ? (latest?.level ?? 0) : 0,
      ...(latest === undefined ? {} : { submission: submissionOf(deps, latest) }),
      refusals: [...refusals],
      asks: state === 'pending' || state === 'succ' ? 'nothing' : asks,
      practice: deps.services.mode === 'SIM',
      levels: levelTable(deps),
      reviews: {
        ...times,
        promisedHours: deps.settings.get(kycSettings.reviewHours),
      },
    }
  },
)

function submissionOf(
  deps: KycDeps,
  stored: StoredCase,
): NonNullable<ReplyOf<typeof calls.readIdentity>['submission']> {
  const { name, number } = deps.open(stored)
  const { id, attempt, country, certificate, submittedAt, decidedAt, front, back, state } = stored
  return {
    caseId: id,
    attempt,
    country,
    certificate,
    name,
    number: masked(number),
    submittedAt,
    ...(state === 'pending' ? { dueAt: deps.dueAt(submittedAt) } : {}),
    ...(decidedAt === undefined ? {} : { decidedAt }),
    front,
    ...(back === undefined ? {} : { back }),
  }
}

/** What each level opens, as it is in force now. */
function levelTable({ settings }: KycDeps): ReplyOf<typeof calls.readIdentity>['levels'] {
  const boundOf = (...limit: Parameters<typeof limitSetting>): string =>
    settings.get(present(limitSetting(...limit), 'a limit of every asset'))
  return levels.map((level) => ({
    level,
    limits: limitedAssets.map(({ code }) => ({
      currency: code,
      depositDay: boundOf(level, code, 'deposit-day'),
      withdrawalDay: boundOf(level, code, 'withdrawal-day'),
      withdrawalMonth: boundOf(level, code, 'withdrawal-month'),
    })),
  }))
}
