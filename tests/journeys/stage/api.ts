import { randomUUID } from 'node:crypto'
import { type Call, customerPrefix, headerNames, type ReplyOf, type RequestOf } from '@bolsillo/contract'

/** What a call answered: its reply, read by the contract, or the refusal. */
export type Answered<C extends Call> =
  | { readonly kind: 'reply'; readonly data: ReplyOf<C> }
  | { readonly kind: 'refused'; readonly code: number; readonly rejection: string; readonly message: string }

interface CallOptions {
  readonly token?: string
  readonly key?: string
  /** The cookie of a browser: what was sent for it is shown to it. */
  readonly cookie?: string
}

/** Makes one call of the contract, as a program would, without the app. */
export async function answer<C extends Call>(
  url: string,
  call: C,
  request: RequestOf<C>,
  { token = '', key = randomUUID(), cookie }: CallOptions = {},
): Promise<Answered<C>> {
  const isPost = call.method === 'POST' || call.alsoPost === true
  const form = new URLSearchParams(
    Object.entries(request).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
  const query = isPost || form.size === 0 ? '' : `?${form}`
  const response = await fetch(`${url}${customerPrefix}${call.path}${query}`, {
    method: isPost ? 'POST' : 'GET',
    headers: {
      [headerNames.requestedWith]: 'XMLHttpRequest',
      ...(token === '' ? {} : { [headerNames.token]: token }),
      ...(cookie === undefined ? {} : { cookie }),
      ...(call.effect === 'write' ? { [headerNames.idempotencyKey]: key } : {}),
    },
    ...(isPost ? { body: form } : {}),
  })
  const envelope = (await response.json()) as { code: number; msg: string; data?: { rejection?: string } }
  if (envelope.code === 0) return { kind: 'reply', data: call.reply.parse(envelope.data) as ReplyOf<C> }
  return {
    kind: 'refused',
    code: envelope.code,
    rejection: envelope.data?.rejection ?? '',
    message: envelope.msg,
  }
}

/** The reply of a call. @throws Error when it was refused. */
export async function ask<C extends Call>(
  url: string,
  call: C,
  request: RequestOf<C>,
  options: CallOptions = {},
): Promise<ReplyOf<C>> {
  const answered = await answer(url, call, request, options)
  if (answered.kind === 'reply') return answered.data
  throw new Error(`${call.name} was refused: ${answered.rejection} ${answered.message}`)
}
