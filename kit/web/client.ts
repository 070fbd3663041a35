import {
  type Call,
  customerPrefix,
  type Envelope,
  headerNames,
  type RejectionData,
  type ReplyOf,
  type RequestInput,
} from '@bolsillo/contract'
import { systemClock } from '@bolsillo/kernel'

/**
 * The outcome of a call. `rejected`: certainly without effect. `unknown`: it may have taken effect (5xx, no answer);
 * retrying with the same key gets the outcome.
 */
export type Answer<Data> =
  | { readonly kind: 'reply'; readonly data: Data }
  | {
      readonly kind: 'rejected'
      readonly code: number
      readonly message: string
      readonly rejection: string
      readonly field?: string
      readonly values: Readonly<Record<string, string>>
    }
  | { readonly kind: 'unknown'; readonly offline: boolean }

/** What a client reports to the app besides answers. */
export interface ClientEvents {
  /** Code −1000: the session is over. */
  readonly onSessionEnded: () => void
  /** Code −1001: a message to show for one second. */
  readonly onNotice: (message: string) => void
  /** The session has another token now. */
  readonly onSessionRenewed?: (token: string) => void
  /** How far the server's clock is ahead of this device's, in milliseconds; negative when it is behind. */
  readonly onClockOffset?: (offsetMs: number) => void
}

export interface ClientOptions {
  readonly token: () => string
  /** Where the token is sent: in a header of each request, or in a cookie by the browser. */
  readonly tokenIn?: 'header' | 'cookie'
  readonly language: () => string
  /** The path prefix of all calls. The console has its own, also for calls before signing in. */
  readonly prefix?: string
  readonly events: ClientEvents
  readonly fetch?: typeof fetch
  /** Random bytes for keys. */
  readonly randomKey?: () => string
}

export interface Client {
  /** Makes a call. `key` is the Idempotency-Key of a write: the same for every try of one intention. */
  readonly call: <C extends Call>(call: C, request: RequestInput<C>, key?: string) => Promise<Answer<ReplyOf<C>>>
  /** Makes a call with a file. `onProgress` gets the share sent so far, from 0 to 1. */
  readonly upload: <C extends Call>(
    call: C,
    request: RequestInput<C>,
    file: Blob,
    options: { readonly key: string; readonly onProgress?: (share: number) => void; readonly signal?: AbortSignal },
  ) => Promise<Answer<ReplyOf<C>>>
  /** A fresh Idempotency-Key. Made before the first try. */
  readonly newKey: () => string
}

/** A slower answer is too imprecise to estimate the server's clock. */
const offsetWithinMs = 2_000

/** The specification's time-out of requests. */
const requestTimeoutMs = 60_000

const sessionInvalidCode = -1000
const noticeCode = -1001

/** A key of 128 random bits, in hexadecimal. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function encode(request: Readonly<Record<string, unknown>>): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(request)) {
    if (value !== undefined) form.set(name, String(value))
  }
  return form
}

/** The name an upload gets: its own name may contain personal data. */
const fileNames: Readonly<Record<string, string>> = {
  'image/jpeg': 'photo.jpg',
  'image/png': 'photo.png',
  'image/webp': 'photo.webp',
  'image/heic': 'photo.heic',
}

function isEnvelope(value: unknown): value is Envelope<unknown> {
  return typeof value === 'object' && value !== null && 'code' in value && 'msg' in value
}

/** The envelope of an answer; undefined when the answer is no envelope (a proxy's error page, a cut connection). */
async function readEnvelope(text: Promise<string> | string): Promise<Envelope<unknown> | undefined> {
  try {
    const value: unknown = JSON.parse(await text)
    return isEnvelope(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** What an answer means to the app. */
function settled<Data>(
  status: number,
  envelope: Envelope<unknown> | undefined,
  onNotice: (message: string) => void,
): Answer<Data> {
  if (envelope === undefined || status >= 500) {
    // 503 is a clear "no, later": the desk sheds before it starts anything.
    if (status !== 503 || envelope === undefined) return { kind: 'unknown', offline: false }
  }
  if (envelope.code === 0) return { kind: 'reply', data: envelope.data as Data }
  if (envelope.code === noticeCode) onNotice(envelope.msg)
  const data = (envelope.data ?? {}) as Partial<RejectionData>
  return {
    kind: 'rejected',
    code: envelope.code,
    message: envelope.msg,
    rejection: data.rejection ?? '',
    values: data.values ?? {},
    ...(data.field === undefined ? {} : { field: data.field }),
  }
}

/** What every request says of itself and how it is sent. */
function requestsOf(options: ClientOptions) {
  const send = options.fetch ?? fetch.bind(globalThis)
  const isInCookie = options.tokenIn === 'cookie'
  const headersOf = (call: Call, key: string | undefined): Record<string, string> => {
    const token = options.token()
    return {
      [headerNames.language]: options.language(),
      [headerNames.requestedWith]: 'XMLHttpRequest',
      ...(token === '' || isInCookie ? {} : { [headerNames.token]: token }),
      ...(call.effect === 'write' && key !== undefined ? { [headerNames.idempotencyKey]: key } : {}),
    }
  }
  const request = (
    call: Call,
    fields: Readonly<Record<string, unknown>>,
    key: string | undefined,
  ): Promise<Response> => {
    const form = encode(fields)
    // Our app never uses a GET that writes, where the contract offers the POST.
    const post = call.method === 'POST' || call.alsoPost === true
    const prefix = options.prefix ?? customerPrefix
    const query = post || form.size === 0 ? '' : `?${form}`
    const headers = headersOf(call, key)
    return send(`${prefix}${call.path}${query}`, {
      method: post ? 'POST' : 'GET',
      headers,
      // The device cookie is sent only with calls of `holder`; a session cookie is sent with all.
      credentials: isInCookie || call.holder === true ? 'same-origin' : 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(requestTimeoutMs),
      ...(post ? { body: form } : {}),
    })
  }
  return { headersOf, request }
}

/** Asks within the session: calls that renew it are awaited before it is reported as ended. */
function sessionOf(options: ClientOptions) {
  // Pending calls that renew the session, and how many have completed.
  const renewals = new Set<Promise<unknown>>()
  let renewed = 0

  /** A call that renews the session: concurrent calls wait for it before they report the session as ended. */
  const renewing = async <Data>(ask: () => Promise<Answer<Data>>): Promise<Answer<Data>> => {
    const asking = ask()
    renewals.add(asking)
    const answer = await asking
    renewals.delete(asking)
    if (answer.kind === 'reply') {
      renewed += 1
      const { token } = answer.data as { readonly token?: unknown }
      if (typeof token === 'string') options.events.onSessionRenewed?.(token)
    }
    return answer
  }

  /** Retries when the session got another token meanwhile: a request with an invalid session had no effect. */
  const inSession = async <Data>(ask: () => Promise<Answer<Data>>): Promise<Answer<Data>> => {
    const [token, count] = [options.token(), renewed]
    const isOver = (answer: Answer<Data>): boolean => answer.kind === 'rejected' && answer.code === sessionInvalidCode
    let answer = await ask()
    if (isOver(answer)) {
      await Promise.all(renewals)
      // Another tab may have renewed the session: a cookie is shared at once, a token arrives by the storage event.
      if (options.tokenIn === 'cookie' || options.token() !== token || renewed !== count) answer = await ask()
    }
    if (isOver(answer)) options.events.onSessionEnded()
    return answer
  }
  return { renewing, inSession }
}

/** A typed client of the contract's calls. */
export function createClient(options: ClientOptions): Client {
  const { headersOf, request } = requestsOf(options)
  const { renewing, inSession } = sessionOf(options)
  const settle = <Data>(status: number, envelope: Envelope<unknown> | undefined): Answer<Data> =>
    settled(status, envelope, options.events.onNotice)

  /** Assumes that the server read its clock half-way between request and answer; ignores slow answers. */
  const noteOffset = (said: string | null, sentAt: number, answeredAt: number): void => {
    if (said === null || !/^\d{10,16}$/.test(said) || answeredAt - sentAt > offsetWithinMs) return
    options.events.onClockOffset?.(Number(said) - (sentAt + answeredAt) / 2)
  }

  return {
    call: (call, fields, key) => {
      const ask = async (): Promise<Answer<ReplyOf<typeof call>>> => {
        let response: Response
        const sentAt = systemClock.now()
        try {
          response = await request(call, fields as Readonly<Record<string, unknown>>, key)
        } catch {
          return { kind: 'unknown', offline: true }
        }
        noteOffset(response.headers.get(headerNames.time), sentAt, systemClock.now())
        return settle(response.status, await readEnvelope(response.text()))
      }
      return inSession(call.renewsSession === true ? () => renewing(ask) : ask)
    },
    upload: async (call, fields, file, { key, onProgress, signal }) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields as Readonly<Record<string, unknown>>)) {
        if (value !== undefined) form.set(name, String(value))
      }
      form.set(call.file?.field ?? 'file', file, fileNames[file.type] ?? 'photo.jpg')
      const url = `${options.prefix ?? customerPrefix}${call.path}`
      return inSession(async () => {
        const answer = await sendWithProgress(url, form, headersOf(call, key), { onProgress, signal })
        if (answer === undefined) return { kind: 'unknown', offline: true }
        return settle(answer.status, await readEnvelope(answer.text))
      })
    },
    newKey: options.randomKey ?? randomKey,
  }
}

/** Uploads use XMLHttpRequest, because `fetch` reports no upload progress. Undefined: no answer came. */
function sendWithProgress(
  url: string,
  body: FormData,
  headers: Readonly<Record<string, string>>,
  {
    onProgress,
    signal,
  }: { readonly onProgress?: ((share: number) => void) | undefined; readonly signal?: AbortSignal | undefined },
): Promise<{ readonly status: number; readonly text: string } | undefined> {
  return new Promise((resolve) => {
    const sending = new XMLHttpRequest()
    sending.open('POST', url)
    sending.timeout = requestTimeoutMs
    for (const [name, value] of Object.entries(headers)) sending.setRequestHeader(name, value)
    sending.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total)
    }
    sending.onload = () => resolve({ status: sending.status, text: sending.responseText })
    sending.onerror = () => resolve(undefined)
    sending.ontimeout = () => resolve(undefined)
    sending.onabort = () => resolve(undefined)
    signal?.addEventListener('abort', () => sending.abort(), { once: true })
    sending.send(body)
  })
}
