import type { FastifyInstance } from 'fastify'

/** What a page of ours may load and do: everything from this server, nothing from anywhere else. */
export interface PagePolicy {
  /** Names of the Trusted Types policies the bundles create. */
  readonly trustedTypes: readonly string[]
  /** `'sha256-…'` of style elements that libraries of the bundle insert. */
  readonly styleHashes: readonly string[]
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

/** The policy of everything that is not a page: it loads nothing. */
const dataSecurityPolicy = "default-src 'none'; frame-ancestors 'none'"

const always: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
  // Ignored by browsers on plain http, in force as soon as a proxy in front speaks TLS.
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
}

/** The headers of every answer that is not a page, for those that are written out by hand. */
export const dataHeaders: Readonly<Record<string, string>> = {
  ...always,
  'content-security-policy': dataSecurityPolicy,
}

/** Adds the headers to every answer; pages get the page policy, everything else the policy of data. */
export function addSecurityHeaders(app: FastifyInstance, policy: PagePolicy): void {
  const page = pageSecurityPolicy(policy)
  app.addHook('onSend', async (_, reply, payload) => {
    reply.headers(always)
    const isPage = String(reply.getHeader('content-type') ?? '').startsWith('text/html')
    reply.header('content-security-policy', isPage ? page : dataSecurityPolicy)
    return payload
  })
}
