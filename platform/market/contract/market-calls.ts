import { defineCall } from '@bolsillo/contract'
import type { RejectionSpec } from '@bolsillo/kernel'
import {
  bookRequest,
  bookShape,
  candlesReplyShape,
  candlesRequest,
  followReplyShape,
  followRequest,
  tradesReplyShape,
  tradesRequest,
} from './wire-shapes.ts'

// Calls about one instrument, for the contracts of the products: a product gives the name and the path of its call,
// what it calls an instrument, and what it says when it knows none of that name.

/** What a product gives. */
interface Place<Name extends string> {
  readonly name: Name
  readonly path: string
  /** In the summary: `an instrument`, `a coin or contract`. */
  readonly of: string
  readonly unknown: RejectionSpec
}

/** Public, without a session; a session, when there is one, only adds what the customer follows. */
export const readingMarket = { audience: 'public', needs: [], effect: 'read' } as const
const following = { method: 'POST', audience: 'customer', needs: [], effect: 'write' } as const

export function candlesCall<const Name extends string>({ name, path, of, unknown }: Place<Name>) {
  return defineCall({
    name,
    path,
    method: 'POST',
    ...readingMarket,
    request: candlesRequest,
    reply: candlesReplyShape,
    rejections: [unknown],
    summary: `Candles of ${of}, every coarser one the exact fold of the finer ones.`,
  })
}

export function tradesCall<const Name extends string>({ name, path, of, unknown }: Place<Name>) {
  return defineCall({
    name,
    path,
    method: 'POST',
    ...readingMarket,
    request: tradesRequest,
    reply: tradesReplyShape,
    rejections: [unknown],
    summary: `The latest trades of ${of}, newest first.`,
  })
}

export function bookCall<const Name extends string>({ name, path, of, unknown }: Place<Name>) {
  return defineCall({
    name,
    path,
    method: 'POST',
    ...readingMarket,
    request: bookRequest,
    reply: bookShape,
    rejections: [unknown],
    summary: `The order book of ${of}, best prices first.`,
  })
}

/** @param full what is refused when the customer follows as many as one may. */
export function followCall<const Name extends string>({ name, path, of, unknown }: Place<Name>, full: RejectionSpec) {
  return defineCall({
    name,
    path,
    ...following,
    request: followRequest,
    reply: followReplyShape,
    rejections: [unknown, full],
    summary: `Adds ${of} to what the customer follows.`,
  })
}

export function unfollowCall<const Name extends string>({ name, path, of, unknown }: Place<Name>) {
  return defineCall({
    name,
    path,
    ...following,
    request: followRequest,
    reply: followReplyShape,
    rejections: [unknown],
    summary: `Takes ${of} from what the customer follows.`,
  })
}
