import { readFileSync } from 'node:fs'
import { isAddress, readAddress } from '@bolsillo/identity/domain'
import { type PhoneProvider, type ProviderId, providerIds, readTemplates } from '@bolsillo/rail-phone-messages'
import { readSecretFile } from '../read-secret-file.ts'

type Given = (name: string) => string | undefined
type Refuse = (line: string) => never

/** Where each is reached unless another of its regions is named. */
const usualUrls: Readonly<Record<ProviderId, string>> = {
  twilio: 'https://api.twilio.com',
  vonage: 'https://api.nexmo.com',
}
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])
const others = ['SMS_URL', 'SMS_FROM', 'SMS_USER', 'SMS_PASSWORD_FILE', 'SMS_SIGNATURE_FILE'] as const
const ofWhatsapp = ['WHATSAPP_FROM', 'WHATSAPP_TEMPLATES_FILE'] as const

/** Reads the provider of SMS and WhatsApp. Secrets are read from files, and no line repeats them. */
export function readPhoneProvider(
  given: Given,
  refuse: Refuse,
  publicUrl: string | undefined,
): PhoneProvider | undefined {
  const provider = providerIds.find((id) => id === given('SMS_PROVIDER'))
  if (provider === undefined) {
    const named = given('SMS_PROVIDER')
    if (named !== undefined) refuse(`SMS_PROVIDER=${named} is not known: set it to ${providerIds.join(' or ')}`)
    const alone = [...others, ...ofWhatsapp].find((name) => given(name) !== undefined)
    return alone === undefined ? undefined : refuse(`${alone} is set without SMS_PROVIDER: set both, or neither`)
  }
  const url = readProviderUrl(given('SMS_URL') ?? usualUrls[provider], refuse)
  if (!isLoopback(url) && publicUrl?.startsWith('https://') !== true) {
    return refuse('SMS_PROVIDER needs PUBLIC_URL with https: there the provider says whether messages arrived')
  }
  const user = readUser(provider, given('SMS_USER'), refuse)
  const password = readSecretFile('SMS_PASSWORD_FILE', needed('SMS_PASSWORD_FILE', given, refuse), refuse)
  const from = readFrom(given('SMS_FROM'), refuse)
  const signatureSecret = readSignature(provider, password, given, refuse)
  const whatsapp = readWhatsapp(given, refuse)
  return {
    ...{ provider, url, from, user, password, signatureSecret },
    ...(whatsapp === undefined ? {} : { whatsapp }),
  }
}

const isLoopback = (url: string): boolean => loopback.has(new URL(url).hostname)

function needed(name: (typeof others)[number], given: Given, refuse: Refuse): string {
  return given(name) ?? refuse(`SMS_PROVIDER is set without ${name}: set both, or neither`)
}

/** Only an origin: nothing is sent in the clear but to this machine, as tests do. */
function readProviderUrl(text: string, refuse: Refuse): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSound = url !== undefined && url.href === `${url.origin}/` && /^https?:$/.test(url.protocol)
  if (!isSound || (url.protocol === 'http:' && !loopback.has(url.hostname))) {
    // What was written may hold a password, so the line does not repeat it.
    return refuse(
      'SMS_URL is not an https address: write it like https://api.twilio.com; the login has variables of its own',
    )
  }
  return url.origin
}

function readUser(provider: ProviderId, user: string | undefined, refuse: Refuse): string {
  const shape = provider === 'twilio' ? /^AC[0-9a-f]{32}$/ : /^[0-9A-Za-z]{4,64}$/
  if (user !== undefined && shape.test(user)) return user
  const what = provider === 'twilio' ? 'the Account SID, AC and 32 signs' : 'the API key'
  return refuse(`SMS_USER=${user ?? ''} is not an account of ${provider}: set it to ${what}`)
}

/** A number, a name of up to eleven letters, or a sending service of Twilio. */
function readFrom(from: string | undefined, refuse: Refuse): string {
  const isSender =
    from !== undefined &&
    /^(?:\+[1-9][0-9]{6,14}|[0-9]{3,8}|(?=.*[A-Za-z])[0-9A-Za-z ]{1,11}|MG[0-9a-f]{32})$/.test(from)
  return isSender ? from : refuse(`SMS_FROM=${from ?? ''} is not a sender: write it like +525512345678 or Bolsillo`)
}

/** Twilio signs with the password of the account; the other has a secret for it. */
function readSignature(provider: ProviderId, password: string, given: Given, refuse: Refuse): string {
  if (provider === 'twilio') {
    return given('SMS_SIGNATURE_FILE') === undefined
      ? password
      : refuse('SMS_SIGNATURE_FILE is not for twilio, which signs with the password: leave it out')
  }
  return readSecretFile('SMS_SIGNATURE_FILE', needed('SMS_SIGNATURE_FILE', given, refuse), refuse)
}

function readWhatsapp(given: Given, refuse: Refuse): PhoneProvider['whatsapp'] {
  const [from, file] = ofWhatsapp.map(given)
  if (from === undefined && file === undefined) return undefined
  if (from === undefined || file === undefined)
    return refuse('WHATSAPP_FROM and WHATSAPP_TEMPLATES_FILE belong together: set both, or neither')
  const address = readAddress(from)
  if (!from.startsWith('+') || !isAddress(address) || address.kind !== 'phone')
    return refuse(`WHATSAPP_FROM=${from} is not a number: write it like +525512345678`)
  const templates = readTemplates(textOf(file, refuse))
  return typeof templates === 'string'
    ? refuse(`WHATSAPP_TEMPLATES_FILE=${file} ${templates}`)
    : { from: address.e164, templates }
}

function textOf(file: string, refuse: Refuse): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return refuse(`WHATSAPP_TEMPLATES_FILE=${file} cannot be read: name a file this user may read`)
  }
}
