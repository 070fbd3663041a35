import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** The policy of our pages: everything from this server, nothing from elsewhere. */
export interface PagePolicy {
  /** Names of the Trusted Types policies the bundles create. */
  readonly trustedTypes: readonly string[]
  /** `sha256-…` of the style elements in the app's page, or that libraries of the bundle insert. */
  readonly styleHashes: readonly string[]
  /** Its pages may ask the browser where they are, which asks its owner. */
  readonly mayAskPosition?: boolean
}

/**
 * The Content-Security-Policy of the app's pages. Scripts only from our own files (no inline script, no eval), strings
 * never become markup or script addresses without a policy (Trusted Types), nobody may frame us.
 */
export function pageSecurityPolicy({ trustedTypes, styleHashes }: PagePolicy): string {
  const policies = trustedTypes.length === 0 ? "'none'" : trustedTypes.join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    ['style-src', "'self'", ...styleHashes.map((hash) => `'${hash}'`)].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${policies}`,
  ].join('; ')
}

/**
 * The Content-Security-Policy of a page that is whole in one file: it may run its own scripts and styles, by their
 * hashes, and nothing else. It loads nothing, sends nothing, and creates no markup from strings.
 */
export function wholePagePolicy(html: string): string {
  const hashes = (tag: 'script' | 'style'): string =>
    [...html.matchAll(new RegExp(`<${tag}\\b[^>]*>([^]*?)</${tag}>`, 'g'))]
      .map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .join(' ') || "'none'"
  return [
    "default-src 'none'",
    `script-src ${hashes('script')}`,
    `style-src ${hashes('style')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** The policy of a service worker: it asks this server for files, and runs nothing but itself. */
export const serviceWorkerPolicy =
  "default-src 'none'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'"

/** The policy of everything that is not a page: it loads nothing. */
const dataSecurityPolicy = "default-src 'none'; frame-ancestors 'none'"

/** What of a device may be asked for: nothing, or the position alone. */
const permissions = (geolocation: '()' | '(self)'): string =>
  `camera=(), microphone=(), geolocation=${geolocation}, payment=(), usb=(), interest-cohort=()`

const always: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': permissions('()'),
  // Browsers ignore it on plain http; it takes effect behind a TLS proxy.
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
}

/** The headers of every answer that is not a page, for answers written as raw bytes. */
export const dataHeaders: Readonly<Record<string, string>> = {
  ...always,
  'content-security-policy': dataSecurityPolicy,
}

/**
 * Adds the headers to every answer; pages get the page policy, everything else the data policy. A handler may set
 * another policy only if it loads nothing, or is the service worker's.
 */
export function addSecurityHeaders(app: FastifyInstance, policy: PagePolicy): void {
  const page = pageSecurityPolicy(policy)
  app.addHook('onSend', async (_, reply, payload) => {
    reply.headers(always)
    const isPage = String(reply.getHeader('content-type') ?? '').startsWith('text/html')
    const own = String(reply.getHeader('content-security-policy') ?? '')
    const isStrict = own.startsWith("default-src 'none'") && !/'(?:self|unsafe-[a-z]+)'|[a-z]+:|\*/.test(own)
    const isOwn = isStrict || own === serviceWorkerPolicy
    reply.header('content-security-policy', isOwn ? own : isPage ? page : dataSecurityPolicy)
    if (isPage && !isStrict && policy.mayAskPosition === true) reply.header('permissions-policy', permissions('(self)'))
    return payload
  })
}
