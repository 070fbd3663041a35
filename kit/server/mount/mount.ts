import { type Call, coreRejections, customerPrefix, headerNames, operatorPrefix } from '@bolsillo/contract'
import { isRejection, type Rejection, reject } from '@bolsillo/kernel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withCause } from '../database/cause-store.ts'
import { transaction } from '../database/connect.ts'
import { isConnectionLost } from '../database/outage-watch.ts'
import type { NeedsPort, OperatorSessionPort, SessionPort } from '../ports.ts'
import type {
  Caller,
  CommandContext,
  Handler,
  PoolContext,
  ReadContext,
  Room,
  Services,
  Sql,
  StoredAnswer,
  WriteContext,
} from '../room.ts'
import { type Answers, createAnswers } from './answer.ts'
import { answerInTime, answerWithinMs } from './answer-in-time.ts'
import { bodyBytesMax } from './body/body-limit.ts'
import { parseRequest } from './body/parse-request.ts'
import { readFields } from './body/read-body.ts'
import { isMultipart, multipartOverheadBytesMax } from './body/read-multipart.ts'
import { readUpload, type Upload, uploadsAtOnceMax, uploadWithinMs, withDigest } from './body/read-upload.ts'
import { noteSignedIn } from './edge/connections.ts'
import { setConsoleCookie } from './edge/console-cookie.ts'
import { holderOf } from './edge/device-cookie.ts'
import { headerOf } from './edge/headers.ts'
import { languageOf } from './edge/language.ts'
import {
  customerOf,
  findSubject,
  ownOriginOf,
  refuseForeign,
  refuseUnmetNeed,
  type Side,
  type Subject,
} from './guards.ts'
import { createIdempotency, type Idempotency } from './idempotency.ts'
import { type Admission, type AdmissionLines, createAdmissionLines, createFixedAdmission } from './load/admission.ts'
import { createRateLimit, networkOf, type RateLimit } from './load/rate-limit.ts'
import { createSampledLog, type SampledLog } from './load/sampled-log.ts'
import { createDoorkeeper, type Doorkeeper, retryAfterSeconds, secondsToWait } from './load/shed.ts'
import { mountDescriptions } from './mount-descriptions.ts'
import { mountDoor } from './mount-door.ts'
import { type AnswerWriter, createAnswerWriter, sendAnswer } from './write-answer.ts'

export interface MountOptions {
  readonly services: Services
  /** A second, small pool for transactions besides a request's own (`aside`): in the same pool they could deadlock. */
  readonly asideSql: Sql
  /**
   * The pool of customers' reads: a read holds one of its connections and may take one of the first pool, never the
   * reverse.
   */
  readonly customerSql: Sql
  readonly rooms: readonly Room[]
  /** The sides to mount. A server has one origin per side; only tests mount both on one. */
  readonly sides: readonly Side[]
  readonly sessions: SessionPort
  readonly operators: OperatorSessionPort
  readonly needs: NeedsPort
  /** Whether PostgreSQL is down: calls are then rejected before any query. */
  readonly isDatabaseDown?: () => boolean
  /** Whether pages are served over https: then cookies are limited to https and this host. */
  readonly isSecure?: boolean
  /** Called once per answered call: for metrics. */
  readonly observe?: (call: Call, status: number, durationMs: number) => void
  /** The admission limits under overload. Only experiments pass their own. */
  readonly admission?: AdmissionLines | undefined
}

const deviceCharactersMax = 200
const isPrintable = /^[\x20-\x7e]*$/

interface Mounted extends MountOptions {
  readonly answers: Answers
  readonly idempotency: Idempotency
  readonly rateLimit: RateLimit
  readonly lines: AdmissionLines
  readonly uploads: Admission
  readonly doorkeeper: Doorkeeper
  readonly write: AnswerWriter
  readonly sampled: SampledLog
}

/** Mounts all calls of the given sides, and their descriptions. */
export function mountRooms(app: FastifyInstance, options: MountOptions): void {
  const { rooms, services, sides } = options
  const answers = createAnswers(rooms, services.mode)
  const mounted: Mounted = {
    ...options,
    answers,
    idempotency: createIdempotency(services),
    rateLimit: createRateLimit(),
    lines: options.admission ?? createAdmissionLines(services.clock),
    uploads: createFixedAdmission(uploadsAtOnceMax, 0),
    doorkeeper: createDoorkeeper(services, answers),
    write: createAnswerWriter(services),
    sampled: createSampledLog(services),
  }
  // The body is read by our own parsers, after the guards, so that a refusal never depends on what a stranger wrote.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: bodyBytesMax },
    async (_: FastifyRequest, body: Buffer) => body,
  )
  // A multipart body is read even later, by calls that take a file; until then it stays in the socket.
  app.addContentTypeParser(/^multipart\//i, (_request, _body, done) => done(null))
  for (const side of sides) for (const room of rooms) mountRoom(app, mounted, room, side)
  mountDescriptions(app, mounted)
  app.setErrorHandler((error, request, reply) => answerError(mounted, error, request, reply))
}

function mountRoom(app: FastifyInstance, mounted: Mounted, room: Room, side: Side): void {
  const handlers = side === 'customers' ? room.handlers : (room.operatorHandlers ?? [])
  for (const handler of handlers) mountCall(app, mounted, handler, side)
  // Doors for banks and providers are on the customers' origin, so that the console's need not be reachable for them.
  if (side === 'staff') return
  for (const door of room.doors ?? []) mountDoor(app, door, { ...mounted, bytesMax: bodyBytesMax })
}

function mountCall(app: FastifyInstance, mounted: Mounted, handler: Handler, side: Side): void {
  const { call } = handler
  // In LIVE mode a call of the practice market answers exactly like an unknown path.
  if (call.needs.includes('practice-market') && mounted.services.mode !== 'SIM') return
  const url = (side === 'customers' ? customerPrefix : operatorPrefix) + call.path
  const { clock } = mounted.services
  const waitsForDesk = handler.kind === 'command' && handler.writerLooks
  const { desk, others } = mounted.lines
  const line = waitsForDesk ? desk : call.file === undefined ? others : mounted.uploads
  const withinMs = call.file === undefined ? answerWithinMs : uploadWithinMs
  const methods = call.alsoPost === true && call.method === 'GET' ? ['GET', 'POST'] : [call.method]
  app.route({
    method: methods,
    url,
    exposeHeadRoute: false,
    bodyLimit: bodyBytesMax,
    onRequest: (request, reply, done) => {
      if (mounted.doorkeeper.shed(line, call, request, reply)) mounted.observe?.(call, 503, 0)
      else done()
    },
    handler: async (request, reply) => {
      const startedAt = clock.now()
      // Checked again, because the line may have filled while the body was arriving.
      const isInside = line.enter(call.urgent ?? false)
      try {
        const answer = isInside
          ? await answerInTime(mounted.services, answerCall(mounted, handler, side, { request, reply }), withinMs)
          : shedAnswer(mounted, request, reply)
        mounted.observe?.(call, answer.status, clock.now() - startedAt)
        if (leavesTooMuch(call, request)) reply.header('connection', 'close')
        mounted.write(reply, answer)
      } finally {
        if (isInside) line.leave()
      }
    },
  })
}

/** Whether the unread rest of a body is too large to read just to keep the connection. */
function leavesTooMuch({ file }: Call, { headers, raw }: FastifyRequest): boolean {
  if (!isMultipart(headers['content-type']) || raw.readableEnded) return false
  return !(Number(headers['content-length'] ?? Number.NaN) <= (file?.bytesMax ?? 0) + multipartOverheadBytesMax)
}

function shedAnswer({ answers, doorkeeper }: Mounted, request: FastifyRequest, reply: FastifyReply): StoredAnswer {
  doorkeeper.note()
  reply.header('retry-after', retryAfterSeconds)
  return answers.of(reject(coreRejections.overloaded), languageOf(request.headers['accept-language']))
}

/** The steps of every request: guards, parser, idempotency, use case, envelope. */
async function answerCall(
  mounted: Mounted,
  handler: Handler,
  side: Side,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<StoredAnswer> {
  const { services, answers } = mounted
  const { call } = handler
  const now = services.clock.now()
  const caller = { ...callerOf(request), ...holderOf(call, request, reply, mounted) }
  const noteRefusal = (rejection: Rejection, subject?: Subject): void => {
    logRefusal(mounted, call, request, { caller, rejection, subject })
    const seconds = secondsToWait(rejection, now)
    if (seconds !== undefined) reply.header('retry-after', seconds)
  }
  const refuse = (rejection: Rejection, subject?: Subject): StoredAnswer => {
    noteRefusal(rejection, subject)
    return answers.of(rejection, caller.language)
  }
  const foreign = refuseForeign(call, request.headers, side)
  if (foreign !== undefined) return refuse(foreign)
  if (mounted.isDatabaseDown?.() === true) return refuse(reject(coreRejections.unavailable))
  const subject = await findSubject(call, request.headers, side, mounted, now).catch(unavailableIfLost)
  if (isRejection(subject)) return refuse(subject)
  if (subject.customer !== undefined || subject.operator !== undefined) noteSignedIn(request.raw.socket)
  const asker = subject.customer?.customerId ?? subject.operator?.operatorId
  const tooMany = refuseTooMany(mounted, call, asker ?? networkOf(caller.address), now)
  if (tooMany !== undefined) return refuse(tooMany, subject)
  const unmet = await refuseUnmetNeed(call, subject, {
    needs: mounted.needs,
    mode: services.mode,
    db: services.sql,
    now,
  })
  if (unmet !== undefined) return refuse(unmet, subject)
  const upload = call.file === undefined ? undefined : await readUpload(request, call.file)
  if (isRejection(upload)) return refuse(upload, subject)
  const parsed = parseRequest(call, upload?.reading ?? readFields(request))
  if (isRejection(parsed)) return refuse(parsed, subject)
  // The cookie is set only with the answer, not by work that was rolled back.
  let kept: { readonly token: string | undefined } | undefined
  const keepSession = (token: string | undefined): void => {
    kept = { token }
  }
  const ofConsole = side === 'staff' ? { keepSession } : {}
  const base: PoolContext = { now, caller, ...subject, db: services.sql, ...fileOf(upload), ...ofConsole }
  const outcome = await runUseCase(mounted, handler, parsed.request, base, {
    asker: asker ?? 'anyone',
    key: headerOf(request.headers, headerNames.idempotencyKey),
    refused: (rejection) => noteRefusal(rejection, subject),
  })
  if (isRejection(outcome)) return refuse(outcome, subject)
  if (kept !== undefined && outcome.status === 200) setConsoleCookie(reply, kept.token)
  if (call.effect === 'write') logDone(services, call, request, { caller, who: asker, status: outcome.status })
  return outcome
}

const fileOf = (upload: Upload | undefined): Pick<ReadContext, 'file'> =>
  upload === undefined ? {} : { file: upload.file }

/** The session lookup is the first query: if the database is unreachable there, nothing has been done yet. */
function unavailableIfLost(error: unknown): Rejection {
  if (isConnectionLost(error)) return reject(coreRejections.unavailable)
  throw error
}

async function runUseCase(
  { asideSql, customerSql, answers, idempotency }: Mounted,
  handler: Handler,
  request: object,
  base: PoolContext,
  retry: { readonly asker: string; readonly key: string | undefined; readonly refused: (rejection: Rejection) => void },
): Promise<StoredAnswer | Rejection> {
  const { kind, call, handle } = handler
  // A command's answer is made for its record before the commit; the same bytes are sent afterwards.
  let made: { readonly outcome: unknown; readonly answer: StoredAnswer } | undefined
  const render = (outcome: unknown): StoredAnswer => {
    if (made === undefined || made.outcome !== outcome)
      made = { outcome, answer: answers.of(outcome, base.caller.language) }
    return made.answer
  }
  const noted = <T>(outcome: T): T => {
    if (isRejection(outcome)) retry.refused(outcome)
    return outcome
  }
  const run = handle as (request: unknown, context: unknown) => Promise<unknown>
  const only = customerOf(call, base)
  const cause = { cause: `call:${call.name}`, actor: retry.asker, only }
  if (kind === 'read') {
    if (only === undefined) return render(noted(await run(request, base)))
    return render(noted(await transaction(customerSql, (tx) => run(request, { ...base, db: tx }), cause)))
  }
  const claim = idempotency.claimOf(call, retry.asker, retry.key, withDigest(call, request, base))
  if (isRejection(claim)) return claim
  if (kind === 'command') {
    const context: CommandContext = { ...base, claim, answer: render }
    // Checking a secret counts tries and is slow: a retry must be answered before it.
    const writerLooks = handler.writerLooks && !hasSecret(call, request)
    return await idempotency.onceElsewhere(claim, async () => noted(await run(request, context)), render, {
      writerLooks,
    })
  }
  const work = async (tx: WriteContext['tx']): Promise<unknown> => {
    const context: WriteContext = {
      ...base,
      db: tx,
      tx,
      aside: (apart) => transaction(asideSql, apart, { ...cause, only: undefined }),
    }
    return await withCause(tx, cause, async () => noted(await run(request, context)))
  }
  return await idempotency.once(claim, work, render, {
    secretAnswer: call.audience === 'public' || call.secretReply === true,
  })
}

function hasSecret({ secrets = [] }: Call, request: object): boolean {
  return secrets.some((name) => name in request)
}

function refuseTooMany(mounted: Mounted, call: Call, who: string, now: ReadContext['now']): Rejection | undefined {
  if (call.limit === undefined) return undefined
  const waitMs = mounted.rateLimit.take(`${call.name} ${who}`, call.limit, now)
  if (waitMs === 0) return undefined
  return reject(coreRejections.tooMany, { values: { seconds: String(Math.ceil(waitMs / 1000)) } })
}

function callerOf(request: FastifyRequest): Caller {
  const device = (headerOf(request.headers, 'user-agent') ?? '').slice(0, deviceCharactersMax)
  const origin = headerOf(request.headers, 'origin')
  const own = origin === undefined ? undefined : ownOriginOf(origin, headerOf(request.headers, 'host'))
  return {
    address: request.ip,
    device: isPrintable.test(device) ? device : device.replaceAll(/[^\x20-\x7e]/g, '?'),
    language: languageOf(request.headers['accept-language']),
    ...(own === undefined ? {} : { origin: own }),
  }
}

/** Logs rejections with caller, call, network and rule, never with the content of the request. */
function logRefusal(
  mounted: Mounted,
  call: Call,
  request: FastifyRequest,
  refused: { readonly caller: Caller; readonly rejection: Rejection; readonly subject: Subject | undefined },
): void {
  const { caller, rejection, subject } = refused
  const who = subject?.customer?.customerId ?? subject?.operator?.operatorId
  mounted.sampled(
    `${call.name} ${rejection.spec.name}`,
    {
      requestId: request.id,
      call: call.name,
      rejection: rejection.spec.name,
      field: rejection.field,
      who,
      address: caller.address,
    },
    'refused',
  )
}

/** Logs every effect with its caller; the audit and the ledger hold its content. */
function logDone(
  services: Services,
  call: Call,
  request: FastifyRequest,
  done: { readonly caller: Caller; readonly who: string | undefined; readonly status: number },
): void {
  const { caller, who, status } = done
  services.log.info({ requestId: request.id, call: call.name, who, address: caller.address, status }, 'answered')
}

interface WireError {
  readonly statusCode?: number
  readonly code?: string
}

/** The one place that catches unexpected exceptions: the client gets "outcome unknown", the log gets the error. */
function answerError(
  { answers, services, sampled }: Mounted,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { language } = callerOf(request)
  const { statusCode = 500, code = '' } = error as WireError
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return sendAnswer(reply, answers.of(reject(coreRejections.bodyTooLarge), language), services)
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return sendAnswer(reply, answers.of(reject(coreRejections.contentUnsupported), language), services)
  }
  if (statusCode >= 400 && statusCode < 500) {
    const rejection = reject(coreRejections.bodyMalformed, { values: { why: 'HTTP' } })
    return sendAnswer(reply, answers.of(rejection, language), services)
  }
  const path = request.routeOptions.url
  sampled(`unknown ${path}`, { requestId: request.id, path, error }, 'outcome unknown', 'error')
  return sendAnswer(reply, answers.unknown(request.id, language), services)
}
