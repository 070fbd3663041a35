import { type Instant, type Money, money, plusMs, present } from '@bolsillo/kernel'
import { type Payout, payableAssets, type StatementLine } from '@bolsillo/payments/domain'
import { type Services, type Tx, transaction } from '@bolsillo/server-kit'
import { firstTellingAt, isFinal, type PracticeDialect } from './practice-dialect.ts'
import {
  findDueMovements,
  insertLine,
  insertMovement,
  insertPayload,
  isAnythingDue,
  lockProvider,
  type Movement,
  stepMovement,
} from './server/provider-store.ts'

const names = ['María Fernanda López', 'Luis Alberto Ramírez', 'Ana Sofía Hernández', 'João Pedro Almeida'] as const
const movementsPerRoundMax = 500
const sentAfterMs = 3_000
const endedAfterMs = 4_000
const chainSettlesMs = 24_000
const stepMinMs = 800

/** A made-up bank or chain with books of its own. It lives by the clock: what is due happens when somebody asks. */
export interface PracticeProvider {
  /** Begins a payment to us. */
  readonly begin: (
    tx: Tx,
    payment: {
      readonly to: string
      readonly amount: Money
      readonly name?: string | undefined
      readonly needed: number
      readonly now: Instant
    },
  ) => Promise<{ readonly externalId: string; readonly arrivesAt: Instant }>
  /** Takes a payment of ours; the same again is the same. */
  readonly take: (payout: Payout) => Promise<void>
  /** Lets everything happen that is due. */
  readonly advance: (now: Instant) => Promise<void>
  /** Says something, whatever it is, with what it means for the statement: for scripts of what providers do. */
  readonly say: (
    tx: Tx,
    payload: string | Readonly<Record<string, unknown>>,
    at: Instant,
    lines?: readonly StatementLine[],
  ) => Promise<void>
}

export function createProvider(services: Services, dialect: PracticeDialect): PracticeProvider {
  const { railId } = dialect
  return {
    begin: async (tx, { to, amount, name, needed, now }) => {
      const nextAt = firstTellingAt(railId, now, `${to}|${amount.minor}|${now}`)
      const no = present(
        await insertMovement(tx, {
          railId,
          direction: 'in',
          asset: amount.asset.code,
          minor: amount.minor,
          target: to,
          partyName: name ?? '',
          partyAccount: '',
          payoutId: undefined,
          fails: false,
          needed,
          stepMs: Math.max(stepMinMs, Math.round(chainSettlesMs / needed)),
          madeAt: now,
          nextAt,
        }),
        'a payment begun',
      )
      return { externalId: dialect.externalId(no), arrivesAt: nextAt }
    },
    take: (payout) => takePayout(services, dialect, payout),
    advance: async (now) => {
      if (!(await isAnythingDue(services.sql, railId, now))) return
      await transaction(services.sql, async (tx) => {
        await lockProvider(tx, railId)
        for (let moved = 0; moved < movementsPerRoundMax; ) {
          const due = await findDueMovements(tx, railId, now, 50)
          if (due.length === 0) return
          for (const movement of due) await moveOn(tx, dialect, movement)
          moved += due.length
        }
      })
    },
    say: async (tx, payload, at, lines = []) => {
      await lockProvider(tx, railId)
      await insertPayload(tx, railId, typeof payload === 'string' ? payload : JSON.stringify(payload), at)
      for (const line of lines) await insertLine(tx, railId, line)
    },
  }
}

async function takePayout(services: Services, { railId }: PracticeDialect, payout: Payout): Promise<void> {
  const now = services.clock.now()
  const { amount, destination } = payout
  await transaction(services.sql, (tx) =>
    insertMovement(tx, {
      railId,
      direction: 'out',
      asset: amount.asset.code,
      minor: amount.minor,
      target: JSON.stringify(destination).slice(0, 500),
      partyName: 'holder' in destination ? destination.holder : '',
      partyAccount: '',
      payoutId: payout.payoutId,
      // So that anybody can see a payment fail: what ends in 13 is sent back by the made-up bank.
      fails: amount.minor % 100n === 13n,
      needed: 2,
      stepMs: endedAfterMs,
      madeAt: now,
      nextAt: plusMs(now, sentAfterMs),
    }),
  )
}

/** Takes a payment one step further: reports it, and enters it on the statement once it is final. */
async function moveOn(tx: Tx, dialect: PracticeDialect, movement: Movement): Promise<void> {
  const { no, railId, nextAt: at, step } = movement
  const amount = money(movement.minor, present(payableAssets[movement.asset], `asset ${movement.asset}`))
  const externalId = dialect.externalId(no)
  const tell = (payload: Record<string, unknown>): Promise<void> =>
    insertPayload(tx, railId, JSON.stringify(payload), at)
  if (movement.direction === 'out') {
    const state = step === 0 ? 'sent' : movement.fails ? 'failed' : 'confirmed'
    const payoutId = present(movement.payoutId, 'the payment out')
    await tell(dialect.payOut({ no, payoutId, amount, state, reason: 'Cuenta inexistente', at }))
    if (state === 'confirmed')
      await insertLine(tx, railId, { externalId: lineIdOf(dialect, no), direction: 'out', amount, at })
    return await stepMovement(tx, no, step + 1, step === 0 ? plusMs(at, movement.stepMs) : undefined)
  }
  const { target: to, needed } = movement
  const [seen, account] = [step + 1, dialect.payerAccount(no)]
  const name = movement.partyName === '' ? nameOf(no) : movement.partyName
  await tell(dialect.payIn({ no, amount, to, name, account, seen, needed, at }))
  const final = isFinal(seen, needed)
  if (final) await insertLine(tx, railId, { externalId, direction: 'in', amount, at })
  await stepMovement(tx, no, seen, final ? undefined : plusMs(at, movement.stepMs))
}

/** The id of a payment out on the statement: the one the provider reported. */
function lineIdOf(dialect: PracticeDialect, no: bigint): string {
  const told = dialect.externalId(no)
  return dialect.network === undefined ? told : (told.split(':')[0] ?? told)
}

function nameOf(no: bigint): string {
  return names[Number(no % BigInt(names.length))] ?? names[0]
}
