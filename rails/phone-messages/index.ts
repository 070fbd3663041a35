import { codeRules } from '@bolsillo/factors/domain'
import type { MessageTransport, ReceiptReader, TransportMessage } from '@bolsillo/identity/server'
import type { Clock } from '@bolsillo/kernel'
import { askProvider } from './ask-provider.ts'
import type { PhoneProvider, ProviderId } from './config.ts'
import type { Dialect, Sending } from './dialect.ts'
import { type TextPlaces, writeShortText } from './short-text.ts'
import { twilio } from './twilio.ts'
import { vonage } from './vonage.ts'

export { type PhoneProvider, type ProviderId, providerIds, type Templates } from './config.ts'
export { readTemplates } from './read-templates.ts'
export { writeShortText } from './short-text.ts'

const dialects: Readonly<Record<ProviderId, Dialect>> = { twilio, vonage }

interface PhoneOptions extends TextPlaces {
  readonly provider: PhoneProvider
  readonly clock: Clock
  /** The address of the door where the provider says the outcome of a message. */
  readonly receiptUrl: (messageId: string) => string
  /** A shorter wait, for tests. */
  readonly answerMs?: number
}

/** The ways to phones over one provider: SMS, WhatsApp where it has templates, and what it says afterwards. */
export function createPhoneMessages(options: PhoneOptions): {
  readonly transports: readonly MessageTransport[]
  readonly receipts: ReceiptReader
} {
  const { provider, receiptUrl } = options
  const dialect = dialects[provider.provider]
  const transportOf = (
    channel: 'sms' | 'whatsapp',
    contentOf: (message: TransportMessage) => Sending['content'] | undefined,
  ): MessageTransport => ({
    channel,
    send: async (message) => {
      const { to } = message
      const content = contentOf(message)
      if (to.kind !== 'phone' || !/^\+[1-9][0-9]{6,14}$/.test(to.e164))
        return { kind: 'refused', problem: 'address-refused' }
      // Its template was taken out since: it waits for one until its time is over.
      if (content === undefined) return { kind: 'later', problem: 'content-refused' }
      const secondsLeft = secondsLeftOf(message, options.clock)
      const sending = { id: message.id, to: to.e164, content, secondsLeft, receiptUrl: receiptUrl(message.id) }
      return await askProvider(provider.url, dialect.request(provider, sending), dialect.outcome, options.answerMs)
    },
  })
  const sms = transportOf('sms', (message) => ({ channel: 'sms', text: writeShortText(message, options) }))
  const whatsapp: MessageTransport = {
    ...transportOf('whatsapp', (message) => templateContent(options, message)),
    takes: (message) => templateFor(options, message) !== undefined,
  }
  return {
    transports: provider.whatsapp === undefined ? [sms] : [whatsapp, sms],
    receipts: {
      provider: provider.provider,
      read: (call) => dialect.fate(provider, { ...call, url: receiptUrl(call.messageId) }),
    },
  }
}

/** A code that opens nothing any more must not arrive. A notice may come for hours. */
const noticeSeconds = 4 * 3_600
function secondsLeftOf({ code, at }: TransportMessage, clock: Clock): number {
  return code === undefined ? noticeSeconds : Math.max(1, Math.floor((at + codeRules.lifeMs - clock.now()) / 1000))
}

type Templated = Parameters<NonNullable<MessageTransport['takes']>>[0]

/**
 * The template of a message, by its kind or else by what it is. A template of a code has fixed words and so no mark of the
 * practice market: there codes go by SMS.
 */
function templateFor({ provider, practice }: PhoneOptions, { kind, code, language }: Templated): string | undefined {
  if (practice && code !== undefined) return undefined
  const templates = provider.whatsapp?.templates
  return templates?.[kind]?.[language] ?? templates?.[code === undefined ? 'notice' : 'code']?.[language]
}

function templateContent(options: PhoneOptions, message: TransportMessage): Sending['content'] | undefined {
  const template = templateFor(options, message)
  if (template === undefined) return undefined
  const { code, language } = message
  const value = code ?? writeShortText(message, options)
  return { channel: 'whatsapp', template, language, value, isCode: code !== undefined }
}
