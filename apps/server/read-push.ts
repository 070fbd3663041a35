import { knownServices } from '@bolsillo/rail-web-push'

/** Of this machine: only a test of the whole has its own push service. */
const loopback = /^(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d+)?$/

/**
 * Reads the hosts of push services this server goes to. Browsers name their own, and a server that went wherever they say
 * would ask for pages of its own network: so no other host is gone to.
 */
export function readPushServices(
  text: string | undefined,
  mayBeHere: boolean,
  refuse: (line: string) => never,
): readonly string[] {
  if (text === undefined) return knownServices
  if (text.trim() === 'none') return []
  const hosts = text.split(',').map((one) => one.trim().toLowerCase())
  const stranger = hosts.find((host) => !(loopback.test(host) ? mayBeHere : isService(host)))
  if (stranger === undefined) return hosts
  return refuse(
    `PUSH_SERVICES=${text} holds "${stranger}", which is no push service: set it to host names like fcm.googleapis.com or *.push.apple.com, divided by commas, or to none`,
  )
}

/** A name with a dot in it, at the port of https: no address of a network, which could be one's own. */
function isService(host: string): boolean {
  return (
    host.length <= 253 && /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?$/.test(host)
  )
}
