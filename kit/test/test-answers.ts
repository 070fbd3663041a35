import { type Call, type ReplyOf, z } from '@bolsillo/contract'
import type { TestAnswer } from './test-app.ts'

/**
 * The reply of a call that was done, held to the shape its contract declares.
 * @throws Error with what was answered instead.
 */
export function replyOf<C extends Call>(call: C, { status, json }: TestAnswer): ReplyOf<C> {
  if (status !== 200 || json.code !== 0)
    throw new Error(`${call.name}: ${status} ${json.code} ${JSON.stringify(json.data)}`)
  return z.parse(call.reply, json.data) as ReplyOf<C>
}

/** An answer in short: status, the name of its refusal and the field it names: `422 quantity-too-small@quantity`, `200 done@`. */
export function outcomeOf({ status, json }: TestAnswer): string {
  const { rejection = 'done', field = '' } = (json.data ?? {}) as {
    readonly rejection?: string
    readonly field?: string
  }
  return `${status} ${rejection}@${field}`
}
