import { type Instant, plusMs } from '@bolsillo/kernel'
import { nameCause, type Services, transaction } from '@bolsillo/server-kit'
import type { PaymentRail } from '../domain/index.ts'
import type { PayoutRecord } from './payments.ts'
import { beginAttempt, findPayoutsToSend, lockPayout, movePayout, noteTry, triesOf } from './payout-store.ts'

const perRoundMax = 100
const waitFirstMs = 2_000
const waitMaxMs = 5 * 60_000
/** From here on people look at it: asked seldom enough that they can be certain between two times. */
const attemptsBeforePeople = 5
const waitForPeopleMs = 40 * 60_000

/**
 * Asks the rails to take the payments that wait, except those something holds back. Repeating it is harmless. `obstacle`: no
 * money leaves that the journal's follower has not passed; that is a second, and is looked at again in the next round.
 */
export async function sendPayouts(
  services: Services,
  railOf: (railId: string) => PaymentRail | undefined,
  heldBack: (payout: PayoutRecord, now: Instant) => Promise<string | undefined>,
  obstacle: (promisedAt: Instant) => string | undefined,
): Promise<void> {
  const { sql, clock } = services
  for (const payout of await findPayoutsToSend(sql, clock.now(), perRoundMax)) {
    if (obstacle(payout.requestedAt) !== undefined) continue
    const why = await heldBack(payout, clock.now())
    if (why === undefined) await sendOne(services, railOf(payout.railId), payout)
    else await tryLater(services, payout, why)
  }
}

async function sendOne(services: Services, rail: PaymentRail | undefined, payout: PayoutRecord): Promise<void> {
  const { payoutId, amount, destination, reference, railId } = payout
  // Recorded before the rail is called, under the payment's lock: the decision that it was not paid depends on when
  // the rail was called last, and the rail is not called while the decision is open.
  const isOpen = await transaction(services.sql, (tx) => beginAttempt(tx, payoutId, railId, services.clock.now()), {
    cause: 'job:payments.send-payouts',
  })
  if (!isOpen) return
  try {
    if (rail === undefined) throw new Error(`no rail ${payout.railId}`)
    // Outside a transaction: the same payoutId again is the same payment, so what is not noted is asked again.
    await rail.pay({ payoutId, amount, destination, reference })
  } catch (error) {
    services.log.warn({ payoutId, error }, 'a rail did not take a payment')
    return await tryLater(services, payout, error instanceof Error ? error.message.slice(0, 300) : 'failed')
  }
  await transaction(services.sql, async (tx) => {
    await nameCause(tx, { cause: 'job:payments.send-payouts' })
    const found = await lockPayout(tx, payoutId)
    if (found?.state !== 'requested') return
    await movePayout(tx, payoutId, { state: 'instructed', actor: 'payments', now: services.clock.now() })
  })
}

async function tryLater({ sql, clock }: Services, { payoutId }: PayoutRecord, problem: string): Promise<void> {
  await transaction(sql, async (tx) => {
    await nameCause(tx, { cause: 'job:payments.send-payouts' })
    const now = clock.now()
    const { tries, attempts } = await triesOf(tx, payoutId)
    const waitMs =
      attempts >= attemptsBeforePeople ? waitForPeopleMs : Math.min(waitMaxMs, waitFirstMs * 2 ** Math.min(tries, 20))
    await noteTry(tx, payoutId, { problem, nextTryAt: plusMs(now, waitMs), now })
  })
}
