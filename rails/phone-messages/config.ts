import type { MessageKind } from '@bolsillo/identity/server'
import type { Language } from '@bolsillo/server-kit'

/** The providers there are dialects for. */
export const providerIds = ['twilio', 'vonage'] as const
export type ProviderId = (typeof providerIds)[number]

/** What a template is for: one kind of message, or all codes, or all that are no codes. */
export type TemplateUse = MessageKind | 'code' | 'notice'

/** The provider's names of approved WhatsApp templates, by use and language. What has none goes by SMS. */
export type Templates = Readonly<Partial<Record<TemplateUse, Readonly<Partial<Record<Language, string>>>>>>

/** The provider of an installation, and in whose name it writes. */
export interface PhoneProvider {
  readonly provider: ProviderId
  /** `https://api.twilio.com`: an origin. Plain http is for this machine alone. */
  readonly url: string
  /** The number or the name that SMS come from. */
  readonly from: string
  readonly user: string
  readonly password: string
  /** What the provider signs its calls with. */
  readonly signatureSecret: string
  readonly whatsapp?: { readonly from: string; readonly templates: Templates }
}
