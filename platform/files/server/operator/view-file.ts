import type { ReplyOf, RequestOf } from '@bolsillo/contract'
import { type Id, type Instant, instant, type Rejection, reject, writeMoment } from '@bolsillo/kernel'
import {
  type Db,
  type OfStaff,
  type OperatorSession,
  type ReadContext,
  transaction,
  useCase,
} from '@bolsillo/server-kit'
import { fileRejections as r } from '../../contract/index.ts'
import * as operatorCalls from '../../contract/operator.ts'
import { fileSettings, purposeViewers } from '../../domain/index.ts'
import { belongsToCase, countViews, findFile, insertView, lockCounting, type StoredFile } from '../file-store.ts'
import { type FilesDeps, pictureReply } from '../files.ts'
import { markPicture } from '../make-picture.ts'

const hourMs = 3_600_000

type OperatorId = OperatorSession['operatorId']

/** How members of staff are called, for the mark on what they look at. */
export type OperatorNames = (db: Db, ids: readonly OperatorId[]) => Promise<ReadonlyMap<OperatorId, string>>

/** Whether a customer's data may be read for a case: it is open, or ended recently. */
export type CaseReadable = (
  db: Db,
  look: {
    readonly customerId: Id<'cus'>
    readonly caseId: string
    readonly operatorId: OperatorId
    readonly now: Instant
  },
) => Promise<boolean>

/**
 * A picture for staff: for a case it belongs to, with a reason, within an hourly limit. The view is recorded in the
 * customer's log before the picture is returned, and the viewer's name is drawn all over it.
 */
export const viewFile = useCase(operatorCalls.viewFile, (request, context, deps: FilesDeps) =>
  viewForCase(request, context, deps),
)

/** The look itself, with its checks and records. */
export async function viewForCase(
  { fileId, caseId, reason }: RequestOf<typeof operatorCalls.viewFile>,
  context: OfStaff<Pick<ReadContext, 'db' | 'now' | 'operator'>>,
  deps: FilesDeps,
): Promise<ReplyOf<typeof operatorCalls.viewFile> | Rejection> {
  const { db, now } = context
  const operator = context.operator
  const file = await findFile(db, fileId)
  if (file === undefined || !mayView(operator, file) || !(await belongsToCase(db, fileId, caseId))) {
    return reject(r.fileUnknown, { field: 'fileId' })
  }
  const { operatorId } = operator
  const { customerId } = file
  if ((await deps.isReadable?.(db, { customerId, caseId, operatorId, now })) === false) {
    return reject(r.fileUnknown, { field: 'caseId' })
  }
  const refused = await noteView(deps, operator, { file, caseId, reason, now })
  if (refused !== undefined) return refused
  const { width, height } = file
  const jpeg = await deps.open(db, file)
  const name = (await deps.namesOf(db, [operator.operatorId])).get(operator.operatorId) ?? operator.operatorId
  return pictureReply(file, await markPicture({ jpeg, width, height }, `${name} ${writeMoment(now)}`))
}

function mayView({ roles }: OperatorSession, { purpose }: StoredFile): boolean {
  return purposeViewers[purpose].some((role) => roles.includes(role))
}

interface View extends Pick<RequestOf<typeof operatorCalls.viewFile>, 'caseId' | 'reason'> {
  readonly file: StoredFile
  readonly now: Instant
}

/** Counts and records the view; a view beyond the limit is recorded as an alert. */
async function noteView(
  { services, settings, audit }: FilesDeps,
  { operatorId }: OperatorSession,
  { file, caseId, reason, now }: View,
): Promise<Rejection | undefined> {
  const viewsMax = settings.get(fileSettings.viewsPerHour)
  return await transaction(services.sql, async (tx) => {
    await lockCounting(tx, operatorId)
    const views = await countViews(tx, operatorId, instant(Math.max(0, now - hourMs)))
    const act = { at: now, actor: operatorId }
    if (views >= viewsMax) {
      services.log.warn({ operatorId, views }, 'an operator looked at more documents than one should')
      const details = { views: String(views), maximum: String(viewsMax) }
      await audit.record(tx, { ...act, action: 'files.view-block', subject: operatorId, details })
      return reject(r.viewsTooMany, { values: { maximum: String(viewsMax) } })
    }
    await insertView(tx, { operatorId, fileId: file.id, caseId, reason, at: now })
    const details = { file: file.id, purpose: file.purpose, case: caseId, reason }
    await audit.record(tx, { ...act, action: 'files.view', subject: file.customerId, details })
    return undefined
  })
}
