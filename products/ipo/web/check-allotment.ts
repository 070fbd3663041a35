import {
  type ChangedPart,
  createReplay,
  finishInTurns,
  type Pacing,
  type ReplayReport,
} from '@bolsillo/offerings/domain'
import type { KeptApplication } from './kept-application.ts'
import type { Application, Offering } from './offering-words.tsx'

/** What is looked at, in this order. */
export const checkNames = ['file', 'terms', 'secret', 'applications', 'draw', 'result', 'own', 'ownResult'] as const
export type CheckName = (typeof checkNames)[number]

export interface Check {
  readonly name: CheckName
  readonly failed: boolean
  /** Not decidable, because something before it failed. */
  readonly open?: boolean
}

/** What a device found when it ran an allotment again. */
export interface AllotmentCheck {
  readonly checks: readonly Check[]
  /** How many applications were gone through. */
  readonly applications: number
}

/** The file, as it was read from the server: each line without its end. */
export interface PublishedFile {
  readonly header: string
  readonly lines: readonly string[]
}

/** The text that is saved, and that `npm run allotment:replay` reads. */
export const fileText = ({ header, lines }: PublishedFile): string => [header, ...lines, ''].join('\n')

/** Which check each change belongs to. */
const checkOf: Readonly<Record<ChangedPart, CheckName>> = {
  rule: 'terms',
  secret: 'secret',
  count: 'applications',
  order: 'applications',
  duplicate: 'applications',
  root: 'applications',
  application: 'applications',
  'public-value': 'draw',
  seed: 'draw',
  result: 'result',
  total: 'result',
  'own-missing': 'own',
  'own-application': 'own',
}

/**
 * Runs the allotment of a published file again, in turns, so that the page stays alive. `own`: the customer's application as the
 * server shows it; `kept`: as this device sent it, which counts more.
 */
export async function checkAllotment(
  file: PublishedFile,
  facts: {
    readonly offering: Offering
    readonly own: Application | undefined
    readonly kept: KeptApplication | undefined
  },
  pacing: Pacing,
): Promise<AllotmentCheck> {
  const { offering, own, kept } = facts
  const looked = kept ?? (own === undefined ? undefined : { ...own, applicationId: own.id })
  const known = offering.allotment
  const replay = createReplay({
    ...(known === undefined ? {} : { root: known.root, publicValue: known.publicValue }),
    ...(looked === undefined
      ? {}
      : {
          own: { applicationId: looked.applicationId, salt: looked.salt, quantity: BigInt(looked.quantity) },
        }),
  })
  replay.push(new TextEncoder().encode(fileText(file)))
  const report = await finishInTurns(replay.judge(), pacing)
  return { checks: checksOf(report, facts, looked !== undefined), applications: file.lines.length }
}

function checksOf(
  report: ReplayReport,
  { offering, own, kept }: Parameters<typeof checkAllotment>[1],
  hasOwn: boolean,
): readonly Check[] {
  const names = checkNames.filter((name) => hasOwn || (name !== 'own' && name !== 'ownResult'))
  if (report.kind === 'unreadable') {
    return names.map((name) => ({ name, failed: name === 'file', open: name !== 'file' }))
  }
  const failed = new Set(report.kind === 'changed' ? report.changes.map(({ part }) => checkOf[part]) : [])
  const { plan } = report.header
  if (!isAsPublished(plan, offering)) failed.add('terms')
  if ((kept?.secretHash ?? offering.secretHash) !== plan.secretHash) failed.add('secret')
  if (own?.allotted !== undefined && report.own !== undefined && String(report.own.allotted) !== own.allotted) {
    failed.add('ownResult')
  }
  // With another input every result may differ: which one was changed is then not known.
  const isJudged = !(['terms', 'secret', 'applications', 'draw'] as const).some((name) => failed.has(name))
  const isOpen = (name: CheckName): boolean => (name === 'result' || name === 'ownResult') && !isJudged
  return names.map((name) => ({ name, failed: failed.has(name) && !isOpen(name), open: isOpen(name) }))
}

/** Whether the plan of the file has the terms the page shows. */
function isAsPublished(
  plan: Extract<ReplayReport, { readonly kind: 'equal' }>['header']['plan'],
  { id, supply, lot, cap, rule }: Offering,
): boolean {
  if (plan.offeringId !== id || String(plan.supply) !== supply || String(plan.lot) !== lot) return false
  return plan.rule.kind !== 'tiers' && plan.rule.kind === rule && String(plan.rule.cap ?? '') === cap
}

/** Whether all of it holds. */
export const isFine = ({ checks }: AllotmentCheck): boolean => checks.every(({ failed, open }) => !failed && !open)
