/** A fault the experiment must notice: everything is written, room or not; or one message in so many is left out. */
export type Planted = 'none' | 'keeps-everything' | 'drops-deltas'

/** What the experiment tells the process of the stream. */
export type ToHost = { readonly kind: 'start'; readonly planted: Planted } | { readonly kind: 'look' | 'silence' }

/** What it answers. */
export type FromHost =
  | { readonly kind: 'started'; readonly url: string }
  | {
      readonly kind: 'looked'
      readonly waitingBytesMax: number
      readonly closedSlow: number
      readonly sockets: number
      readonly residentMiB: number
    }
  /** It publishes nothing any more; under each name, how many were published in all. */
  | { readonly kind: 'silent'; readonly published: Readonly<Record<string, number>> }

/** What is published: names and sizes like a market's, and pages so large that a kernel's buffers fill within seconds. */
export const quoteKeys = Array.from({ length: 50 }, (_, at) => `Q${at}.MX`)
export const pageKeys = Array.from({ length: 20 }, (_, at) => `P${at}`)
export const customerCount = 30
