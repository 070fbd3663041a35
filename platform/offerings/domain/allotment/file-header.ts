import type { Draw } from './commitment.ts'
import { planHashOf, planText, readPlan } from './plan.ts'
import { type AllotmentPlan, applicationsMax } from './rule.ts'
import { isHash } from './sha256.ts'

/** The first line of a published allotment: all that the lines below do not say. */
export interface FileHeader extends Draw {
  readonly plan: AllotmentPlan
  readonly planHash: string
  readonly root: string
  readonly seed: string
  /** How many lines follow. */
  readonly applications: number
  /** Units that were allotted. */
  readonly total: bigint
}

/** The header's one text, names in the order of their UTF-16 units, without an end of line. */
export function headerText(header: Omit<FileHeader, 'planHash'> & { readonly planHash?: string }): string {
  const { plan, planHash = planHashOf(plan), root, seed, secret, closingAct, publicAt, publicValue } = header
  const after = { planHash, publicAt: String(publicAt), publicValue, root, secret, seed, total: String(header.total) }
  const before = {
    applications: header.applications,
    closingAct: String(closingAct),
    format: 'bolsillo.allotment.1',
  }
  return `${JSON.stringify(before).slice(0, -1)},"plan":${planText(plan)},${JSON.stringify(after).slice(1)}`
}

const headerShape =
  /^\{"applications":(\d{1,7}),"closingAct":"(\d{1,19})","format":"bolsillo\.allotment\.1","plan":(\{.*\}),"planHash":"([0-9a-f]{64})","publicAt":"(\d{1,19})","publicValue":"([0-9a-f]{64})","root":"([0-9a-f]{64})","secret":"([0-9a-f]{64})","seed":"([0-9a-f]{64})","total":"(\d{1,40})"\}$/

/** Reads a header; undefined when it is not the one text of one. */
export function readHeader(text: string): FileHeader | undefined {
  const [, applications = '', closingAct = '', planPart = '', ...rest] = headerShape.exec(text) ?? []
  const plan = readPlan(planPart)
  const [planHash = '', publicAt = '', publicValue = '', root = '', secret = '', seed = '', total = ''] = rest
  if (plan === undefined || !isHash(seed) || Number(applications) > applicationsMax) return undefined
  const header: FileHeader = {
    ...{ plan, planHash, root, seed, secret, publicValue },
    ...{ applications: Number(applications), closingAct: BigInt(closingAct) },
    ...{ publicAt: BigInt(publicAt), total: BigInt(total) },
  }
  return headerText(header) === text ? header : undefined
}
