import { type CaseDeps, type CaseEvent, defineCase } from '@bolsillo/cases/server'
import { writeDecimal } from '@bolsillo/kernel'
import type { Language, Messages as RoomMessages, Tx } from '@bolsillo/server-kit'
import { isEnded } from '../domain/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import { referenceOf } from './rows.ts'
import { findAnyWithdrawal, moveWithdrawal, note, type Withdrawal, type WithdrawalEvent } from './withdrawal-store.ts'

/** The words of this room, by language. */
export const words = { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR } as const satisfies Record<Language, RoomMessages>

/** The outbox topic of withdrawals that are new or otherwise than before. */
export const withdrawalChangedTopic = 'withdrawals.changed'

/** A withdrawal as a case, with the effects of every event of its history. */
const withdrawalCase = defineCase({
  room: 'withdrawals',
  prefix: 'wdr',
  name: 'withdrawal',
  idOf: ({ withdrawalId }: Withdrawal) => withdrawalId,
  find: findAnyWithdrawal,
  endedAt: ({ state, changedAt }) => (isEnded(state) ? changedAt : undefined),
  words,
  valuesOf: ({ withdrawalId, channel: { asset }, amount, net, failReason }, language) => ({
    amount: `${writeDecimal(amount, asset.scale)} ${asset.code}`,
    net: `${writeDecimal(net, asset.scale)} ${asset.code}`,
    reference: referenceOf(withdrawalId),
    reason: failReason === undefined ? '' : words[language].reasons[failReason],
  }),
  changed: ({ withdrawalId }, key) => ({ topic: withdrawalChangedTopic, key, payload: { withdrawalId } }),
  effects: {
    requested: { audit: 'request', notice: 'requested', streamed: true },
    accept: { audit: 'accept', notice: 'accepted', streamed: true },
    refuse: { audit: 'refuse', notice: 'refused', streamed: true },
    cancel: { audit: 'cancel', notice: 'cancelled', streamed: true },
    'payout-sent': { streamed: true },
    'payout-confirmed': { audit: 'complete', notice: 'completed', streamed: true },
    'payout-failed': { audit: 'payout-fail', notice: 'failed', streamed: true },
    'payout-returned': { audit: 'payout-return', streamed: true },
    escalated: { audit: 'escalate', streamed: true },
    held: { audit: 'hold', notice: 'held', streamed: true },
    'hold-ended': { audit: 'hold-end', streamed: true },
    'hold-ran-out': { streamed: true },
  },
})

export const { happened, notify, kind: withdrawalKind, endedAt: endOfWithdrawal } = withdrawalCase

/** The input of an event's effects, besides its line in the history. */
type Further = Omit<CaseEvent<never, Parameters<typeof notify>[3]['name']>, 'what' | 'at' | 'actor'>
type Line = Omit<WithdrawalEvent, 'state' | 'reason' | 'entryId' | 'covered'> &
  Partial<Pick<WithdrawalEvent, 'reason' | 'entryId' | 'covered'>>

/** Writes an event that moves nothing into a withdrawal's history, and does what follows from it. */
export async function noteEvent(
  deps: CaseDeps,
  tx: Tx,
  withdrawal: Withdrawal,
  line: Line,
  further: Further = {},
): Promise<void> {
  const { at, actor } = line
  await note(tx, withdrawal.withdrawalId, { ...line, state: withdrawal.state })
  const what = line.what === 'hold-ended' && actor === 'clock' ? 'hold-ran-out' : line.what
  await withdrawalCase.happened(deps, tx, withdrawal, { what, at, actor, ...further })
}

/** Moves a locked withdrawal along the transition table, and does what follows from it. `arrived`: other than its net. */
export async function advance(
  deps: CaseDeps,
  tx: Tx,
  withdrawal: Withdrawal,
  step: Parameters<typeof moveWithdrawal>[2],
  { arrived, ...further }: Further & { readonly arrived?: bigint } = {},
): Promise<Withdrawal> {
  const moved = await moveWithdrawal(tx, withdrawal, step)
  const { move: what, at, actor } = step
  const shown = arrived === undefined ? moved : { ...moved, net: arrived }
  await withdrawalCase.happened(deps, tx, shown, { what, at, actor, ...further })
  return moved
}
