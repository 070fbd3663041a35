import { isOver } from '@bolsillo/cases/domain'
import { type CaseDeps, defineCase } from '@bolsillo/cases/server'
import { type Instant, type Money, writeMoneyAndCode } from '@bolsillo/kernel'
import type { Language, Tx } from '@bolsillo/server-kit'
import { type DepositStage, depositMoves, type FailReason } from '../domain/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES, type Messages } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import { standingAmount } from './book.ts'
import { findDeposit, insertDeposit, saveDeposit } from './deposit-store.ts'
import { findClaim } from './reversal-store.ts'
import type { DepositStep, StoredDeposit } from './stored-deposit.ts'

const words = { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR } as const

/** The outbox topic of deposits that are new or otherwise than before. */
export const depositChangedTopic = 'deposits.changed'

const moved = (audit: DepositStage | 'reversed') => ({ audit, streamed: true })

/** A deposit as a case. A move has the name of the stage it leads to; it never says by itself what its notice is. */
const depositCase = defineCase({
  room: 'deposits',
  prefix: 'dep',
  name: 'deposit',
  idOf: ({ depositId }: StoredDeposit) => depositId,
  find: findDeposit,
  endedAt: ({ stage, updatedAt }) => (isOver(depositMoves, stage) ? updatedAt : undefined),
  words,
  changed: ({ depositId }, customerId) => ({
    topic: depositChangedTopic,
    key: depositId,
    payload: { depositId, customerId },
  }),
  effects: {
    'awaiting-payment': moved('awaiting-payment'),
    'proof-check': moved('proof-check'),
    confirming: moved('confirming'),
    held: moved('held'),
    returning: moved('returning'),
    credited: moved('credited'),
    failed: moved('failed'),
    reversed: moved('reversed'),
    claim: { audit: 'claim' },
    'claim-returned': { audit: 'claim-returned' },
    'elsewhere-planned': { audit: 'elsewhere-planned', notice: 'elsewhere' },
    'elsewhere-stopped': { audit: 'elsewhere-stopped' },
    'elsewhere-overtaken': { audit: 'elsewhere-overtaken' },
    unclaimed: { audit: 'unclaimed' },
    'note-over-limit': { audit: 'note-over-limit' },
  },
})

export const { happened, kind: depositKind, endedAt: endOfDeposit } = depositCase

/** A claim as a case: it is over, at least since it was opened, once nothing of it is open. */
export const { kind: claimKind, endedAt: endOfClaim } = defineCase({
  room: 'deposits',
  prefix: 'clm',
  name: 'claim',
  idOf: ({ claimId }) => claimId,
  find: findClaim,
  endedAt: ({ open, openedAt }) => (open > 0n ? undefined : openedAt),
  words,
  effects: {},
})

/** A notice to the customer of a deposit: its amount, and why where its words say why. */
interface Notice {
  readonly name: keyof Messages['notices']
  readonly amount: Money
  readonly reason?: string
}

/** What fills a notice about money. */
export const noticeValues =
  ({ amount, reason }: Omit<Notice, 'name'>) =>
  (language: Language) => ({ amount: writeMoneyAndCode(amount), reason: reasonIn(words[language], reason) })

function reasonIn(language: Messages, code = ''): string {
  const known: Readonly<Record<string, string>> = { ...language.failed, ...language.held }
  return known[code] ?? code
}

/** Notifies a customer, if it is known whose the money is. */
export async function notifyCustomer(
  deps: Pick<CaseDeps, 'customers'>,
  tx: Tx,
  customerId: StoredDeposit['customerId'],
  { name, now, ...values }: Notice & { readonly now: Instant },
): Promise<void> {
  await depositCase.notify(deps, tx, { customerId }, { name, now, valuesOf: noticeValues(values) })
}

/** A step of a deposit, with the notice it gives. */
type Step = Omit<DepositStep, 'stage'> & { readonly notice?: Notice }

/** Keeps a new deposit with its first step, and does what follows from it. */
export async function openDeposit(deps: CaseDeps, tx: Tx, deposit: StoredDeposit, step: Step): Promise<void> {
  await insertDeposit(tx, deposit, step)
  await follow(deps, tx, deposit, step)
}

/** Saves a move of a deposit, which is locked, and does what follows from it. */
export async function moveDeposit(
  deps: CaseDeps,
  tx: Tx,
  before: StoredDeposit,
  change: Partial<StoredDeposit>,
  step: Step,
): Promise<StoredDeposit> {
  const isOverNow = change.stage !== undefined && isOver(depositMoves, change.stage)
  const after = { ...before, ...change, updatedAt: step.at, ...(isOverNow ? { endedAt: step.at } : {}) }
  await saveDeposit(tx, before, after, step)
  await follow(deps, tx, after, step)
  return after
}

/** Ends a deposit of which nothing came, with the reason its customer reads. */
export function refuseDeposit(
  deps: CaseDeps,
  tx: Tx,
  deposit: StoredDeposit,
  failReason: FailReason,
  step: Omit<Step, 'notice'>,
): Promise<StoredDeposit> {
  const amount = deposit.asked ?? standingAmount(deposit)
  const notice = { name: 'refused', amount, reason: failReason } as const
  return moveDeposit(deps, tx, deposit, { stage: 'failed', failReason }, { ...step, notice })
}

async function follow(deps: CaseDeps, tx: Tx, deposit: StoredDeposit, step: Step): Promise<void> {
  const { at, reason, notice } = step
  const isPerson = /^(?:cus|opr)_/.test(step.actor)
  const actor = isPerson ? step.actor : 'deposits'
  const what = reason === 'reversed' ? 'reversed' : deposit.stage
  const event = { what, at, actor, details: { reason } } as const
  const noticed = notice === undefined ? {} : { notice: notice.name, valuesOf: noticeValues(notice) }
  await depositCase.happened(deps, tx, deposit, { ...event, ...noticed })
}
