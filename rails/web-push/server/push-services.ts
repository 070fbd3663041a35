/** The push services of browsers: Chrome and Edge on Android, Firefox, Safari, Edge on Windows. */
export const knownServices: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * Reads the address of a subscription. A browser says where it is reached, and the server goes there: only to the hosts of this
 * list, with TLS at its usual port. An entry `*.host` is every host below it; one of this machine, `127.0.0.1:9000`, is for
 * tests and needs no TLS. @returns undefined for any other.
 */
export function readEndpoint(text: string, services: readonly string[]): URL | undefined {
  if (!/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const isPlain = url.username === '' && url.password === '' && url.hash === ''
  const isOurs = services.some((one) => isOf(url, one))
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && loopback.has(url.hostname))
  return isPlain && isOurs && isSafe ? url : undefined
}

function isOf({ host, hostname, port }: URL, service: string): boolean {
  if (!service.startsWith('*.')) return host === service
  return port === '' && hostname.endsWith(service.slice(1)) && hostname.length > service.length - 1
}
