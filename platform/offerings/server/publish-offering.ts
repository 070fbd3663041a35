import { factOf, payloadText } from '@bolsillo/approvals/domain'
import type { ApprovalKind, ApprovalPayload, ApprovedAct } from '@bolsillo/approvals/server'
import { type Rejection, reject, writeDecimal } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import { proposers } from '../contract/operator.ts'
import { offeringRejections as r } from '../contract/rejections.ts'
import {
  aheadDaysMax,
  areTimesFit,
  lockDaysMax,
  noticeHours,
  type OfferingTimes,
  offeringLanguages,
  offeringReasons,
  openDaysMax,
  payDaysMax,
} from '../domain/index.ts'
import { findOffering, insertPublication, type StoredOffering } from './offering-store.ts'
import { hashOf, scaleOf } from './write-offering.ts'

export const publishKindName = 'offerings.publish'

/** What is proposed: this offering, known by the hash of all it says. */
export function payloadOf(offering: StoredOffering): ApprovalPayload {
  return { offeringId: offering.id, offeringHash: hashOf(offering) }
}

/** Two people publish an offering: terms, words and the hash of the secret. None of it changes afterwards. */
export const publishKind: ApprovalKind = {
  name: publishKindName,
  titleKey: 'offerings.powers.publish',
  makerRoles: proposers,
  checkerRoles: ['compliance', 'admin'],
  reasons: offeringReasons,
  facts: factsOf,
  execute: publish,
}

async function factsOf(db: Db, payload: ApprovalPayload) {
  const offering = await findOffering(db, payloadText(payload, 'offeringId'))
  if (offering === undefined) return []
  const { symbol, price, currency, supply, lot, minimum, cap, rule, words } = offering
  return [
    factOf('symbol', symbol),
    factOf('price', `${writeDecimal(price, scaleOf(currency))} ${currency}`),
    ...Object.entries({ supply, lot, minimum, cap }).map(([name, size]) => factOf(name, String(size))),
    factOf('rule', rule),
    factOf('opensAt', String(offering.opensAt)),
    factOf('closesAt', String(offering.closesAt)),
    factOf('paysAt', String(offering.paysAt)),
    factOf('sellableAt', String(offering.sellableAt)),
    factOf('secretHash', offering.secretHash),
    ...offeringLanguages.flatMap((language) => [
      factOf(`title.${language}`, words[language].title),
      factOf(`prospectus.${language}`, words[language].prospectus),
      factOf(`risks.${language}`, words[language].risks.map((risk, at) => `${at + 1}. ${risk}`).join('\n')),
    ]),
  ]
}

/** Why an offering cannot take place at its times; undefined when it can. */
export function refuseTimes(times: OfferingTimes, now: number): Rejection | undefined {
  if (areTimesFit(times, now)) return undefined
  const values = {
    ...{ hours: String(noticeHours), days: String(aheadDaysMax), open: String(openDaysMax) },
    ...{ payDays: String(payDaysMax), lockDays: String(lockDaysMax) },
  }
  return reject(r.offeringTimes, { field: 'opensAt', values })
}

/** What two people decided takes place, if it is what they saw and all of it is still to come. */
async function publish(
  tx: Tx,
  { approvalId, payload, now, maker, checker }: ApprovedAct,
): Promise<Rejection | undefined> {
  const offering = await findOffering(tx, payloadText(payload, 'offeringId'))
  if (offering === undefined || offering.publication !== undefined || hashOf(offering) !== payload.offeringHash)
    return reject(r.offeringUnknown)
  const refused = refuseTimes(offering, now)
  if (refused !== undefined) return refused
  await insertPublication(tx, {
    ...{ offeringId: offering.id, publishedAt: now },
    decided: { approvalId, maker, checker },
  })
  return undefined
}
