import type { Audit } from '@bolsillo/audit/server'
import type { CustomerRecords } from '@bolsillo/identity/server'
import { type Id, instant, present, writeDecimal, writeEpoch } from '@bolsillo/kernel'
import { available, emptyBalance } from '@bolsillo/ledger/domain'
import { type Db, type Tx, transaction, writeNotice } from '@bolsillo/server-kit'
import type { WireMark } from '../../contract/index.ts'
import { marginPurse } from '../../domain/contract-transfers.ts'
import {
  type ContractPosition,
  calmDistance,
  contractSettings,
  crossFiguresAtMark,
  figuresAtMark,
  marginRatio,
  marginReport,
  nextWarningStep,
  type WarningLevel,
  type WarningStep,
  type WarningTerms,
  warningTerms,
} from '../../domain/index.ts'
import { messages as enUS } from '../../messages/en-US.ts'
import { messages as esES } from '../../messages/es-ES.ts'
import { messages as ptBR } from '../../messages/pt-BR.ts'
import { findOpenOf } from '../contracts-store.ts'
import { type ContractsWorld, termsIn } from '../contracts-world.ts'
import type { Mark } from '../funding/marks.ts'
import { situationOf, subjectOf } from '../liquidation/liquidation-steps.ts'
import { writeMark } from '../rows.ts'
import type { Subject } from './engine.ts'
import { writeAccountPositions } from './step-inputs.ts'
import {
  findLastSteps,
  insertWarningSteps,
  type KeptStep,
  type LastStep,
  type WarnedAccount,
  type WarningInputs,
} from './warning-store.ts'

/** What writes warnings: the room's world, the log of the customer, and the way to them. */
interface WarningDeps extends ContractsWorld {
  readonly audit: Pick<Audit, 'record'>
  readonly customers: Pick<CustomerRecords, 'notify'>
}

/** An account of which a step seems due, with the marks it was seen at. */
export interface DueStep extends WarnedAccount {
  readonly subject: Subject
  readonly marks: ReadonlyMap<string, Mark>
}

/** What a customer was warned of now, and in which contract. */
interface Warned {
  readonly level: WarningLevel
  readonly symbol: string
}

/** The outcome of one: the last step there is of the account now, or that it is to be looked at again. */
export type StepOutcome =
  | { readonly kind: 'known'; readonly last: WarningStep | undefined; readonly warned?: Warned }
  | { readonly kind: 'again' }

const words = { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR }

/** The ratios of now. */
export function warningTermsIn({ settings }: Pick<ContractsWorld, 'settings'>): WarningTerms {
  return warningTerms(settings.get(contractSettings.firstWarning), settings.get(contractSettings.urgentWarning))
}

/**
 * Decides the steps of accounts anew, from what PostgreSQL has of them and the marks they were seen at, and keeps them: the
 * row, the act in the customer's log and the message are one transaction. A step is known by its number within its account,
 * so that nothing is warned of twice, whoever else writes.
 */
export async function writeWarnings(deps: WarningDeps, due: readonly DueStep[]): Promise<readonly StepOutcome[]> {
  return await transaction(deps.services.sql, (tx) => decide(deps, tx, due), { cause: 'job:contracts' })
}

async function decide(deps: WarningDeps, tx: Tx, due: readonly DueStep[]): Promise<readonly StepOutcome[]> {
  const ids = [...new Set(due.map(({ customerId }) => customerId))]
  const lasts = new Map((await findLastSteps(tx, ids)).map((one) => [nameOf(one), one]))
  const read = await readAccounts(deps, tx, ids)
  const found = due.map((one) =>
    read.isSame(one.customerId) ? stepOf(deps, one, lasts.get(nameOf(one)), read) : 'again',
  )
  const steps = found.filter((one) => typeof one === 'object')
  const kept = new Set((await insertWarningSteps(tx, steps)).map(nameOf))
  const written = steps.filter((one) => kept.has(nameOf(one)))
  await deps.audit.record(tx, ...written.flatMap((one) => recordOf(one)))
  for (const one of written) await notify(deps, tx, one)
  return found.map((one, at): StepOutcome => {
    if (one === 'again') return { kind: 'again' }
    const account = present(due[at], 'an account for each outcome')
    if (one === 'none') return { kind: 'known', last: lasts.get(nameOf(account))?.step }
    // Somebody else kept a step of this number.
    return kept.has(nameOf(one)) ? { kind: 'known', last: one.step, ...warnedOf(one) } : { kind: 'again' }
  })
}

function warnedOf({ step, of }: KeptStep): { readonly warned?: Warned } {
  if (of === undefined || step === 'calm') return {}
  return { warned: { level: step, symbol: leadOf(of.inputs).symbol } }
}

const leadOf = ({ marks, lead }: WarningInputs): WireMark =>
  present(marks[lead], 'the mark of the position that matters most')

const nameOf = ({ customerId, account }: WarnedAccount): string => `${customerId} ${account}`

/** What is open and free of customers. */
interface ReadAccounts {
  readonly positionsOf: (customerId: Id<'cus'>) => readonly ContractPosition[]
  readonly freeOf: (customerId: Id<'cus'>) => bigint
  /** Positions and money are of one moment: nothing of the customer's positions changed while both were read. */
  readonly isSame: (customerId: Id<'cus'>) => boolean
}

async function readAccounts({ ledger }: WarningDeps, db: Db, ids: readonly Id<'cus'>[]): Promise<ReadAccounts> {
  const before = Map.groupBy(await findOpenOf(db, ids), ({ customerId }) => customerId)
  const balances = await ledger.balances(db, ids.map(marginPurse))
  const after = Map.groupBy(await findOpenOf(db, ids), ({ customerId }) => customerId)
  const said = (own: readonly ContractPosition[] = []): string =>
    own.map((one) => `${one.positionId} ${one.size} ${one.entry} ${one.margin} ${one.liquidationId}`).join()
  return {
    positionsOf: (id) => after.get(id) ?? [],
    freeOf: (id) => available(balances.get(marginPurse(id)) ?? emptyBalance),
    isSame: (id) => said(before.get(id)) === said(after.get(id)),
  }
}

/** The step of an account, decided on what is there. */
function stepOf(
  deps: WarningDeps,
  { customerId, account, subject, marks }: DueStep,
  last: LastStep | undefined,
  read: ReadAccounts,
): KeptStep | 'none' | 'again' {
  const positions = subjectOf({ positions: read.positionsOf(customerId), records: [] }, subject)
  const next = { customerId, account, number: (last?.number ?? 0) + 1, at: deps.services.clock.now() }
  if (positions.length === 0) {
    const isRunning = last !== undefined && last.step !== 'calm'
    return isRunning && account === 'cross' ? { ...next, step: 'calm', of: undefined } : 'none'
  }
  const isOther = account !== 'cross' && positions.some(({ positionId }) => positionId !== account)
  if (isOther || positions.some(({ liquidationId }) => liquidationId !== undefined)) return 'none'
  const seen = { ...deps, marks: { ...deps.marks, of: (symbol: string) => marks.get(symbol) } }
  const situation = situationOf(seen, positions, read.freeOf(customerId))
  if (situation === undefined) return 'again'
  const report = marginReport(situation.account)
  const terms = warningTermsIn(deps)
  const step = nextWarningStep(last?.step, report, terms)
  const ratio = marginRatio(report)
  if (step === undefined || ratio === undefined) return 'none'
  // The position that must keep most: the one whose move matters most.
  const lead = report.positions.reduce(
    (most, one, at) => (one.maintenance > (report.positions[most]?.maintenance ?? 0n) ? at : most),
    0,
  )
  const { positionId, margin } = present(positions[lead], 'an account has positions')
  const { crossEquity, crossMaintenance } = crossFiguresAtMark(situation.account)
  const { liquidationPrice } = figuresAtMark(situation.account, lead, margin)
  return {
    ...next,
    step,
    of: {
      positionId,
      ratio,
      threshold: step === 'calm' ? terms.first - calmDistance : terms[step],
      inputs: {
        cashFine: String(situation.account.cash),
        equity: crossEquity,
        maintenance: crossMaintenance,
        lead,
        ...(liquidationPrice === undefined ? {} : { liquidationPrice }),
        positions: writeAccountPositions(situation.account),
        marks: situation.marks.map((mark) => writeMark(mark, termsIn(deps, mark.symbol).priceScale)),
      },
    },
  }
}

/** Ratios and thresholds in percent. */
const percent = (hundredths: bigint): string => writeDecimal(hundredths, 2)

/** What the customer finds under the bell and in their log; of an account that is safe again nothing. */
function recordOf({ account, customerId, number, step, at, of }: KeptStep) {
  if (of === undefined || step === 'calm') return []
  const { inputs, positionId, ratio, threshold } = of
  const mark = leadOf(inputs)
  return [
    {
      ...{ at, actor: 'contracts', action: 'contracts.margin-warn', subject: customerId },
      details: {
        ...{ level: step, number: String(number), kind: account === 'cross' ? 'cross' : 'isolated' },
        ...{ position: positionId, symbol: mark.symbol, ratio: percent(ratio), threshold: percent(threshold) },
        ...{
          equity: inputs.equity,
          maintenance: inputs.maintenance,
          mark: mark.mark,
          markAt: writeEpoch(instant(mark.at)),
        },
        source: sourceOf(mark),
        ...(inputs.liquidationPrice === undefined ? {} : { liquidation: inputs.liquidationPrice }),
      },
    },
  ]
}

/** The venues whose prices made the index of a mark. */
const sourceOf = ({ components }: WireMark): string =>
  components.flatMap(({ venue, used }) => (used ? [venue] : [])).join(', ')

async function notify(
  { customers }: WarningDeps,
  tx: Tx,
  { account, customerId, step, at, of }: KeptStep,
): Promise<void> {
  if (of === undefined || step === 'calm') return
  const { inputs, ratio } = of
  const mark = leadOf(inputs)
  const values = {
    ...{ symbol: mark.symbol, mark: mark.mark, ratio: percent(ratio) },
    ...(inputs.liquidationPrice === undefined ? {} : { liquidation: inputs.liquidationPrice }),
  }
  const mode = account === 'cross' ? 'cross' : 'isolated'
  const written = writeNotice(
    (language) => {
      const { title, text, liquidation, act } = words[language].warnings
      const known = inputs.liquidationPrice === undefined ? '' : ` ${liquidation}`
      return { title: title[step], text: `${text[mode]}${known} ${act[mode]}` }
    },
    () => values,
  )
  await customers.notify(tx, { about: 'contracts.margin-warn', customerId, ...written, now: at })
}
