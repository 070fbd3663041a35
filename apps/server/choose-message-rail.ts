import type { Address } from '@bolsillo/identity/domain'
import type { MessageRail, MessageTransport } from '@bolsillo/identity/server'
import { createMessageOutbox, type MessageOutbox, receiptPath } from '@bolsillo/rail-outbox'
import { createPhoneMessages } from '@bolsillo/rail-phone-messages'
import { createSmtpTransport } from '@bolsillo/rail-smtp'
import type { Services } from '@bolsillo/server-kit'
import type { Config } from './config.ts'

/** Names that are registered to nobody (RFC 2606, 6761): the demo's people have them, and no server takes their mail. */
const nobodys = /(?:^|[@.])(?:example|test|invalid|localhost|local|example\.(?:com|net|org))$/

/** Numbers that are given to nobody: 55 5555 01xx in Mexico (the demo's), 555 01xx everywhere in North America. */
const nobodysPhones = /^\+(?:525555550|1[2-9][0-9]{2}5550)1[0-9]{2}$/
const isNobodys = (to: Address): boolean =>
  to.kind === 'email' ? nobodys.test(to.address) : nobodysPhones.test(to.e164)

/**
 * Chooses how messages leave: by e-mail where a mail server is configured, to phones where a provider is, everything else into the practice inbox. What
 * leaves is not in the inbox as well: who has no access to the address has none to its code.
 */
export function chooseMessageRail(options: {
  readonly config: Config
  readonly services: Services
  readonly practiceRail: MessageRail
  readonly appUrl: string
  readonly consoleUrl: string
  /** Ways out for notices to devices, which nothing else takes. */
  readonly toDevices: readonly MessageTransport[]
}): {
  readonly outbox: MessageOutbox
  readonly rail: MessageRail
  /** What customers can be written to by; the practice inbox takes everything. Phones get SMS or WhatsApp: the rail knows which. */
  readonly carried: ReadonlyArray<'email' | 'sms'>
} {
  const { config, services, practiceRail, appUrl, consoleUrl, toDevices } = options
  const practice = services.mode === 'SIM'
  const places = { origins: [appUrl, consoleUrl], practice }
  const mail = config.mail === undefined ? [] : [createSmtpTransport({ smtp: config.mail, ...places })]
  const phones = phonesOf(options, places)
  const transports = [...mail, ...(phones?.transports ?? [])]
  const receipts = phones === undefined ? [] : [phones.receipts]
  const outbox = createMessageOutbox({ services, transports: [...transports, ...toDevices], receipts })
  const rail: MessageRail = {
    id: transports.length === 0 ? practiceRail.id : `${outbox.rail.id}, ${practiceRail.id}`,
    simulated: practiceRail.simulated,
    accept: (tx, message) => {
      const leaves = outbox.carries(message) && !isNobodys(message.to)
      return (leaves ? outbox.rail : practiceRail).accept(tx, message)
    },
  }
  const carried = (['email', 'sms'] as const).filter(
    (way) => practice || transports.some(({ channel }) => channel === way),
  )
  return { outbox, rail, carried }
}

function phonesOf(
  { config, services, appUrl }: Pick<Parameters<typeof chooseMessageRail>[0], 'config' | 'services' | 'appUrl'>,
  places: { readonly origins: readonly string[]; readonly practice: boolean },
): ReturnType<typeof createPhoneMessages> | undefined {
  const { phones: provider } = config
  if (provider === undefined) return undefined
  const receiptUrl = (messageId: string): string => appUrl + receiptPath(provider.provider, messageId)
  return createPhoneMessages({ provider, clock: services.clock, receiptUrl, appUrl, ...places })
}
