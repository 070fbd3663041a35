import { feedAddressMax, leadsOutside } from '../../domain/index.ts'

/** Names that are of no public site (RFC 6761, 6762, 8375, 9476), and those networks of offices and homes like to use. */
const ofNobody =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|lan|home|corp|test|invalid|example|onion|arpa|alt)$/

/** Reads the address of a feed: https, a public name in plain letters, the usual port, no login; undefined if it is another. */
export function readFeedAddress(text: string): string | undefined {
  const url = readLink(text)
  if (url === undefined) return undefined
  const { hostname } = new URL(url)
  return url.length > feedAddressMax || url.includes('#') || ofNobody.test(hostname) ? undefined : url
}

/**
 * Reads the address of a page of another site, in the form browsers give it; undefined where it is none we lead to.
 * `base`: what a relative one is relative to.
 */
export function readLink(text: string, base?: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || !URL.canParse(trimmed, base)) return undefined
  const { href } = new URL(trimmed, base)
  return href.length <= 1000 && leadsOutside(href) ? href : undefined
}

/** The name of the site an address leads to. */
export const hostOf = (address: string): string => new URL(address).hostname

/** Whether an address is of the site that two people decided on: `www.` before its name is the same site. */
export function isSameSite(address: string, other: string): boolean {
  const plain = (one: string): string => hostOf(one).replace(/^www\./, '')
  return plain(address) === plain(other)
}
