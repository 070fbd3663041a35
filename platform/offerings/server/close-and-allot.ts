import { present } from '@bolsillo/kernel'
import { auditOfAct } from '@bolsillo/ledger/domain'
import { treeRoot } from '@bolsillo/ledger/server'
import { nextTurn, type Tx } from '@bolsillo/server-kit'
import { allot, allottedLines, closeApplications } from '../domain/allotment/allot.ts'
import { finishInTurns, type Steps } from '../domain/allotment/steps.ts'
import { planOf, publicActOf } from '../domain/index.ts'
import { findWithoutResult, insertAllotment, insertClosing, insertResults } from './allotment-store.ts'
import { findStanding, lockForClosing } from './application-store.ts'
import type { OfferingsDeps } from './deps.ts'
import { findOffering, type OfferingWithState } from './offering-store.ts'
import { sealedAbout } from './propose-offering.ts'

const actor = 'offerings'
/** Acts of the journal that are looked through at once for that of a closing. */
const actsInLook = 256n

const inTurns = <T>({ services }: Pick<OfferingsDeps, 'services'>, steps: Steps<T>): Promise<T> =>
  finishInTurns(steps, { nowMs: () => services.clock.now(), pause: nextTurn })

/** The applications in their one order, with their root. */
async function closedOf(deps: OfferingsDeps, tx: Tx, offering: OfferingWithState) {
  const standing = await findStanding(tx, offering.id)
  const applications = standing.map(({ line, quantity }) => ({ id: line, tier: 0, quantity }))
  const closed = await inTurns(deps, closeApplications(planOf(offering), applications))
  if (closed.kind === 'refused')
    throw new Error(`${offering.id}: application ${closed.at} is refused: ${closed.problem}`)
  return { closed, asked: standing.reduce((sum, { quantity }) => sum + quantity, 0n) }
}

/**
 * Closes an offering that is over, once: whoever is applying or leaving has the lock until they are done. The root of the
 * applications is recorded, and nobody yet knows the public value: it is of an act behind the record.
 */
export async function closeOffering(deps: OfferingsDeps, tx: Tx, id: string): Promise<void> {
  const { services, audit, ledger } = deps
  await lockForClosing(tx, id)
  const offering = await findOffering(tx, id)
  const now = services.clock.now()
  if (offering?.publication === undefined || offering.closing !== undefined || now < offering.closesAt) return
  const { closed, asked } = await closedOf(deps, tx, offering)
  const { root, applications } = closed
  const details = { hash: root, number: String(applications.count) }
  await audit.record(tx, { at: now, actor, action: 'offerings.close', subject: id, details })
  // The act behind it: with its own the closing leaves what the public value is taken of, so that nothing waits for others.
  await audit.record(tx, { at: now, actor, action: 'offerings.public-value', subject: id, details: {} })
  // The head is kept until the commit: no act has a number behind it before the record waits for its own.
  const { seq: journalAt } = await ledger.lockHead(tx)
  await insertClosing(tx, id, { closedAt: now, applications: applications.count, asked, root, journalAt })
}

/** Allots a closed offering, once, when the journal has come to the act whose tree gives the public value. */
export async function allotOffering(deps: OfferingsDeps, tx: Tx, id: string): Promise<void> {
  const { services, audit, sealer } = deps
  await lockForClosing(tx, id)
  const offering = await findOffering(tx, id)
  if (offering?.closing === undefined || offering.allotment !== undefined) return
  const closingAct = await findClosingAct(deps, tx, offering)
  if (closingAct === undefined) return
  const publicAt = publicActOf(closingAct)
  const publicValue = await treeRoot(tx, publicAt)
  if (publicValue === undefined) return
  const { closed } = await closedOf(deps, tx, offering)
  if (closed.root !== offering.closing.root) throw new Error(`${id}: the applications are not those of the closing`)
  const secret = sealer.open(offering.sealed, sealedAbout(id)).toString('hex')
  const done = await inTurns(deps, allot(closed, { secret, closingAct, publicAt, publicValue }))
  const now = services.clock.now()
  const details = { hash: done.seed, number: String(done.total) }
  await audit.record(tx, { at: now, actor, action: 'offerings.allot', subject: id, details })
  const lines = [...allottedLines(closed, done)].map(({ id: line, quantity, allotted }) => ({
    line,
    quantity,
    allotted,
  }))
  const { seed, total: allotted } = done
  await insertAllotment(tx, id, { allottedAt: now, secret, closingAct, publicAt, publicValue, seed, allotted }, lines)
  const ids = await findWithoutResult(tx, id)
  await insertResults(
    tx,
    id,
    ids,
    ids.map(() => services.ids.next('ent')),
  )
}

/** The number of the act that records the closing; undefined while the journal has not numbered it and the act behind it. */
async function findClosingAct(
  { ledger }: OfferingsDeps,
  tx: Tx,
  { id, closing }: OfferingWithState,
): Promise<bigint | undefined> {
  const { journalAt, root } = present(closing, 'a closed offering')
  const { seq: last } = await ledger.head(tx)
  for (let from = journalAt + 1n; from < last; from += actsInLook) {
    const numbers: bigint[] = []
    for (let number = from; number < from + actsInLook && number < last; number += 1n) numbers.push(number)
    const found = (await ledger.acts(tx, numbers)).find((act) => {
      const record = auditOfAct(act)?.record
      return record?.action === 'offerings.close' && record.subject === id && record.details.hash === root
    })
    if (found !== undefined) return found.number
  }
  return undefined
}
