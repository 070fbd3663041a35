import type { MessageRail } from '@bolsillo/identity/server'
import { createMessageOutbox, type MessageOutbox } from '@bolsillo/rail-outbox'
import { createSmtpTransport } from '@bolsillo/rail-smtp'
import type { Services } from '@bolsillo/server-kit'
import type { Config } from './config.ts'

/** Names that are registered to nobody (RFC 2606, 6761): the demo's people have them, and no server takes their mail. */
const nobodys = /(?:^|[@.])(?:example|test|invalid|localhost|local|example\.(?:com|net|org))$/

/**
 * Chooses how messages leave: by e-mail where a mail server is configured, everything else into the practice inbox. What
 * leaves by e-mail is not in the inbox as well: who has no access to the address has none to its code.
 */
export function chooseMessageRail(options: {
  readonly config: Config
  readonly services: Services
  readonly practiceRail: MessageRail
  readonly origins: readonly string[]
}): { readonly outbox: MessageOutbox; readonly rail: MessageRail } {
  const { config, services, practiceRail, origins } = options
  const practice = services.mode === 'SIM'
  const transports = config.mail === undefined ? [] : [createSmtpTransport({ smtp: config.mail, origins, practice })]
  const outbox = createMessageOutbox({ services, transports })
  const rail: MessageRail = {
    id: transports.length === 0 ? practiceRail.id : `${outbox.rail.id}, ${practiceRail.id}`,
    simulated: practiceRail.simulated,
    accept: (tx, message) => {
      const isReal = message.to.kind === 'email' && !nobodys.test(message.to.address)
      return (isReal && outbox.carries(message) ? outbox.rail : practiceRail).accept(tx, message)
    },
  }
  return { outbox, rail }
}
