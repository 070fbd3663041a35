import type { MessageOutcome, MessageTransport, TransportMessage } from '@bolsillo/identity/server'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import SMTPConnection from 'nodemailer/lib/smtp-connection/index.js'
import { type LetterPlaces, writeLetter } from './letter.ts'

export { writeLetter } from './letter.ts'

/** The mail server of an installation, and in whose name it writes. */
export interface SmtpConfig {
  readonly host: string
  readonly port: number
  /** TLS from the first byte. Otherwise STARTTLS, without which nothing is sent but to this machine itself. */
  readonly secure: boolean
  readonly from: { readonly name: string; readonly address: string }
  readonly login?: { readonly user: string; readonly password: string }
}

interface SmtpOptions extends LetterPlaces {
  readonly smtp: SmtpConfig
  /** An authority to trust in place of the machine's, and shorter waits: for tests. */
  readonly ca?: string
  readonly waits?: { readonly answerMs: number; readonly wholeMs: number }
}

const usualWaits = { answerMs: 15_000, wholeMs: 45_000 } as const
const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost'])

/** Creates the transport for e-mail. Each message has a connection of its own, which ends with it. */
export function createSmtpTransport(options: SmtpOptions): MessageTransport {
  return {
    channel: 'email',
    send: async (message) => {
      const { to } = message
      // Addresses were read when they were typed; one that was altered since must not add a recipient or a header.
      if (to.kind !== 'email' || !/^[\x21-\x7e]+$/.test(to.address) || /[<>,;:()\\"[\]]/.test(to.address)) {
        return { kind: 'refused', problem: 'address-refused' }
      }
      return await deliver(options, to.address, await compose(options, message, to.address))
    },
  }
}

/** The letter in bytes. A message that is sent again has the same id, by which mail servers know it. */
function compose(options: SmtpOptions, message: TransportMessage, to: string): Promise<Buffer> {
  const { from } = options.smtp
  const { subject, text, html } = writeLetter(message, options)
  const composer = new MailComposer({
    from,
    to,
    subject,
    text,
    html,
    date: new Date(message.at),
    messageId: `<${message.id}@${from.address.slice(from.address.indexOf('@') + 1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

type Step = 'connect' | 'login' | 'send'

function deliver(options: SmtpOptions, to: string, letter: Buffer): Promise<MessageOutcome> {
  const { smtp, ca, waits = usualWaits } = options
  const connection = new SMTPConnection({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.secure,
    requireTLS: !smtp.secure && !loopback.has(smtp.host),
    connectionTimeout: waits.answerMs,
    greetingTimeout: waits.answerMs,
    socketTimeout: waits.answerMs,
    dnsTimeout: waits.answerMs,
    tls: { minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
  })
  return new Promise((resolve) => {
    let step: Step = 'connect'
    const end = (outcome: MessageOutcome): void => {
      clearTimeout(timer)
      resolve(outcome)
      // Closing reports an end as well: what counts is what was resolved first.
      connection.close()
    }
    const fail = (error: SMTPConnection.SMTPError): void => end(outcomeOf(step, error))
    // A server that answers a letter at a time keeps every single wait: all of them together are bounded as well.
    const timer = setTimeout(() => end({ kind: 'down', problem: 'unreachable' }), waits.wholeMs)
    connection.on('error', fail)
    connection.once('end', () => end({ kind: 'down', problem: 'unreachable' }))
    const send = (): void => {
      step = 'send'
      connection.send({ from: smtp.from.address, to }, letter, (error) => {
        if (!error) end({ kind: 'sent' })
        else fail(error)
      })
    }
    connection.connect((error) => {
      if (error) return fail(error)
      if (smtp.login === undefined) return send()
      step = 'login'
      connection.login({ user: smtp.login.user, pass: smtp.login.password }, (refused) => {
        if (refused) fail(refused)
        else send()
      })
    })
  })
}

/** What an error comes to. Answers are judged by their number alone: their text is the other side's. */
function outcomeOf(step: Step, error: SMTPConnection.SMTPError): MessageOutcome {
  const { code, command, responseCode = 0 } = error
  const isFinal = responseCode >= 500
  if (code === 'ETLS' || (step === 'connect' && isCertificate(error))) return { kind: 'down', problem: 'insecure' }
  if (step === 'login') {
    return { kind: 'down', problem: code === 'EAUTH' && isFinal ? 'credentials-refused' : 'unreachable' }
  }
  if (step === 'connect' || responseCode === 0) return { kind: 'down', problem: 'unreachable' }
  // 421: the server closes; 530 and 535: it wants a login. Both are of the server and not of this message.
  if (responseCode === 421) return { kind: 'down', problem: 'busy' }
  if (responseCode === 530 || responseCode === 535) return { kind: 'down', problem: 'credentials-refused' }
  if (command === 'MAIL FROM') return { kind: 'down', problem: isFinal ? 'sender-refused' : 'busy' }
  if (!isFinal) return { kind: 'later', problem: 'busy' }
  return { kind: 'refused', problem: command === 'RCPT TO' ? 'address-refused' : 'content-refused' }
}

/** Whether the other side could not show who it is; the library keeps the cause beside its own code. */
const isCertificate = (error: SMTPConnection.SMTPError): boolean =>
  'originalCode' in error && /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS|SSL/.test(String(error.originalCode))
